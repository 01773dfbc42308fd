"""A file of SQLite copied while it is in use."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy what is committed in a file, however many write it meanwhile.

    The copy has its name only when it is whole and on the disk. Raises `sqlite3.Error` or
    `OSError`, also where the original is damaged.
    """
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as original,
            closing(sqlite3.connect(part)) as copy,
        ):
            original.backup(copy)
            (problem,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if problem != "ok":
                raise sqlite3.DatabaseError(problem)
        _sync(part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    _sync(target.parent)


def _sync(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk."""
    if os.name == "nt" and path.is_dir():
        return  # there a folder can't be opened
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
