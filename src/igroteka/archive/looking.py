"""An archive opened to be looked at: nothing in it is changed, whatever release it is of."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from igroteka.archive.database import (
    archive_url,
    check_ours,
    check_there,
    make_engine,
    reading_engine,
    writing,
)
from igroteka.archive.faults import ArchiveError, name_of, told
from igroteka.archive.handed_rules import Rules, hand_over
from igroteka.archive.schema import REVISION
from igroteka.archive.sqlite_copy import copy_sqlite
from igroteka.archive.upgrading import bring_to, check_known, revision
from igroteka.basics.house_fault import HouseFault
from igroteka.text import Text


@contextmanager
def looked_at(url: URL, rules: Rules) -> Iterator[Connection]:
    """A connection that only reads; to a copy, where tables of an earlier release must change.

    Raises `ArchiveError` for what is no archive or can't be looked at so, `HouseFault` for one that
    can't be read.
    """
    check_there(url)
    check_ours(url)
    engine = reading_engine(url)
    hand_over(engine, rules)
    try:
        with engine.connect() as connection:
            present = revision(connection)
            if present == REVISION:
                yield connection
                return
        with _brought_up_to_date(url, present, rules) as copy, copy.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise told("read", error, url) from error
    finally:
        engine.dispose()


@contextmanager
def _brought_up_to_date(url: URL, present: str | None, rules: Rules) -> Iterator[Engine]:
    if present is not None:
        check_known(present)
    if url.get_backend_name() != "sqlite" or present is None:
        raise ArchiveError(
            Text(
                "{name} is of an earlier release or empty; open it once, like igroteka archive "
                "--db {name}, and it is brought up to date",
                name=name_of(url),
            )
        )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "copy.sqlite"
        try:
            copy_sqlite(Path(url.database or ""), file)
        except (OSError, sqlite3.Error) as error:
            raise HouseFault(f"{name_of(url)} can't be copied to be looked at: {error}") from error
        engine = make_engine(archive_url(str(file)))
        hand_over(engine, rules)
        try:
            with writing(engine) as connection:
                bring_to(connection, REVISION)
            yield engine
        finally:
            engine.dispose()
