"""What goes wrong with the archive itself: told to who keeps the house, hidden from visitors."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import URL
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from igroteka.basics.house_fault import NOT_NOW, NOT_STORED, HouseFault
from igroteka.contract import IgrotekaError
from igroteka.text import Text

Doing = Literal["opened", "read", "written"]
"""What was attempted."""

BUSY_SECONDS = 30
"""How long one process waits for another that is writing."""

DAMAGED = (
    "{name} is damaged ({text}); go back to a backup, or save what can still be read: "
    "igroteka archive repair --db {name} --to NEW_FILE"
)
REMEDIES = {
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_READONLY": "{name} may only be read here; let this user write it and its folder, or "
    "name another archive with --db",
    "SQLITE_CANTOPEN": "{name} can't be opened; it must be a file in a folder that this user may "
    "write",
    "SQLITE_FULL": "there is no room left where {name} is; make some and try again",
    "SQLITE_IOERR": "the disk refuses to read or write {name}; see whether it is full or broken",
    "SQLITE_BUSY": f"another program has been writing {{name}} for {BUSY_SECONDS} s; end it and "
    "try again",
    "53100": "the disk of the database {name} is full; make room and try again",
    "25006": "the database {name} may only be read; let it be written, or name another with --db",
    "3D000": "there is no database {name}; make it (createdb), or name another with --db",
    "28P01": "the database {name} refuses this user or password; look at --db",
    "28000": "the database {name} refuses this user; look at --db",
}
"""What to do, by the beginning of the name that SQLite has for a failure, or PostgreSQL's code."""
SILENT = "the database {name} does not answer ({text}); start it, or look at --db"
OTHERWISE = "the archive {name} can't be {doing}: {text}"


class ArchiveError(IgrotekaError):
    """The archive is not one, or has not what it was asked for."""


def name_of(url: URL) -> str:
    """Where an archive is, without a password."""
    file = url.database if url.get_backend_name() == "sqlite" else None
    return file or url.set(drivername="postgresql").render_as_string(hide_password=True)


def told(doing: Doing, error: SQLAlchemyError, url: URL) -> ArchiveError | HouseFault:
    """What a database refused: a fault of its own, or what it was handed and can't hold."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    text = next(iter(str(cause).strip().splitlines()), "no reason given")
    if isinstance(error, IntegrityError | DataError):
        return ArchiveError(Text("the archive can't hold this as it is; look again"))
    reason = _remedy(cause).format(name=name_of(url), doing=doing, text=text)
    return HouseFault(reason, NOT_STORED if doing == "written" else NOT_NOW)


def _remedy(cause: BaseException | None) -> str:
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    if code is None:
        return SILENT if hasattr(cause, "sqlstate") else OTHERWISE
    return next((words for key, words in REMEDIES.items() if code.startswith(key)), OTHERWISE)
