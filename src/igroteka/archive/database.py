"""Where the archive lives and how it is spoken to: SQLite in a file, or PostgreSQL by URL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event, table
from sqlalchemy import column as named_column
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from igroteka.archive.columns import metadata
from igroteka.archive.faults import BUSY_SECONDS, ArchiveError
from igroteka.archive.prepared import run
from igroteka.basics.house_fault import HouseFault
from igroteka.text import Text, quoted

VARIABLE = "IGROTEKA_DB"
"""The environment variable that names the archive where no URL is given."""

_MIGRATION_LOCK = 0x1670_7EC4
_VERSION = table("alembic_version", named_column("version_num"))


def archive_url(given: str | None) -> URL:
    """The database that a URL or a file's path names; without one, that of the user."""
    name = given or os.environ.get(VARIABLE) or str(_usual_file())
    if "://" not in name:
        return URL.create("sqlite", database=name)
    try:
        url = make_url(name)
    except (ArgumentError, ValueError) as error:
        raise ArchiveError(
            Text("{name} is no database URL: {reason}", name=quoted(name), reason=str(error))
        ) from None
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite":
        raise ArchiveError(
            Text(
                "{name} is no database that can keep an archive; give a file, or a URL "
                "like postgresql://user@host/name",
                name=quoted(name),
            )
        )
    if not url.database or url.database == ":memory:":
        raise ArchiveError(Text("an archive in memory would forget everything; name a file"))
    return url


def _usual_file() -> Path:
    return platformdirs.user_data_path("igroteka") / "archive.sqlite"


def check_there(url: URL) -> None:
    """Raise `ArchiveError` for a file that is not there, before one is made of the name."""
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise ArchiveError(Text("there is no archive {name}", name=quoted(url.database or "")))


def make_engine(url: URL) -> Engine:
    """The engine for an archive, set up so that what is committed stays."""
    if url.get_backend_name() == "sqlite":
        assert url.database is not None
        _make_file(Path(url.database))
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 10})


def check_ours(url: URL) -> None:
    """Raise `ArchiveError` for a file of SQLite that is somebody else's, before it is written."""
    file = Path(url.database or "")
    if url.get_backend_name() != "sqlite" or not file.is_file():
        return
    try:
        with closing(_read_only(file)) as connection:
            found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            names = {name for (name,) in found if not name.startswith("sqlite_")}
    except sqlite3.Error:
        return  # who opens it is told what is wrong with it
    if names and not (_VERSION.name in names and names & set(metadata.tables)):
        raise ArchiveError(
            Text(
                "{name} is a database of something else, and no archive; name another with --db",
                name=quoted(str(file)),
            )
        )


def reading_engine(url: URL, damaged: bool = False) -> Engine:
    """An engine that changes nothing in a file; of a damaged one also what is cut off is read."""
    if url.get_backend_name() != "sqlite":
        return make_engine(url)
    engine = create_engine(url, creator=lambda: _read_only(Path(url.database or ""), damaged))
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _read_only(file: Path, damaged: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS, isolation_level=None
    )
    if damaged:  # otherwise a file that is shorter than it says is refused as a whole
        connection.execute("PRAGMA writable_schema = ON")
    return connection


def _make_file(file: Path) -> None:
    """A new file is its owner's alone, for it holds the digests of passwords."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.touch(mode=0o600)
    except OSError as error:
        raise HouseFault(f"{file} can't be made: {error.strerror}") from error


def _set_up_sqlite(connection: Any, _: object) -> None:
    # The driver must not begin transactions by itself, or savepoints do not work.
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the lock at once, so that it waits its turn instead of failing later."""
    writes = connection.get_execution_options().get("writes", False)
    run(connection, "BEGIN IMMEDIATE" if writes else "BEGIN").close()


class WritingConnection:
    """The connection of who writes again and again.

    That to a file is kept from one commit to the next. One to a server, which may have been lost
    since, is taken from the pool every time, and the pool looks.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._keeps = engine.dialect.name == "sqlite"
        self._kept: Connection | None = None

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction that may write; committed at the end. After a failure it is taken anew."""
        connection = self._kept or self._engine.connect().execution_options(writes=True)
        self._kept = None
        try:
            with connection.begin():
                yield connection
        except BaseException:
            connection.close()
            raise
        if self._keeps:
            self._kept = connection
        else:
            connection.close()

    def close(self) -> None:
        """Keep none."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that may write; committed at the end."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection
