"""What can still be read of a damaged file, saved into a new one."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Engine,
    MetaData,
    RowMapping,
    Table,
    func,
    inspect,
    literal_column,
    select,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.types import NullType

from igroteka.archive.copying import Row, copy_rows, ordered
from igroteka.archive.database import check_there, make_engine, reading_engine, writing
from igroteka.archive.faults import ArchiveError, name_of
from igroteka.archive.handed_rules import Rules, hand_over
from igroteka.archive.schema import REVISION
from igroteka.archive.upgrading import bring_to, check_known, revision
from igroteka.basics.house_fault import HouseFault
from igroteka.text import Text

AT_ONCE = 1000
STEPS = 500
"""Numbers in a row under which nothing can be read, after which there are leaps."""
LEAPS = 40
"""Leaps, each twice as far, after which a table is given up."""
ROW: ColumnElement[int] = literal_column("rowid")


@dataclass
class Saved:
    """What became of the rows."""

    rows: int
    unreadable: int
    """Places at which reading failed; behind each there may have been one row or none."""
    refused: dict[str, int]
    """Rows that were read and belong to nothing that was, by table."""
    missing: list[str] = field(default_factory=list)
    """Tables that are not there at all."""


def salvage(source: URL, target: URL, rules: Rules, advance: Callable[[int], None]) -> Saved:
    """Read row after row, stepping over what can't be, and store them in a new file.

    Raises `ArchiveError` where that can't be done, `HouseFault` if nothing can be read.
    """
    if {source.get_backend_name(), target.get_backend_name()} != {"sqlite"}:
        raise ArchiveError(Text("only archives in files are repaired; a server has its own tools"))
    check_there(source)
    if Path(target.database or "").exists():
        raise ArchiveError(Text("{name} is there already; name a new file", name=name_of(target)))
    original, copy = reading_engine(source, damaged=True), make_engine(target)
    hand_over(copy, rules)
    try:
        return _saved(original, copy, advance)
    except BaseException as error:
        Path(target.database or "").unlink(missing_ok=True)
        if isinstance(error, SQLAlchemyError):
            raise _hopeless(source) from error
        raise
    finally:
        original.dispose()
        copy.dispose()


def _saved(original: Engine, copy: Engine, advance: Callable[[int], None]) -> Saved:
    with original.connect() as reading:
        present = _revision(reading)
        with writing(copy) as connection:
            bring_to(connection, present)
        saved = _save(reading, copy.connect().execution_options(writes=True), advance)
    if not saved.rows:
        raise _hopeless(original.url)
    with writing(copy) as connection:
        bring_to(connection, REVISION)
    return saved


def _hopeless(source: URL) -> HouseFault:
    return HouseFault(f"nothing of {name_of(source)} can be read; only a backup helps")


def _revision(reading: Connection) -> str:
    """The revision of its tables; this program's, where that can't be read."""
    try:
        present = revision(reading) or REVISION
    except SQLAlchemyError:
        return REVISION
    check_known(present)
    return present


def _save(reading: Connection, target: Connection, advance: Callable[[int], None]) -> Saved:
    saved = Saved(0, 0, {})
    known = MetaData()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an index by an expression is not needed to store rows
        known.reflect(target.engine)
    for table in known.tables.values():
        for column in table.columns:
            column.type = NullType()  # what is stored goes over as it is

    def count(rows: int) -> None:
        saved.rows += rows
        advance(rows)

    there = _tables(reading)

    def rows(table: Table) -> Iterator[Row]:
        if there is not None and table.name not in there:
            saved.missing.append(table.name)
            return iter(())
        return _readable(reading, table, saved)

    with target, target.begin():
        saved.refused = copy_rows(rows, target, ordered(known.tables.values()), count)
    saved.rows -= sum(saved.refused.values())
    return saved


def _tables(reading: Connection) -> set[str] | None:
    """The tables that the file has; None where that can't be read."""
    try:
        return set(inspect(reading).get_table_names())
    except SQLAlchemyError:
        return None


def _readable(reading: Connection, table: Table, saved: Saved) -> Iterator[Row]:
    """The rows of a table in their order, without those that can't be read."""
    after, at_once, barren, step = _first(reading, table) - 1, AT_ONCE, 0, 1
    while barren < STEPS + LEAPS:
        batch = _batch(reading, table, after, at_once)
        if batch is None:
            if at_once == 1:
                barren += 1
                saved.unreadable += 1
                step = 1 << max(0, barren - STEPS)
                after += step
            at_once = max(1, at_once // 2)
            continue
        if step > 1:  # a leap may have gone too far
            after, step = _first_readable(reading, table, after - step, after), 1
            continue
        if not batch:
            return
        for row in batch:
            yield {name: value for name, value in row.items() if name != "_row"}
        after, barren, at_once = batch[-1]["_row"], 0, min(AT_ONCE, 2 * at_once)


def _batch(
    reading: Connection, table: Table, after: int, count: int
) -> Sequence[RowMapping] | None:
    """The next rows behind a number; None if they can't be read."""
    found = select(ROW.label("_row"), table).where(after < ROW).order_by(ROW).limit(count)
    try:
        return reading.execute(found).mappings().all()
    except (SQLAlchemyError, ValueError):
        return None


def _first_readable(reading: Connection, table: Table, barren: int, readable: int) -> int:
    """The first number between these behind which something can be read."""
    while readable - barren > 1:
        middle = (barren + readable) // 2
        if _batch(reading, table, middle, 1) is None:
            barren = middle
        else:
            readable = middle
    return readable


def _first(reading: Connection, table: Table) -> int:
    try:
        return reading.scalar(select(func.min(ROW)).select_from(table)) or 1
    except SQLAlchemyError:
        return 1
