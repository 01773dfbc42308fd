"""The text of a PDN file cut into tokens, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from igroteka.contract import IgrotekaError
from igroteka.text import Text, quoted

RESULTS = {
    "1-0": (1.0, 0.0),
    "2-0": (1.0, 0.0),
    "1/2-1/2": (0.5, 0.5),
    "1-1": (0.5, 0.5),
    "0-1": (0.0, 1.0),
    "0-2": (0.0, 1.0),
    "0-0": (0.0, 0.0),
    "*": None,
}
"""What white and black score; None for an unfinished game."""

MARKS = {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}
"""Marks after a move, and the numbers that stand for them."""


NUMBERED = {number: mark for mark, number in MARKS.items()}


class BadPdn(IgrotekaError):  # noqa: N818 - named after what is wrong
    """A text that is no PDN, or whose moves break the rules; says the line and the reason."""

    def __init__(self, line: int, reason: Text) -> None:
        super().__init__(Text("line {number}: {reason}", number=line, reason=reason))
        self.line = line
        self.reason = reason


class Token(NamedTuple):
    """A piece of the text."""

    kind: str
    """tag, comment, open, close, number, result, mark, move; or wrong, which is none
    of them, and whose text is the reason."""
    text: str
    line: int


_FIRST = r"[A-Ja-jасеАСЕ\d]"
_PATTERNS = (
    ("space", r"[\s\x1a\ufeff]+"),
    ("tag", r'\[\s*\w+\s*"(?:(?:\\.|[^"\\])*"\s*\]|[^\n]*"[ \t]*\](?=[ \t\r]*(?:\n|\Z)))'),
    ("comment", r"\{(?:[^{}]|\{[^{}]*\})*\}|\{[^}]*\}"),
    ("remark", r"(?<![^\n])%[^\n]*"),
    ("rest", r";[^\n]*"),
    ("mark", r"\([!?]+\)|[!?]+"),
    ("open", r"\("),
    ("close", r"\)"),
    ("nag", r"\$\d+"),
    ("result", rf"(?:½-½|{'|'.join(map(re.escape, RESULTS))})(?![\w\-:])"),
    ("number", r"\d+\s*[.…](?:\s*[.…])*"),
    ("move", rf"{_FIRST}\w*(?:[-–—:xX×*]{_FIRST}\w*)*"),
)
_TOKEN = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _PATTERNS))
_MARK = re.compile(r"!!|\?\?|!\?|\?!|!|\?")
_NAMES = {
    "{": Text("a comment in { } is not closed"),
    "[": Text('a tag should be like [White "Ivanov"]'),
}
_LOOKALIKES = str.maketrans("асеАСЕхХ–—", "aceACExX--")
"""Cyrillic letters that look like those of squares, and long dashes, as people type them."""

_TAG_LINE = re.compile(r"\n(?=\[)")
NO_BRACES = str.maketrans("{}", "()")
"""A comment stands in braces, so it can't hold them."""


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, or the Windows code page in which old Russian files are kept."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1251", errors="replace")


def tokens(text: str) -> Iterator[Token]:
    """All tokens of a text; after a wrong one they go on at the next game."""
    place, line = 0, 1
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            what = _NAMES.get(
                text[place], Text("{text} means nothing here", text=quoted(text[place]))
            )
            yield Token("wrong", what, line)
            end = _next_game(text, place)
        else:
            kind, end = str(found.lastgroup), found.end()
            if kind != "space":
                yield from _tokens_of(kind, found.group(), line)
        line += text.count("\n", place, end)
        place = end


def _next_game(text: str, place: int) -> int:
    """Where a line begins with a tag and the line before it does not."""
    for found in _TAG_LINE.finditer(text, place):
        above = text[: found.start()].rstrip().rpartition("\n")[2]
        if not above.startswith("["):
            return found.start() + 1
    return len(text)


def _tokens_of(kind: str, body: str, line: int) -> Iterator[Token]:
    """What was found, written as it is kept."""
    if kind in ("rest", "remark"):
        yield Token("comment", body[1:].strip().translate(NO_BRACES), line)
    elif kind == "comment":
        yield Token(kind, body[1:-1].strip().translate(NO_BRACES), line)
    elif kind == "mark":
        yield from (Token(kind, mark, line) for mark in _MARK.findall(body))
    elif kind == "nag":
        yield Token("mark", NUMBERED.get(body, body), line)
    elif kind == "move":
        yield Token(kind, body.translate(_LOOKALIKES), line)
    else:
        yield Token(kind, body.replace("½", "1/2"), line)


def tag_of(token: Token) -> tuple[str, str]:
    """The name and the value of a tag."""
    found = re.fullmatch(r'\[\s*(\w+)\s*"(.*)"\s*\]', token.text, re.DOTALL)
    assert found is not None
    return found[1], re.sub(r"\\(.)", r"\1", found[2])


def write_tag(name: str, value: str) -> str:
    """A tag as it stands in a file."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'
