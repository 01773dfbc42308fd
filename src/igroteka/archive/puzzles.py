"""Puzzles of people's own games, and what was tried on them. Nothing of it is deleted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, and_, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from igroteka.archive.faults import ArchiveError
from igroteka.archive.schema import attempts, games, moves, puzzles
from igroteka.basics.randomness import derive
from igroteka.contract import Seat
from igroteka.text import Text


class NewPuzzle(NamedTuple):
    """A moment that becomes a puzzle."""

    game: int
    move: int
    """The archive's number of the move that was made there."""
    player: int
    """Who made it."""
    best: str
    best_value: float
    cost: float


class StoredPuzzle(NamedTuple):
    """A puzzle, and how far somebody has come with it."""

    id: int
    game: int
    kind: str
    """Which game it is of."""
    move: int
    number: int
    """Which action of the game it is, from 1."""
    seat: Seat
    player: int
    best: str
    best_value: float
    cost: float
    made: datetime
    tries: int
    """How often who looks at it has tried."""
    solved: datetime | None
    """When they first found the move."""


class Count(NamedTuple):
    """How many puzzles somebody has, and has solved."""

    solved: int
    total: int


def keep_puzzles(connection: Connection, found: Sequence[NewPuzzle]) -> None:
    """Keep puzzles; those that are there stay as they are."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    now = datetime.now(UTC)
    for each in found:
        values = {
            "game_id": each.game,
            "move_id": each.move,
            "player_id": each.player,
            "best": each.best,
            "best_value": each.best_value,
            "cost": each.cost,
            "made": now,
        }
        connection.execute(dialect.insert(puzzles).values(values).on_conflict_do_nothing())


def _seen_by(player: int | None) -> Select[Any]:
    """All puzzles, with the tries of who looks at them."""
    own = and_(attempts.c.puzzle_id == puzzles.c.id, attempts.c.player_id == player)
    tries = select(func.count()).select_from(attempts).where(own).scalar_subquery()
    solved = select(func.min(attempts.c.at)).where(own, attempts.c.solved).scalar_subquery()
    return (
        select(
            puzzles.c.id,
            puzzles.c.game_id,
            games.c.game,
            puzzles.c.move_id,
            moves.c.ordinal,
            moves.c.seat,
            puzzles.c.player_id,
            puzzles.c.best,
            puzzles.c.best_value,
            puzzles.c.cost,
            puzzles.c.made,
            tries,
            solved,
        )
        .join(games, games.c.id == puzzles.c.game_id)
        .join(moves, moves.c.id == puzzles.c.move_id)
    )


def puzzle(connection: Connection, number: int, player: int | None = None) -> StoredPuzzle:
    """A puzzle, with the tries of this player. Raises `ArchiveError` if there is none."""
    row = connection.execute(_seen_by(player).where(puzzles.c.id == number)).one_or_none()
    if row is None:
        raise ArchiveError(Text("there is no puzzle {number}", number=number))
    return StoredPuzzle(*row)


def puzzles_of(connection: Connection, player: int, game: int | None = None) -> list[StoredPuzzle]:
    """A player's puzzles, or those of one game: the unsolved first, then the latest."""
    found = _seen_by(player).where(puzzles.c.player_id == player)
    if game is not None:
        found = found.where(puzzles.c.game_id == game)
    rows = [StoredPuzzle(*row) for row in connection.execute(found)]
    return sorted(rows, key=lambda each: (each.solved is not None, -each.id))


def puzzle_of_the_day(connection: Connection, player: int | None, day: date) -> StoredPuzzle | None:
    """The same all day for a player: of their own games if they have puzzles, else of anybody's.

    What is made in the course of a day waits for the next, unless there is nothing else.
    """
    chosen = select(puzzles.c.id, puzzles.c.player_id, puzzles.c.made).order_by(puzzles.c.id)
    rows = connection.execute(chosen).all()
    pool = [row for row in rows if row.player_id == player] or rows
    begins = datetime.combine(day, time(), UTC)
    pool = [row for row in pool if row.made < begins] or pool
    if not pool:
        return None
    place = derive(player or 0, day.toordinal()) % len(pool)
    return puzzle(connection, pool[place].id, player)


def try_puzzle(connection: Connection, number: int, player: int, action: str, solved: bool) -> None:
    """Keep what somebody tried."""
    values = {"puzzle_id": number, "player_id": player, "action": action, "solved": solved}
    connection.execute(insert(attempts).values(**values, at=datetime.now(UTC)))


def count_puzzles(connection: Connection, player: int) -> Count:
    """How many puzzles of their own somebody has solved, out of how many."""
    own = puzzles_of(connection, player)
    return Count(sum(each.solved is not None for each in own), len(own))
