"""PBN, first step: a file's text as tags, comments, words and empty lines, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from igroteka.games.bridge.formats.game import MANDATORY
from igroteka.games.bridge.formats.reading import Reading, excerpt
from igroteka.text import Text


class Kind(Enum):
    """What an element of a file is."""

    TAG = auto()
    COMMENT = auto()
    WORDS = auto()
    EMPTY_LINE = auto()


class Element(NamedTuple):
    """One element; a tag has its name and its value, a comment its text as value."""

    kind: Kind
    line: int
    value: str = ""
    name: str = ""
    words: tuple[str, ...] = ()
    """Words that follow each other on a line."""


_NAMES: Final = {name.lower(): name for name in (*MANDATORY, "Auction", "Play", "Note")}
"""Tags that are known whatever the case of their letters."""
_TAG_LINE: Final = re.compile(r'\[([A-Za-z_]\w*) "([^"\\\t\n]*)"\] *\n')
_WORDS_LINE: Final = re.compile(r"[A-Za-z0-9*$=+ -]+\n")
"""Most lines of a file are one of these; any other takes a closer look."""
_TAG_OPENS: Final = re.compile(r'\[\s*([A-Za-z_]\w*)\s*"')
_TAG_CLOSES: Final = re.compile(r'"\s*\]')
_TAG_LIKE: Final = re.compile(r"\[\s*[A-Za-z_]\w*[^\n]*")
_NEXT_TAG: Final = re.compile(r'^[ \t]*\[\s*[A-Za-z_]\w*\s*"', re.MULTILINE)
_NEXT_BOARD: Final = re.compile(
    r'^[ \t]*\[\s*(?:Event|Board|Deal)\s*"', re.MULTILINE | re.IGNORECASE
)
_CLOSING: Final = re.compile("}")
_NEWLINE: Final = re.compile(r"\n")
_EMPTY_LINE: Final = re.compile(r"[^\S\n]*\n")
_SPACE: Final = re.compile(r"(?:[^\S\n]|[\x00\x1a])+")
"""With what old systems end a file by."""
_WORD: Final = re.compile(r'"[^"\n]*"|[^\s{;\[\x00\x1a]+')
_ESCAPE: Final = re.compile(r'\\([\\"])')


def elements(text: str, reading: Reading) -> Iterator[Element]:
    """The elements of a file in their order; what can't be one is reported and skipped."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _Lexer(lines if lines.endswith("\n") else f"{lines}\n", reading).run()


class _Lexer:
    def __init__(self, text: str, reading: Reading) -> None:
        self.text = text
        """It ends with the end of a line."""
        self.reading = reading
        self.at = 0
        self.line = 1
        self._ahead: dict[re.Pattern[str], re.Match[str] | None] = {}
        """What was found of each pattern last, so that no stretch is searched twice."""

    def run(self) -> Iterator[Element]:
        while self.at < len(self.text):
            if self.at == 0 or self.text[self.at - 1] == "\n":
                if tag := _TAG_LINE.match(self.text, self.at):
                    yield Element(Kind.TAG, self.line, tag[2], _known(tag[1]))
                    self._next_line(tag.end())
                    continue
                if (line := _WORDS_LINE.match(self.text, self.at)) and (words := line[0].split()):
                    yield Element(Kind.WORDS, self.line, words=tuple(words))
                    self._next_line(line.end())
                    continue
                if self.text[self.at] == "%":
                    self._next_line(self._end_of_line() + 1)
                    continue
                if empty := _EMPTY_LINE.match(self.text, self.at):
                    yield Element(Kind.EMPTY_LINE, self.line)
                    self._next_line(empty.end())
                    continue
            if space := _SPACE.match(self.text, self.at):
                self.at = space.end()
            elif self.text[self.at] == "\n":
                self._next_line(self.at + 1)
            else:
                yield from self._element()

    def _element(self) -> Iterator[Element]:
        line, character = self.line, self.text[self.at]
        if character == "{":
            yield Element(Kind.COMMENT, line, self._braced())
        elif character == ";":
            end = self._end_of_line()
            yield Element(Kind.COMMENT, line, self.text[self.at + 1 : end].strip())
            self._move(end)
        elif match := _TAG_OPENS.match(self.text, self.at):
            value = self._tag_value(match.end())
            if value is not None:
                yield Element(Kind.TAG, line, value, _known(match[1]))
        elif match := _TAG_LIKE.match(self.text, self.at):
            self.reading.report(
                line, Text("the tag {text} has no value in quotes", text=excerpt(match[0].strip()))
            )
            self._move(match.end())
        elif character == "[":  # as a word it would open a tag where it is written again
            self.reading.report(
                line, Text("the tag {text} has no value in quotes", text=excerpt(character))
            )
            self._move(self.at + 1)
        else:
            word = _WORD.match(self.text, self.at)
            assert word, "any character that is no space begins some word"
            yield Element(Kind.WORDS, line, words=(word[0],))
            self._move(word.end())

    def _end_of_line(self) -> int:
        return self.text.index("\n", self.at)

    def _next_line(self, to: int) -> None:
        self.line += 1
        self.at = to

    def _move(self, to: int) -> None:
        self.line += self.text.count("\n", self.at, to)
        self.at = to

    def _find(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """The next match from a place on, which never lies before an earlier one."""
        if pattern in self._ahead:
            known = self._ahead[pattern]
            if known is None or known.start() >= start:
                return known
        found = self._ahead[pattern] = pattern.search(self.text, start)
        return found

    def _place(self, pattern: re.Pattern[str], start: int) -> int:
        """Where the next match stands; the end of the text if there is none."""
        found = self._find(pattern, start)
        return found.start() if found else len(self.text)

    def _braced(self) -> str:
        """The comment that begins here.

        One that is not closed before another board begins ends before the next tag.
        """
        end = self._place(_CLOSING, self.at)
        if end > self._place(_NEXT_BOARD, self.at) or end == len(self.text):
            self.reading.report(
                self.line,
                Text(
                    "the comment that begins with {opening} has no {closing}",
                    opening="{",
                    closing="}",
                ),
            )
            end = self._place(_NEXT_TAG, self.at)
            comment = self.text[self.at + 1 : end]
            self._move(end)
        else:
            comment = self.text[self.at + 1 : end]
            self._move(end + 1)
        return comment.strip()

    def _tag_value(self, start: int) -> str | None:
        """The value of a tag and the move behind it; quotes within it need not be escaped.

        The value ends on the line where it begins, the bracket may stand below.
        """
        end_of_line = self._place(_NEWLINE, start)
        last, at = None, start
        while (closing := self._find(_TAG_CLOSES, at)) and closing.start() < end_of_line:
            last, at = closing, closing.end()
            if not self._escaped(closing.start(), start):
                break
        if last is None:
            text = self.text[self.at : end_of_line].strip()
            self.reading.report(
                self.line, Text("the tag {text} is not closed by a quote and ]", text=excerpt(text))
            )
            self._move(end_of_line)
            return None
        value = _ESCAPE.sub(r"\1", self.text[start : last.start()])
        self._move(last.end())
        return value.replace("\t", " ")

    def _escaped(self, at: int, start: int) -> bool:
        """Whether the quote here has an odd number of backslashes before it."""
        before = at
        while before > start and self.text[before - 1] == "\\":
            before -= 1
        return (at - before) % 2 == 1


def _known(name: str) -> str:
    return _NAMES.get(name.lower(), name)
