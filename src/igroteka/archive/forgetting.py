"""Forgetting somebody: the games stay, but whose they were does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, String, cast, delete, or_, select, update

from igroteka.archive.accounts import account, tidy_name
from igroteka.archive.faults import ArchiveError
from igroteka.archive.leads import leader_of
from igroteka.archive.models import Account
from igroteka.archive.schema import (
    attempts,
    children,
    credentials,
    daylight,
    games,
    happenings,
    learned,
    members,
    players,
    remarks,
    seats,
    sessions,
    tokens,
)
from igroteka.text import Text, quoted

FORGOTTEN = "Somebody"
"""What who is forgotten is called from then on."""
_NOBODYS_KEY = "\x1f{player}"
"""A key of names that no name has: this character is in none."""


class Forgotten(NamedTuple):
    """How much was removed."""

    games: int
    """Games in which the name was replaced."""
    sessions: int
    tokens: int
    remarks: int
    attempts: int
    """At puzzles."""
    child: bool
    """Whether there was a child's room."""
    members: int
    """Entries in the list of a club."""
    happenings: int
    """Entries in the logs of events in which the name was replaced."""


def person(connection: Connection, name: str) -> Account:
    """The person of this name. Raises `ArchiveError` if nobody of the house has it."""
    found = account(connection, name)
    if found is None or found.kind != "person":
        raise ArchiveError(Text("nobody here is called {name}", name=quoted(tidy_name(name))))
    return found


def forget(connection: Connection, name: str) -> Forgotten:
    """Remove what is kept of a person, and replace the name in what others share.

    Raises `ArchiveError` if nobody of the house has this name, and while a table at which they
    sit is open: its house would write the name again with the next move.
    """
    who = person(connection, name)

    def removed(table: Any, *columns: str) -> int:
        theirs = or_(*(table.c[column] == who.id for column in columns))
        return connection.execute(delete(table).where(theirs)).rowcount

    told = Forgotten(
        games=_leave_seats(connection, who),
        sessions=removed(sessions, "player_id"),
        tokens=removed(tokens, "player_id", "owner_id"),
        remarks=removed(remarks, "player_id"),
        attempts=removed(attempts, "player_id"),
        child=removed(children, "player_id") > 0,
        members=_leave_club(connection, who),
        happenings=_leave_events(connection, who),
    )
    for table in (daylight, learned, credentials):
        removed(table, "player_id")
    nobody = {"name": FORGOTTEN, "name_key": _NOBODYS_KEY.format(player=who.id)}
    connection.execute(update(players).where(players.c.id == who.id).values(**nobody))
    return told


def _leave_seats(connection: Connection, who: Account) -> int:
    """Nobody acts for them at a table any more; in how many games they sat."""
    sat = select(seats.c.game_id).where(seats.c.player_id == who.id)
    written = cast(games.c.setting, String)
    held = [written.contains(f'"{mark}"', autoescape=True) for mark in _marks(who)]
    found = select(games.c.id, games.c.setting).where(or_(games.c.id.in_(sat), *held))
    rows = connection.execute(found).all()
    for number, _ in rows:
        if leader_of(connection, number) is not None:
            raise ArchiveError(
                Text(
                    "{name} sits at table {number}, which is open in a house that runs; when the "
                    "game is over, or the house is closed, ask again",
                    name=who.name,
                    number=number,
                )
            )
    for number, setting in rows:
        if setting is not None:
            _empty_chairs(setting, who)
            left = update(games).where(games.c.id == number)
            connection.execute(left.values(setting=setting))
    return len(rows)


def _marks(who: Account) -> set[str]:
    """How live tables know them."""
    return {f"player:{who.id}", f"child:{who.id}"}


def _empty_chairs(setting: Any, who: Account) -> None:
    marks = _marks(who)
    for chair in setting["chairs"]:
        if chair["kind"] == "person" and _is_name(chair["player"], who):
            chair["player"], chair["holders"] = FORGOTTEN, []
        chair["holders"] = [each for each in chair["holders"] if each not in marks]
    if setting.get("host") in marks:
        setting["host"] = None


def _leave_club(connection: Connection, who: Account) -> int:
    """The entries of a club that are theirs, by their account or, where none is linked, by name."""
    found = select(members.c.id, members.c.name, members.c.player_id)
    theirs = [
        number
        for number, name, player in connection.execute(found)
        if player == who.id or (player is None and _is_name(name, who))
    ]
    nobody = {"name": FORGOTTEN, "rank": "", "club_number": "", "player_id": None, "left": True}
    connection.execute(update(members).where(members.c.id.in_(theirs)).values(**nobody))
    return len(theirs)


def _leave_events(connection: Connection, who: Account) -> int:
    """Replace the name where a log has it, as a text of its own."""
    changed = 0
    for row in connection.execute(select(happenings)).all():
        body = _replaced(row.body, lambda text: _is_name(text, who))
        said_by = FORGOTTEN if _is_name(row.who, who) else row.who
        if (body, said_by) != (row.body, row.who):
            changed += 1
            same = (happenings.c.event_id == row.event_id, happenings.c.number == row.number)
            values = {"body": body, "who": said_by}
            connection.execute(update(happenings).where(*same).values(**values))
    return changed


def _replaced(body: Any, is_theirs: Callable[[str], bool]) -> Any:
    if isinstance(body, dict):
        return {key: _replaced(value, is_theirs) for key, value in body.items()}
    if isinstance(body, list):
        return [_replaced(value, is_theirs) for value in body]
    return FORGOTTEN if isinstance(body, str) and is_theirs(body) else body


def _is_name(text: str | None, who: Account) -> bool:
    return text is not None and tidy_name(text).casefold() == who.name.casefold()
