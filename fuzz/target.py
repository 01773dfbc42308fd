"""A reader, and what it promises of every input."""

from __future__ import annotations

import ast
import importlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
CORPUS, FOUND = HERE / "corpus", HERE / "found"
"""Inputs that together reach all that was reached so far, a line of a reader's file each as Python
writes bytes; and a folder for each reader with those that broke something once."""
GROUPS: Final = ("files", "games", "bridge", "club", "players", "web", "wire")
"""The modules of `fuzz.readers`."""
MOST_SECONDS: Final = 1.0
"""Of the processor, for one input."""


class TooSlow(Exception):  # noqa: N818 - named after what is wrong
    """An input took a reader longer than anybody should wait."""


@dataclass(frozen=True)
class Target:
    """A reader with its promises: `read` raises for an input of which one is not kept."""

    name: str
    """Its group, a dot and a word."""
    read: Callable[[bytes], None]
    longest: int = 8192
    """Bytes of the longest input to try."""

    def tried(self, data: bytes) -> None:
        """Read an input. Raises whatever the reader should not have raised, or `TooSlow`."""
        begun = time.process_time()
        self.read(data)
        seconds = time.process_time() - begun
        if seconds > MOST_SECONDS:
            raise TooSlow(f"{self.name} took {seconds:.1f} s for {len(data)} bytes")

    @property
    def corpus(self) -> Path:
        """The file of its inputs."""
        return CORPUS / f"{self.name}.txt"

    def kept(self) -> Iterator[bytes]:
        """The inputs that are kept for it, in a fixed order."""
        if self.corpus.exists():
            yield from map(ast.literal_eval, self.corpus.read_text().splitlines())
        for path in sorted((FOUND / self.name).glob("*")):
            yield path.read_bytes()


def targets_of(group: str) -> tuple[Target, ...]:
    """The readers of a group."""
    found: tuple[Target, ...] = importlib.import_module(f"fuzz.readers.{group}").TARGETS
    return found


def all_targets() -> tuple[Target, ...]:
    """Every reader."""
    return tuple(target for group in GROUPS for target in targets_of(group))


def text_of(data: bytes) -> str:
    """An input as text; bytes that are none become a sign of their own."""
    return data.decode("utf-8", errors="replace")
