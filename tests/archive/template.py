"""New archives of tests: their tables are made once in each process and copied from then on.

What a test does with an archive is the same; that a new one is made of all migrations is the
matter of `test_schema.py` and `test_upgrade.py`, and of every process that a test starts.
"""

from __future__ import annotations

import sqlite3
import tempfile
import threading
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from igroteka import registry
from igroteka.archive import Archive, database, store, upgrading

_LOCK = threading.RLock()
_SET_UP = database._set_up_sqlite


@cache
def _template() -> bytes:
    """A file of SQLite with all tables and nothing in them."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as real:
        make_tables_anew(real)
        file = Path(folder) / "template.sqlite"
        Archive.open(str(file), registry).close()
        return file.read_bytes()


def copy_tables(patch: pytest.MonkeyPatch) -> None:
    """From now on a new file gets its tables from a copy, and waits for no disk."""
    patch.setattr(store, "migrate", _migrate)
    patch.setattr(database, "_set_up_sqlite", _set_up)


def make_tables_anew(patch: pytest.MonkeyPatch) -> None:
    """From now on a new file's tables are made by migrations, as they are for people."""
    patch.setattr(store, "migrate", upgrading.migrate)
    patch.setattr(database, "_set_up_sqlite", _SET_UP)


def _migrate(engine: Engine) -> str | None:
    if engine.dialect.name == "sqlite":
        file = Path(engine.url.database or "")
        with _LOCK:
            if not file.stat().st_size:
                file.write_bytes(_template())
    return upgrading.migrate(engine)


def _set_up(connection: sqlite3.Connection, record: Any) -> None:
    _SET_UP(connection, record)
    connection.execute("PRAGMA synchronous = OFF")
