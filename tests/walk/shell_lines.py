"""The shell lines and other pieces of code that stand in the README and in the docs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
SHELL = ("", "sh")
"""Languages of blocks in which shell lines may stand."""
PROMPT = "$ "
OURS = re.compile(r"(igroteka|make|python3|pytest|pip|pipx|py|dask|openssl|sudo|cd|\w+db|adduser) ")
"""How a line begins that somebody types, in a block that tells no language and has no prompt."""


class Block(NamedTuple):
    """A piece of code of a page."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.name}:{self.line}"


class Line(NamedTuple):
    """A line that somebody types."""

    block: Block
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.block.place}: {shlex.join(self.words)}"


def blocks(page: Path) -> Iterator[Block]:
    """The pieces of code of a page, in their order."""
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^( *)```(\w*)\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, found.start()) + 2
        yield Block(page, line, found[2], found[3])


def shell_lines(block: Block) -> Iterator[Line]:
    """What is typed there, without comments. Raises `ValueError` for what no shell would read."""
    if block.language not in SHELL:
        return
    lines = [line.strip() for line in block.text.splitlines()]
    prompted = [line.removeprefix(PROMPT) for line in lines if line.startswith(PROMPT)]
    for line in prompted or [line for line in lines if OURS.match(f"{line} ")]:
        yield Line(block, tuple(_read(block, line)))


def _read(block: Block, line: str) -> list[str]:
    try:
        words = list(shlex.shlex(line, posix=True, punctuation_chars=True))
        if any(set(word) <= set("();<>|&") for word in words if word not in ("&&",)):
            raise ValueError("a shell takes its signs for its own")
        return shlex.split(line, comments=True)
    except ValueError as error:
        raise ValueError(f"{block.place}: {line}: {error}") from error
