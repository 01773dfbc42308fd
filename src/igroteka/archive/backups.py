"""A copy of the archive while it is in use."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, Table, select
from sqlalchemy.exc import SQLAlchemyError

from igroteka.archive.columns import metadata
from igroteka.archive.copying import Row, copy_rows, ordered
from igroteka.archive.database import check_ours, check_there, make_engine, writing
from igroteka.archive.faults import ArchiveError, name_of, told
from igroteka.archive.handed_rules import Rules, hand_over
from igroteka.archive.schema import games, players
from igroteka.archive.sqlite_copy import copy_sqlite
from igroteka.archive.upgrading import migrate
from igroteka.basics.house_fault import HouseFault
from igroteka.text import Text


def back_up(source: URL, target: URL, rules: Rules, advance: Callable[[int], None]) -> None:
    """Copy an archive as it is at one moment, into a new file or an empty database.

    Raises `ArchiveError` if something is there, `HouseFault` if it can't be read or written.
    """
    check_there(source)
    check_ours(source)
    _check_empty(target, rules)
    try:
        if {source.get_backend_name(), target.get_backend_name()} == {"sqlite"}:
            _copy_file(source, target)
        else:
            _copy_database(source, target, rules, advance)
    except SQLAlchemyError as error:
        raise told("written", error, target) from error


def _check_empty(target: URL, rules: Rules) -> None:
    if target.get_backend_name() == "sqlite":
        if Path(target.database or "").exists():
            raise ArchiveError(
                Text("{name} is there already; name a new file", name=name_of(target))
            )
        return
    engine = _of_today(target, rules)
    with engine.connect() as connection:
        if any(connection.scalar(select(table.c.id).limit(1)) for table in (players, games)):
            raise ArchiveError(Text("{name} is not empty; name another", name=name_of(target)))
    engine.dispose()


def _copy_file(source: URL, target: URL) -> None:
    wanted = Path(target.database or "")
    try:
        wanted.parent.mkdir(parents=True, exist_ok=True)
        copy_sqlite(Path(source.database or ""), wanted)
    except (OSError, sqlite3.Error) as error:
        raise HouseFault(f"{name_of(source)} can't be copied to {wanted}: {error}") from error


def _of_today(url: URL, rules: Rules) -> Engine:
    engine = make_engine(url)
    hand_over(engine, rules)
    migrate(engine)
    return engine


def _copy_database(source: URL, target: URL, rules: Rules, advance: Callable[[int], None]) -> None:
    original, copy = _of_today(source, rules), _of_today(target, rules)
    tables = ordered(metadata.tables.values())
    with _at_one_moment(original) as reading, writing(copy) as connection:

        def rows(table: Table) -> Iterable[Row]:
            found = select(table).order_by(*table.primary_key)
            streamed = reading.execution_options(yield_per=1000).execute(found)
            return (dict(row) for row in streamed.mappings())

        refused = copy_rows(rows, connection, tables, advance)
    original.dispose()
    copy.dispose()
    if refused:
        many = ", ".join(f"{count} of {name}" for name, count in refused.items())
        raise HouseFault(f"the copy lacks rows that {name_of(source)} should not have: {many}")


def _at_one_moment(engine: Engine) -> Connection:
    """A connection that does not see what is written while it reads; SQLite's never do."""
    level = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    return engine.connect().execution_options(**level)
