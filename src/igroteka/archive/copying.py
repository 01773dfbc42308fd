"""An archive copied row by row into an empty one, of the same database or the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from igroteka.archive.columns import metadata

BATCH = 1000
LATER = {"games": "head_id", "sittings": "other_id"}
"""Columns that name a row which comes later: they are filled in at the end."""

Row = Mapping[str, Any]
Rows = Callable[[Table], Iterable[Row]]
"""What reads a table."""


def ordered(tables: Iterable[Table]) -> list[Table]:
    """Tables, each after those that its rows name."""
    order = [table.name for table in metadata.sorted_tables]
    return sorted(
        (each for each in tables if each.name in order), key=lambda t: order.index(t.name)
    )


def copy_rows(
    rows: Rows, target: Connection, tables: Sequence[Table], advance: Callable[[int], None]
) -> dict[str, int]:
    """Store the rows of these tables; how many of each were refused, if any.

    A row is refused whose own values are broken, or which names one that is not there.
    """
    refused: dict[str, int] = {}
    pointed: dict[str, list[tuple[int, int]]] = {}
    for table in tables:
        later = LATER.get(table.name)
        points = pointed.setdefault(table.name, [])
        for batch in _batches(rows(table)):
            if later is not None:
                points += [(row["id"], row[later]) for row in batch if row[later] is not None]
                batch = [{**row, later: None} for row in batch]
            lost = _insert(target, table, batch)
            if lost:
                refused[table.name] = refused.get(table.name, 0) + lost
            advance(len(batch))
    for table in tables:
        _point(target, table, pointed[table.name])
    if target.dialect.name == "postgresql":
        _count_on(target, tables)
    return refused


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        yield batch


def _insert(target: Connection, table: Table, batch: Sequence[Row]) -> int:
    """Store rows together, or if one of them is refused one by one; how many were."""
    try:
        with target.begin_nested():
            target.execute(insert(table), batch)
        return 0
    except (SQLAlchemyError, ValueError, TypeError):
        if len(batch) == 1:
            return 1
        return sum(_insert(target, table, [row]) for row in batch)


def _point(target: Connection, table: Table, points: Sequence[tuple[int, int]]) -> None:
    """Name the later rows; where one is not there, the last move that is stands for it."""
    column = LATER.get(table.name)
    for row, other in points:
        naming = update(table).where(table.c.id == row)
        try:
            with target.begin_nested():
                target.execute(naming.values({column: other}))
        except SQLAlchemyError:
            if table.name == "games":
                moves = table.metadata.tables["moves"]
                last = select(func.max(moves.c.id)).where(moves.c.game_id == row)
                target.execute(naming.values({column: last.scalar_subquery()}))


def _count_on(target: Connection, tables: Iterable[Table]) -> None:
    """Let PostgreSQL number what comes next after what is there."""
    for table in tables:
        if "id" in table.c and table.c.id.autoincrement and table.c.id.type.python_type is int:
            sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
            target.execute(text(f"SELECT setval({sequence}, max(id)) FROM {table.name}"))
