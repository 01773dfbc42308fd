"""The people of a club: entered, changed and found by name."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from igroteka.archive.faults import ArchiveError
from igroteka.archive.schema import LONGEST_NAME, members
from igroteka.text import Text


class Member(NamedTuple):
    """One of the people of a club."""

    id: int
    name: str
    rank: str
    club_number: str
    player: int | None
    """Who they are on the site, if they have sat down there."""


def all_members(connection: Connection) -> list[Member]:
    """Who is in the club, by name."""
    shown = select(*list(members.c)[:5]).where(~members.c.left)
    return [Member(*row) for row in connection.execute(shown.order_by(members.c.name))]


def add_member(connection: Connection, name: str, rank: str = "", club_number: str = "") -> int:
    """Somebody joins; the number. Raises `ArchiveError` without a name."""
    new = {**_tidy(name, rank, club_number), "left": False}
    number: int = connection.execute(
        insert(members).values(**new).returning(members.c.id)
    ).scalar_one()
    return number


def change_member(
    connection: Connection, number: int, name: str, rank: str, club_number: str
) -> None:
    """What is known of somebody has changed."""
    _change(connection, number, _tidy(name, rank, club_number))


def remove_member(connection: Connection, number: int) -> None:
    """Somebody leaves the club; events keep their name."""
    _change(connection, number, {"left": True})


def link_member(connection: Connection, number: int, player: int) -> None:
    """A member has sat down on the site as this player."""
    _change(connection, number, {"player_id": player})


def _change(connection: Connection, number: int, values: dict[str, object]) -> None:
    changed = connection.execute(update(members).where(members.c.id == number).values(**values))
    if changed.rowcount == 0:
        raise ArchiveError(Text("there is no member {number}", number=number))


def _tidy(name: str, rank: str, club_number: str) -> dict[str, object]:
    tidy = " ".join(name.split())[:LONGEST_NAME]
    if not tidy:
        raise ArchiveError(Text("a member needs a name"))
    return {"name": tidy, "rank": rank.strip()[:40], "club_number": club_number.strip()[:40]}
