"""The archive: every game that was played, kept and found again. No game is ever deleted.

`store.Archive` opens it; its one writer takes the functions of `updates.py`, `sittings.py`,
`accounts.py`, `tokens.py`, `sessions.py`, `remarks.py`, `verdicts.py` and `puzzles.py`, any thread
reads with those of `queries.py`, `search.py`, `sittings.py` and `puzzles.py`. `schema.py` says what
a row is, `importing.py` takes in whole games and `deduplication.py` knows those that are there.
`database.py` knows SQLite from PostgreSQL, `faults.py` tells what is wrong with them,
`upgrading.py` brings their tables up to date; `checking.py`, `backups.py` and `salvage.py` look
after what is there. It knows no rules: who opens it hands them over (`handed_rules.py`). It may
import records, basics and the contract.
"""

from igroteka.archive.faults import ArchiveError
from igroteka.archive.store import Archive

__all__ = ["Archive", "ArchiveError"]
