"""The archive that release 0.1 wrote, and what the command line tells of it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.snapshots.commands import igroteka, shown
from tests.snapshots.printing import pretty

ARCHIVE = Path(__file__).parent / "release_0_1.sqlite"
KNOWN = Path(__file__).parent / "release_0_1.json"
"""What the people of that archive know: the numbers of their games and their secrets."""
PASSWORD = "correct horse battery"
FORMATS = {"draughts": ("json", "pdn"), "bridge": ("json", "pbn", "lin")}
_ARCHIVE = ("--db", "games.db")
ASKED = ((), ("--page", "2"), ("--player", "Papa"), ("--unfinished",), ("--player", "Ivanov"))


def known() -> dict[str, Any]:
    """What was written down beside the archive."""
    found: dict[str, Any] = json.loads(KNOWN.read_text(encoding="utf-8"))
    return found


def copied(folder: Path) -> Path:
    """A copy of the archive, which may be changed."""
    return Path(shutil.copyfile(ARCHIVE, folder / "games.db"))


def games(path: Path) -> dict[int, str]:
    """The numbers of all games, and which game each is."""
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("select id, game from games order by id").fetchall())


def texts(folder: Path) -> dict[str, str]:
    """The list of games, and every game replayed and exported."""
    path = copied(folder)
    told = {"release/archive.txt": "".join(shown("archive", *words, *_ARCHIVE) for words in ASKED)}
    for number, game in games(path).items():
        name = f"release/{number:02}-{game}"
        told[f"{name}.txt"] = igroteka("replay", str(number), *_ARCHIVE)
        for format in FORMATS.get(game, ("json",)):
            text = igroteka("export", str(number), "--format", format, *_ARCHIVE)
            told[f"{name}.{format}"] = pretty(json.loads(text)) + "\n" if format == "json" else text
    return told
