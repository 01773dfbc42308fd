"""Where the archive lives and how it is spoken to: SQLite in a file, or PostgreSQL by URL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event, inspect, select, table, text
from sqlalchemy import column as named_column
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from igroteka.archive.prepared import run
from igroteka.archive.schema import REVISION
from igroteka.contract import IgrotekaError
from igroteka.text import Text, quoted

VARIABLE = "IGROTEKA_DB"
"""The environment variable that names the archive where no URL is given."""

BUSY_SECONDS = 30
"""How long one process waits for another that is writing."""

_MIGRATION_LOCK = 0x1670_7EC4
_VERSION = table("alembic_version", named_column("version_num"))


class ArchiveError(IgrotekaError):
    """The archive can't be opened, read or written, or has not what it was asked for."""


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


def _make_file(file: Path) -> None:
    """A new file is its owner's alone, for it holds the digests of passwords."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.touch(mode=0o600)
    except OSError as error:
        raise ArchiveError(
            Text("{name} can't be made: {text}", name=file, text=error.strerror)
        ) from error


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


def migrate(engine: Engine) -> None:
    """Bring the tables up to date. Raises `ArchiveError` if they are newer than this program."""
    with engine.connect() as connection:
        if _revision(connection) == REVISION:
            return
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        if _revision(connection) != REVISION:
            _upgrade(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalar(select(_VERSION.c.version_num))


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    present = _revision(connection)
    if present is not None and present not in known:
        raise ArchiveError(Text("this archive was made by a newer Igroteka; it needs that one"))
    command.upgrade(config, REVISION)


def plain_error(doing: str, error: SQLAlchemyError) -> ArchiveError:
    """What a database refused, as a sentence: `doing` is "read" or "written"."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    lines = str(cause).strip().splitlines()
    return ArchiveError(
        Text(
            "the archive can't be {doing}: {text}",
            doing=doing,
            text=lines[0] if lines else "no reason given",
        )
    )
