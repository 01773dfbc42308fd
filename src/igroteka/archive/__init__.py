"""The archive: every game that was played, kept and found again. Nothing in it is ever deleted.

`store.Archive` opens it; its one writer takes the functions of `changes.py`, `accounts.py`,
`tokens.py` and `remarks.py`, any thread reads with those of `queries.py` and `search.py`.
`schema.py` says what a row is, `filing.py` takes in whole games and `twins.py` knows those that are
there, `database.py` knows SQLite from PostgreSQL.
"""

from igroteka.archive.database import ArchiveError
from igroteka.archive.store import Archive

__all__ = ["Archive", "ArchiveError"]
