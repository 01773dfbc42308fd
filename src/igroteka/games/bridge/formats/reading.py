"""What reading a file gives: the games, and what was wrong with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from igroteka.games.bridge.formats.game import GameText
from igroteka.records.formats import Problem
from igroteka.text import Text

_CHARSET: Final = re.compile(rb"^%.*charset=([\w-]+)", re.IGNORECASE | re.MULTILINE)
_CYRILLIC: Final = re.compile(rb"[\xa8\xb8\xc0-\xff]{3,}")


@dataclass
class Reading:
    """Everything that a file holds."""

    games: list[GameText] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def stray(self, line: int, reason: Text) -> None:
        """Note words that belong to nothing, once a line."""
        if not any(problem.line == line for problem in self.problems):
            self.report(line, reason)

    def report(self, line: int, reason: Text, lost: bool = False) -> None:
        """Note a problem, and whether the whole game is lost by it."""
        if lost:
            reason = Text("{reason}; the game is left out", reason=reason)
        self.problems.append(Problem(line, reason))


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
        except (LookupError, UnicodeDecodeError):
            pass
    code = "cp1251" if _CYRILLIC.search(content) else "cp1252"
    return content.decode(code, errors="replace")
