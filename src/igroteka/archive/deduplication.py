"""Whether a game of a file is in the archive already, under whatever it was exported as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime

from sqlalchemy import ColumnElement, Connection, select, true

from igroteka.archive import queries
from igroteka.archive.handed_rules import Rules, rules_of
from igroteka.archive.identity import key
from igroteka.archive.models import UNKNOWN, StoredGame, StoredMove
from igroteka.archive.schema import games, moves, players, seats
from igroteka.basics.endings import Ending
from igroteka.contract import IgrotekaError, Json, Seat
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.formats import Format
from igroteka.records.record import Record

MOST_ALIKE = 5
"""Games of one loose key that are looked at, so that a file can't keep the writer busy for long."""
LONGEST = 2000
"""Actions of a game that is written and read for the comparison, for the same reason."""

NOTHING = (None, "", "?")
"""What a tag says that says nothing."""


def duplicate_of(
    connection: Connection,
    record: Record,
    exact_key: str | None,
    loose_key: str,
    format: Format | None,
    public: bool = False,
) -> int | None:
    """The game of the archive that this record is, as far as it goes; None if there is none.

    A record that tells the moment or the run is that very game, or none. One that does not is the
    game of the same players, start, moves and day. Comments do not matter. Where the answer is
    public, a game that goes on with cards in hand is no duplicate: who sends in a guess of them
    must not hear that it is right.
    """
    rules = rules_of(connection)
    if exact_key is not None:
        for number in _candidates(connection, games.c.occasion == exact_key):
            stored = queries.game(connection, number)
            if _may_be_named(rules, stored, public) and _is_told_by(connection, stored, record):
                return number
        return None
    for number in _alike(connection, record, loose_key):
        stored = queries.game(connection, number)
        may_be = _may_be_named(rules, stored, public) and _may_be(stored, record)
        if may_be and _reads_as(rules, stored, record, format):
            return number
    return None


def _candidates(connection: Connection, *conditions: ColumnElement[bool]) -> list[int]:
    found = (
        select(games.c.id)
        .outerjoin(moves, moves.c.id == games.c.head_id)
        .where(*conditions)
        .order_by(games.c.id)
        .limit(MOST_ALIKE)
    )
    return list(connection.scalars(found))


def _alike(connection: Connection, record: Record, loose_key: str) -> Iterator[int]:
    """Games of this key; one that goes on has none yet and is found by its last move."""
    yield from _candidates(connection, games.c.likeness == loose_key)
    if record.scores is None:
        actions = record.actions or ()
        going_on = (
            games.c.ending == Ending.UNFINISHED,
            games.c.likeness.is_(None),
            games.c.game == record.game,
            moves.c.ordinal.is_not_distinct_from(len(actions) or None),
            moves.c.notation.is_not_distinct_from(actions[-1] if actions else None),
            *(_sits(seat, key(name)) for seat, name in enumerate(record.players)),
        )
        yield from _candidates(connection, *going_on)


def _sits(seat: Seat, name: str) -> ColumnElement[bool]:
    """Whether a player is at a game's seat; an unknown one may be anybody."""
    if name == UNKNOWN:
        return true()
    found = select(seats.c.game_id).join(players, players.c.id == seats.c.player_id)
    return games.c.id.in_(found.where(seats.c.seat == seat, players.c.name_key == name))


def _is_told_by(connection: Connection, stored: StoredGame, record: Record) -> bool:
    """Whether a record is of this game, perhaps from before it went on or a move was taken back."""
    rules = rules_of(connection)
    return (
        _core(rules, stored.record)[:-1] == _core(rules, record)[:-1]
        and _result_fits(stored, record)
        and _has_line(queries.tree(connection, stored.id), record.actions or ())
    )


def _may_be_named(rules: Rules, stored: StoredGame, public: bool) -> bool:
    """Whether to name a game tells nothing that is hidden: it is over, or has no cards."""
    if not public or stored.ending != Ending.UNFINISHED:
        return True
    return not rules.make_game(stored.game, stored.options).hidden


def _has_line(tree: Iterable[StoredMove], actions: Iterable[str]) -> bool:
    here: set[int | None] = {None}
    by_place: dict[tuple[int | None, str], set[int | None]] = {}
    for move in tree:
        by_place.setdefault((move.parent, move.notation), set()).add(move.id)
    for action in actions:
        here = {move for parent in here for move in by_place.get((parent, action), ())}
    return bool(here)


def _core(rules: Rules, record: Record) -> tuple[Json, ...]:
    """What makes two records one game: its rules, its start, its players and its actions."""
    game = rules.make_game(record.game, record.options)
    players = [key(name) for name in record.players]
    deal = game.restore(record.deal).deal
    return record.game, dict(game.options), deal, players, list(record.actions or ())


def _result_fits(stored: StoredGame, record: Record) -> bool:
    if record.ending == Ending.UNFINISHED:
        return True
    if stored.ending == Ending.UNFINISHED:
        return False
    return None in (stored.scores, record.scores) or stored.scores == record.scores


def _may_be(stored: StoredGame, record: Record) -> bool:
    """Whether day, result and tags speak against it."""
    day = _day(record.started)
    same_day = None in (stored.started, day) or _date(stored.started) == day
    return same_day and _result_fits(stored, record) and _tags_agree(stored.event, record.event)


def _day(text: str | None) -> date | None:
    try:
        return datetime.fromisoformat(text).date() if text else None
    except ValueError:
        return None


def _date(moment: datetime | None) -> date | None:
    return moment.date() if moment else None


def _tags_agree(one: Mapping[str, Json] | None, other: Mapping[str, Json] | None) -> bool:
    """Whether what both say in the tags of a format is the same."""
    for format in (one or {}).keys() & (other or {}).keys():
        here, there = _tags(one, format), _tags(other, format)
        for name in here.keys() & there.keys():
            silent = here[name] in NOTHING or there[name] in NOTHING
            if here[name] != there[name] and not silent:
                return False
    return True


def _tags(event: Mapping[str, Json] | None, format: str) -> Mapping[str, Json]:
    told = (event or {}).get(format)
    tags = told.get("tags") if isinstance(told, dict) else None
    return tags if isinstance(tags, dict) else {}


def _reads_as(rules: Rules, stored: StoredGame, record: Record, format: Format | None) -> bool:
    """Whether a game is this record, or would be after it was written in this format and read."""
    wanted = _core(rules, record)
    if _core(rules, stored.record) == wanted:
        return True
    if format is None or stored.source == f"import:{format.name}":
        return False  # what came from this format is as it was read
    if len(stored.record.actions or ()) > LONGEST:
        return False
    try:
        text = format.write([AnnotatedGame.plain(stored.record)])
    except IgrotekaError:
        return False
    return any(
        isinstance(game, AnnotatedGame) and _core(rules, game.record) == wanted
        for game in format.read(text.encode())
    )
