"""PBN, first step: a file's text as tags, comments, words and empty lines, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from igroteka.games.bridge.formats.game import MANDATORY
from igroteka.games.bridge.formats.reading import Reading
from igroteka.text import Text, quoted


class Kind(Enum):
    """What an element of a file is."""

    TAG = auto()
    COMMENT = auto()
    WORD = auto()
    EMPTY_LINE = auto()


class Element(NamedTuple):
    """One element; a tag has its name and its value, the others only a value."""

    kind: Kind
    line: int
    value: str = ""
    name: str = ""


_NAMES: Final = {name.lower(): name for name in (*MANDATORY, "Auction", "Play", "Note")}
"""Tags that are known whatever the case of their letters."""
_TAG_OPENS: Final = re.compile(r'\[\s*([A-Za-z_]\w*)\s*"')
_TAG_CLOSES: Final = re.compile(r'"\s*\]')
_TAG_LIKE: Final = re.compile(r"\[\s*[A-Za-z_]\w*[^\n]*")
_NEXT_TAG: Final = re.compile(r'^[ \t]*\[\s*[A-Za-z_]\w*\s*"', re.MULTILINE)
_EMPTY_LINE: Final = re.compile(r"[^\S\n]*(?:\n|\Z)")
_SPACE: Final = re.compile(r"(?:[^\S\n]|\x00)+")
_PLAIN_WORD: Final = re.compile(r"[A-Za-z0-9*$=+-]+(?=\s)")
"""Most words of a file; any other takes a closer look."""
_WORD: Final = re.compile(r'"[^"\n]*"|[^\s{;\[]+|\[')
_ESCAPE: Final = re.compile(r'\\([\\"])')


def elements(text: str, reading: Reading) -> Iterator[Element]:
    """The elements of a file in their order; what can't be one is reported and skipped."""
    return _Lexer(text.replace("\r\n", "\n").replace("\r", "\n"), reading).run()


class _Lexer:
    def __init__(self, text: str, reading: Reading) -> None:
        self.text = text
        self.reading = reading
        self.at = 0
        self.line = 1

    def run(self) -> Iterator[Element]:
        while self.at < len(self.text):
            if self.at == 0 or self.text[self.at - 1] == "\n":
                if self.text[self.at] in "%\x1a":
                    self._move(min(self._end_of_line() + 1, len(self.text)))
                    continue
                if empty := _EMPTY_LINE.match(self.text, self.at):
                    yield Element(Kind.EMPTY_LINE, self.line)
                    self._move(empty.end())
                    continue
            if plain := _PLAIN_WORD.match(self.text, self.at):
                yield Element(Kind.WORD, self.line, plain[0])
                self.at = plain.end()
            elif space := _SPACE.match(self.text, self.at):
                self.at = space.end()
            elif self.text[self.at] == "\n":
                self.at += 1
                self.line += 1
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
                yield Element(Kind.TAG, line, value, _NAMES.get(match[1].lower(), match[1]))
        elif match := _TAG_LIKE.match(self.text, self.at):
            self.reading.report(
                line, Text("the tag {text} has no value in quotes", text=quoted(match[0].strip()))
            )
            self._move(match.end())
        else:
            word = _WORD.match(self.text, self.at)
            assert word, "any character that is no space begins some word"
            yield Element(Kind.WORD, line, word[0])
            self._move(word.end())

    def _end_of_line(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def _move(self, to: int) -> None:
        self.line += self.text.count("\n", self.at, to)
        self.at = to

    def _braced(self) -> str:
        """The comment that begins here; one that is not closed ends before the next tag."""
        end = self.text.find("}", self.at)
        if end < 0:
            self.reading.report(
                self.line,
                Text(
                    "the comment that begins with {opening} has no {closing}",
                    opening="{",
                    closing="}",
                ),
            )
            following = _NEXT_TAG.search(self.text, self.at)
            end = following.start() if following else len(self.text)
            comment = self.text[self.at + 1 : end]
            self._move(end)
        else:
            comment = self.text[self.at + 1 : end]
            self._move(end + 1)
        return comment.strip()

    def _tag_value(self, start: int) -> str | None:
        """The value of a tag and the move behind it; quotes within it need not be escaped."""
        end_of_line = self.text.find("\n", start)
        end_of_line = len(self.text) if end_of_line < 0 else end_of_line
        closings = list(_TAG_CLOSES.finditer(self.text, start, end_of_line))
        closings = closings or [m for m in [_TAG_CLOSES.search(self.text, start)] if m][:1]
        closing = next((m for m in closings if not self._escaped(m.start(), start)), None)
        closing = closing or (closings[-1] if closings else None)
        if closing is None or "\n" in self.text[start : closing.start()]:
            text = self.text[self.at : end_of_line].strip()
            self.reading.report(
                self.line, Text("the tag {text} is not closed by a quote and ]", text=quoted(text))
            )
            self._move(end_of_line)
            return None
        value = _ESCAPE.sub(r"\1", self.text[start : closing.start()])
        self._move(closing.end())
        return value.replace("\t", " ")

    def _escaped(self, at: int, start: int) -> bool:
        """Whether the quote here has an odd number of backslashes before it."""
        before = self.text[start:at]
        return (len(before) - len(before.rstrip("\\"))) % 2 == 1
