"""File formats: how games are read from files and written to them.

A game names its own in its manifest; nothing else is needed for `igroteka import` and `igroteka
export` to know them. The house's own format, for every game, is in `json_lines.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from igroteka.records.annotations import AnnotatedGame
from igroteka.text import Text, plural


class Problem(NamedTuple):
    """A game, or a piece of a file, that was refused; the rest of the file is read all the same."""

    line: int
    """The line of the file, from 1, at which it went wrong."""
    reason: Text
    """Why, for the person whose file it is."""
    others: int = 0
    """How often the same is wrong further on, where that is not told each time."""

    @property
    def where(self) -> Text:
        """The line, and how many others have the same problem."""
        if not self.others:
            return Text("line {number}", number=self.line)
        return plural(
            "line {number} and {count} other",
            "line {number} and {count:,} others",
            count=self.others,
            number=self.line,
        )

    @property
    def sentence(self) -> Text:
        """Where it went wrong and why."""
        return Text("{where}: {reason}", where=self.where, reason=self.reason)

    def __str__(self) -> str:
        return str(self.sentence)


class Format(Protocol):
    """One way to keep games in a file."""

    @property
    def name(self) -> str:
        """The word for `--format`."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How names of such files end, in lower case with the dot; the first is the usual one."""

    def read(self, data: bytes) -> Iterator[AnnotatedGame | Problem]:
        """The games of a file in their order, and what was refused. Never raises for bad content.

        Every game that is yielded follows the rules: its record replays. What was played to make
        sure of that is handed over in `AnnotatedGame.replay`.
        """

    def write(self, games: Iterable[AnnotatedGame]) -> str:
        """The text of a file that reads back as these games.

        Raises `IgrotekaError` for a game that the format can't keep.
        """
