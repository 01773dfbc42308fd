"""What the page asks of a board is documented, and a page asks a board for nothing else."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
BASE = ROOT / "src" / "igroteka" / "web" / "static" / "board.js"
ASKED = re.compile(r"\bboard\.(\w+)|\bBoard\.(\w+)|board\.constructor\.(\w+)")
CALLERS = ("table.js", "review.js", "puzzle.js", "moves.js", "standing.js")


def hooks() -> set[str]:
    """The members of the base of all boards."""
    text = BASE.read_text(encoding="utf-8")
    return set(re.findall(r"^  (?:static |get )?(\w+)(?: =|\(.*\) \{)", text, re.MULTILINE))


def test_every_hook_of_a_board_is_documented() -> None:
    told = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    assert {name for name in hooks() - {"constructor"} if f"`{name}`" not in told} == set()


def test_pages_ask_a_board_for_nothing_else() -> None:
    asked = {
        name
        for script in CALLERS
        for names in ASKED.findall((BASE.parent / script).read_text(encoding="utf-8"))
        for name in names
        if name
    }
    assert asked - hooks() - {"constructor", "js"} == set()
