"""The help of every command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from igroteka.cli import app
from tests.snapshots.commands import igroteka, shown

WRONG = (
    ("frob",),
    ("match", "chess", "a", "b"),
    ("match", "durak", "random"),
    ("match", "durak", "random", "nobody"),
    ("match", "durak", "random", "random", "--games", "0"),
    ("match", "durak", "random", "random", "--option", "cards=7"),
    ("tournament", "draughts", "--bots", "random"),
    ("perft", "draughts"),
    ("replay", "nothing.jsonl"),
    ("replay", "7", "--db", "empty.sqlite"),
    ("export", "7", "--db", "empty.sqlite"),
    ("import", "nothing.pdn", "--db", "empty.sqlite"),
    ("archive", "--since", "yesterday", "--db", "empty.sqlite"),
    ("bridge", "score", "8NT="),
    ("bridge", "deal", "--where", "north: tall"),
    ("connect", "http://127.0.0.1/", "program"),
)
"""What is typed wrong, and refused in a sentence."""


def texts(folder: Path) -> dict[str, str]:
    """The help of all commands, and what is said to those who type something wrong."""
    helps = [igroteka(*words, "--help") for words in _commands(get_command(app))]
    rule = "\n" + "─" * 78 + "\n\n"
    refusals = [shown(*words, status=2) for words in WRONG]
    return {"help/help.txt": rule.join(helps), "help/refusals.txt": "\n".join(refusals)}


def _commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield words
    for name, inner in sorted(getattr(command, "commands", {}).items()):
        yield from _commands(inner, (*words, name))
