"""The moves of games: each change is called in the writer with a connection, stored whole or not.

Moves form a tree and the main line is the path from its head to the start. A move is added at the
head; taking back moves the head towards the start, and what was taken back stays as a variation.
Every change says what it is based on, the last move and under which lead, and is refused elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from igroteka.archive.faults import ArchiveError
from igroteka.archive.leads import superseded
from igroteka.archive.models import MoveEntry
from igroteka.archive.prepared import Prepared
from igroteka.archive.schema import games, moves
from igroteka.basics.endings import Ending
from igroteka.contract import IgrotekaError
from igroteka.text import Text, quoted

# What every move needs is built once: that takes longer than the database does.
_STANDING = (
    select(games.c.head_id, games.c.ending, games.c.fence)
    .where(games.c.id == bindparam("number"))
    .with_for_update(of=games)
)
_MOVE = (
    "game_id",
    "parent_id",
    "notation",
    "seat",
    "seconds",
    "at",
    "before",
    "mark",
    "comment",
    "landmark",
    "explanation",
)
"""What a move is, but for its number and its place."""
_ABOVE = select(moves.c.ordinal).where(moves.c.id == bindparam("above")).scalar_subquery()
_ADD_MOVE = Prepared(
    insert(moves).values(ordinal=func.coalesce(_ABOVE, 0) + 1).returning(moves.c.id),
    (*_MOVE, "above"),
)
_ADVANCE = Prepared(
    update(games)
    .where(
        games.c.id == bindparam("number"),
        games.c.head_id.is_not_distinct_from(bindparam("after", type_=games.c.head_id.type)),
        games.c.ending == Ending.UNFINISHED,
        games.c.fence == func.coalesce(bindparam("led", type_=games.c.fence.type), games.c.fence),
    )
    .values(head_id=bindparam("head"), landmark=bindparam("position")),
    ("number", "after", "head", "position", "led"),
)
_SET_HEAD = (
    update(games)
    .where(games.c.id == bindparam("number"))
    .values(head_id=bindparam("head"), landmark=bindparam("position"))
)
_ADD_MOVES = insert(moves)
_LAST_MOVE = select(func.max(moves.c.id))

_MARK = re.compile(r"!!|\?\?|!\?|\?!|!|\?|\$\d{1,3}")


def add_move(connection: Connection, game_id: int, after: int | None, entry: MoveEntry) -> int:
    """Add a move after the last one of the main line; its number."""
    return add_moves(connection, game_id, after, [entry])[0]


def add_moves(
    connection: Connection,
    game_id: int,
    after: int | None,
    entries: Sequence[MoveEntry],
    fence: int | None = None,
) -> list[int]:
    """Add moves that follow each other after the last one of the main line; their numbers.

    Raises `ArchiveError` if `after` is not the last move, or the game has ended; and `Superseded`
    if the lead of its table has changed since it had this number.
    """
    ids: list[int] = []
    for entry in entries:
        above = ids[-1] if ids else after
        row = {**_move_row(game_id, above, entry), "above": above}
        try:
            ids.append(_ADD_MOVE.returned(connection, row))
        except IntegrityError as error:
            raise _gone_on(game_id) from error
    if ids:
        _advance(connection, game_id, after, ids[-1], entries[-1].landmark_after, fence)
    return ids


def move_head(
    connection: Connection,
    game_id: int,
    after: int | None,
    to: int | None,
    position: str | None = None,
    fence: int | None = None,
) -> None:
    """Take back: the main line, whose last move was `after`, ends at `to`, or at the start.

    `position` is the landmark of where the game then stands. Raises as `add_moves` does.
    """
    if to is not None:
        _ordinal(connection, game_id, to)
    _advance(connection, game_id, after, to, position, fence)


def _advance(
    connection: Connection,
    game_id: int,
    after: int | None,
    head: int | None,
    position: str | None,
    fence: int | None,
) -> None:
    """Move the head, if all is as whoever asks for it believes."""
    change = {"number": game_id, "after": after, "head": head, "position": position, "led": fence}
    if _ADVANCE.count(connection, change) == 1:
        return
    check_unfinished(connection, game_id, fence)
    raise _gone_on(game_id)


def _gone_on(game_id: int) -> ArchiveError:
    return ArchiveError(
        Text("game {number} has gone on: its last move is another one", number=game_id)
    )


def set_head(connection: Connection, game_id: int, move: int | None, position: str | None) -> None:
    """The main line ends at this move, or at the start, with this landmark."""
    connection.execute(_SET_HEAD, {"number": game_id, "head": move, "position": position})


def check_unfinished(connection: Connection, game_id: int, fence: int | None = None) -> None:
    """Raise `ArchiveError` if the game can't be changed; else nobody else can before the commit.

    Raises `Superseded` if the lead of its table has changed since it had this number.
    """
    row = connection.execute(_STANDING, {"number": game_id}).one_or_none()
    if row is None:
        raise ArchiveError(Text("there is no game {number} in the archive", number=game_id))
    if fence is not None and fence != row.fence:
        raise superseded(game_id)
    if row.ending != Ending.UNFINISHED:
        raise ArchiveError(
            Text(
                "game {number} has ended, so no move of it can be made or taken back",
                number=game_id,
            )
        )


def _ordinal(connection: Connection, game_id: int, move: int | None) -> int:
    """How far a move of this game is from the start."""
    if move is None:
        return 0
    found = select(moves.c.ordinal).where(moves.c.id == move, moves.c.game_id == game_id)
    ordinal: int | None = connection.scalar(found)
    if ordinal is None:
        raise ArchiveError(Text("game {number} has no move {move}", number=game_id, move=move))
    return ordinal


def insert_line(
    connection: Connection,
    game_id: int,
    parent: int | None,
    ordinal: int,
    entries: Sequence[MoveEntry],
) -> list[int]:
    """Moves that follow each other, the first after a parent with this ordinal; their numbers."""
    ids = new_move_ids(connection, len(entries))
    rows = [
        {**_move_row(game_id, above, entry), "id": number, "ordinal": ordinal + distance}
        for distance, (number, above, entry) in enumerate(
            zip(ids, [parent, *ids], entries, strict=False), start=1
        )
    ]
    if rows:
        connection.execute(_ADD_MOVES, rows)
    return ids


def _move_row(game_id: int, parent: int | None, entry: MoveEntry) -> dict[str, Any]:
    """A move as a row of its table, but for its number and its place."""
    values = (
        game_id,
        parent,
        entry.notation,
        entry.seat,
        entry.seconds,
        entry.at or datetime.now(UTC),
        entry.before,
        checked_marks(entry.mark),
        entry.comment,
        entry.landmark,
        entry.explanation.to_json() if entry.explanation else None,
    )
    return dict(zip(_MOVE, values, strict=True))


def new_move_ids(connection: Connection, count: int) -> list[int]:
    """Numbers for new moves, so that a whole line goes in at once.

    SQLite's writer has the file to itself until it commits; PostgreSQL hands numbers out.
    """
    if connection.dialect.name == "postgresql":
        sequence = "nextval(pg_get_serial_sequence('moves', 'id'))"
        numbers = connection.execute(
            text(f"SELECT {sequence} FROM generate_series(1, :count)"), {"count": count}
        )
        return sorted(numbers.scalars())
    last = connection.scalar(_LAST_MOVE) or 0
    return list(range(last + 1, last + 1 + count))


def add_variation(
    connection: Connection, game_id: int, after: int | None, entries: Sequence[MoveEntry]
) -> list[int]:
    """Hang moves on a move, or on the start; the head stays. Their numbers.

    As far as the same moves hang there already they are used again.
    """
    ordinal, parent, ids = _ordinal(connection, game_id, after), after, []
    for entry in entries:
        child = connection.scalar(
            select(func.min(moves.c.id)).where(
                moves.c.game_id == game_id,
                moves.c.parent_id.is_not_distinct_from(parent),
                moves.c.notation == entry.notation,
            )
        )
        if child is None:
            break
        parent = child
        ids.append(child)
    rest = entries[len(ids) :]
    return ids + insert_line(connection, game_id, parent, ordinal + len(ids), rest)


def checked_marks(marks: str) -> str:
    """Marks with single spaces. Raises `IgrotekaError` for one that is none."""
    if not marks:
        return marks
    for mark in marks.split():
        if not _MARK.fullmatch(mark):
            raise IgrotekaError(
                Text(
                    "{text} is no mark; marks are !, ?, !!, ??, !?, ?!, and $ with a number",
                    text=quoted(mark),
                )
            )
    return " ".join(marks.split())
