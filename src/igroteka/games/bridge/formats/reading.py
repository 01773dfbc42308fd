"""What reading a file gives: the games, and what was wrong with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from igroteka.games.bridge.formats.game import GameText
from igroteka.records.folding import SAME, Kind, kind_of
from igroteka.records.formats import Problem
from igroteka.text import Text, quoted

_CHARSET: Final = re.compile(
    rb"^%.*charset=((?:iso|windows|cp|koi8|latin|mac|utf)[\w-]*)", re.IGNORECASE | re.MULTILINE
)
_CYRILLIC: Final = re.compile(rb"[\xa8\xb8\xc0-\xff]{3,}")
_LONG: Final = 120
"""What is longer is not quoted whole."""


@dataclass
class Reading:
    """Everything that a file holds."""

    games: list[GameText] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _told: dict[Kind, list[int]] = field(default_factory=dict)
    """The places of the problems of each kind."""
    _lines: set[int] = field(default_factory=set)
    """Lines of which something is told already."""
    _stray: int = 0

    def stray(self, line: int, reason: Text) -> None:
        """Note words that belong to nothing, once a line; all of a kind are one problem."""
        if line != self._stray and line not in self._lines:
            self._stray = line
            self._tell(line, reason, 1)

    def report(self, line: int, reason: Text, lost: bool = False) -> None:
        """Note a problem, and whether the whole game is lost by it."""
        if lost:
            reason = Text("{reason}; the game is left out", reason=reason)
        self._tell(line, reason, SAME)

    def in_order(self) -> Reading:
        """The same, its problems by their lines; nothing is told after that."""
        self.problems.sort(key=lambda problem: problem.line)
        return self

    def _tell(self, line: int, reason: Text, most: int) -> None:
        places = self._told.setdefault(kind_of(reason), [])
        if len(places) < most:
            places.append(len(self.problems))
            self.problems.append(Problem(line, reason))
            self._lines.add(line)
        else:
            first = self.problems[places[-1]]
            self.problems[places[-1]] = first._replace(others=first.others + 1)


def excerpt(text: str) -> Text:
    """What a file says, in quotes, cut short where it is long."""
    return quoted(text if len(text) <= _LONG else f"{text[:_LONG]}…")


def decoded(content: bytes) -> str:
    """The text of a file: by its byte-order mark or charset, else UTF-8, else of one byte.

    Among one-byte codes a file with runs of upper letters is taken for Cyrillic (Windows-1251),
    any other for Western (Windows-1252).
    """
    for mark, code in (
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16"),
        (b"\xfe\xff", "utf-16"),
    ):
        if content.startswith(mark):
            return content.decode(f"{code}-sig" if code == "utf-8" else code, errors="replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    if match := _CHARSET.search(content):
        try:
            return content.decode(match[1].decode("ascii"))
        except (LookupError, UnicodeError):
            pass
    code = "cp1251" if _CYRILLIC.search(content) else "cp1252"
    return content.decode(code, errors="replace")
