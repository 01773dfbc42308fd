"""What the archive costs: moves stored through its writer against bare rows of SQLite."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measuring import Figure, rate
from igroteka import registry
from igroteka.archive import Archive, move_tree, updates
from igroteka.archive.models import MoveEntry, NewGame
from igroteka.registry import make_game

PLAYERS = (("Papa", "person"), ("Masha", "person"))
START = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"
ENTRY = MoveEntry("c3-d4", 0, 1.5, START)
ROW = (1, 1, "c3-d4", 0, 1.5, "2026-11-15 12:00:00", "", "", "", START)
GROUP = 1000
LINE = 100
"""Moves that are handed to the writer together, as an import does."""

TABLE = """
CREATE TABLE moves (
    id INTEGER PRIMARY KEY, game_id INTEGER, ordinal INTEGER, notation TEXT, seat INTEGER,
    seconds REAL, at TEXT, before TEXT, mark TEXT, comment TEXT, landmark TEXT)
"""
INSERT = """
INSERT INTO moves (game_id, ordinal, notation, seat, seconds, at, before, mark, comment, landmark)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


class Tables:
    """Games that are played at the same time, with the last move of each."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        new = NewGame("draughts", make_game("draughts", {}).options, START, PLAYERS)
        begun = [archive.write(updates.begin_game, new) for _ in range(GROUP)]
        self.last: dict[int, int | None] = {future.result(): None for future in begun}

    def one_moves(self) -> int:
        """A move at one table, stored before the next one."""
        number, last = next(iter(self.last.items()))
        self.last[number] = self.archive.apply(move_tree.add_move, number, last, ENTRY)
        return 1

    def all_move(self) -> int:
        """A move at every table, before any of them is waited for."""
        waiting = {
            number: self.archive.write(move_tree.add_move, number, last, ENTRY)
            for number, last in self.last.items()
        }
        for number, future in waiting.items():
            self.last[number] = future.result()
        return len(waiting)

    def lines_come_in(self) -> int:
        """Whole lines of moves, as from a file."""
        number = next(iter(self.last))
        waiting = [
            self.archive.write(move_tree.insert_line, number, None, 0, [ENTRY] * LINE)
            for _ in range(GROUP // LINE)
        ]
        return sum(len(future.result()) for future in waiting)


def figures() -> list[Figure]:
    """Moves a second: each in its own commit, at a thousand tables at once, in whole lines."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        file = Path(folder) / "archive.sqlite"
        with (
            _bare(Path(folder) / "bare.sqlite") as bare,
            Archive.open(str(file), registry) as archive,
        ):

            def rows(count: int) -> int:
                bare.execute("BEGIN IMMEDIATE")
                bare.executemany(INSERT, [ROW] * count)
                bare.execute("COMMIT")
                return count

            tables = Tables(archive)
            one = rate(tables.one_moves), rate(lambda: rows(1))
            many = rate(tables.all_move), rate(lambda: rows(GROUP))
            lines = rate(tables.lines_come_in), rate(lambda: rows(GROUP))
    return [
        Figure("archive, one table", "moves/s", one[0], "bare rows, a commit each", one[1]),
        Figure("archive, 1000 tables at once", "moves/s", many[0], "bare rows by 1000", many[1]),
        Figure("archive, whole games", "moves/s", lines[0], "bare rows by 1000", lines[1]),
    ]


@contextmanager
def _bare(file: Path) -> Iterator[sqlite3.Connection]:
    """The least that stores as safely: one table with the same pragmas and the same index."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(TABLE)
    connection.execute("CREATE INDEX by_landmark ON moves (landmark, game_id)")
    try:
        yield connection
    finally:
        connection.close()
