"""Tables brought up to date, after a copy of what they were."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, select, table, text
from sqlalchemy import column as named_column

from igroteka.archive.database import writing
from igroteka.archive.faults import ArchiveError, name_of
from igroteka.archive.schema import REVISION
from igroteka.archive.sqlite_copy import copy_sqlite
from igroteka.basics.house_fault import HouseFault
from igroteka.text import Text

_LOCK = 0x1670_7EC4
_VERSION = table("alembic_version", named_column("version_num"))


def migrate(engine: Engine) -> str | None:
    """Bring the tables up to date; where a copy of what they were is, if they were another.

    Raises `ArchiveError` if they are newer than this program.
    """
    with engine.connect() as connection:
        if revision(connection) == REVISION:
            return None
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        present = revision(connection)
        if present == REVISION:
            return None
        copy = None if present is None else _copy(connection, present)
        bring_to(connection, REVISION)
        return copy


def revision(connection: Connection) -> str | None:
    """Which revision the tables are of; None where there are none."""
    if not inspect(connection).has_table(_VERSION.name):
        return None
    return connection.scalar(select(_VERSION.c.version_num))


def bring_to(connection: Connection, wanted: str) -> None:
    """Make the tables those of a revision, of none or an earlier one."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, wanted)


def check_known(present: str) -> None:
    """Raise `ArchiveError` for a revision that this program does not know."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(Path(__file__).parent / "migrations"))
    if present not in {script.revision for script in scripts.walk_revisions()}:
        raise ArchiveError(
            Text(
                "this archive was made by a newer Igroteka; open it with that one, or name "
                "another with --db"
            )
        )


def _copy(connection: Connection, present: str) -> str:
    """Keep the archive as it is before its tables change; where that is."""
    check_known(present)
    if connection.dialect.name == "sqlite":
        file = Path(connection.engine.url.database or "")
        kept = file.with_name(f"{file.name}.before-{REVISION}")
        try:
            copy_sqlite(file, kept)
        except (OSError, sqlite3.Error) as error:
            raise HouseFault(
                f"{file} can't be copied to {kept} before its tables change: {error}"
            ) from error
        return str(kept)
    schema = f"before_{REVISION}"
    connection.execute(text(f"DROP SCHEMA IF EXISTS {schema} CASCADE"))
    connection.execute(text(f"CREATE SCHEMA {schema}"))
    for name in inspect(connection).get_table_names():
        connection.execute(text(f"CREATE TABLE {schema}.{name} AS TABLE {name}"))
    return f"schema {schema} of {name_of(connection.engine.url)}"
