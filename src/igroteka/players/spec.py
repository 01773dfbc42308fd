"""How a bot is written: `search(depth=4)`, `./my_bot.py:MyBot`, `external("./bot --fast")`.

In a quoted argument a quote of the same kind is written twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from igroteka.contract import BadOption
from igroteka.text import Text, quoted

OPENING, CLOSING, QUOTES = "([{", ")]}", "\"'"
_PLAIN = re.compile(r"[^\s,=()\[\]{}\"']+( [^\s,=()\[\]{}\"']+)*")
"""What is read as it stands, without quotes."""


@dataclass(frozen=True)
class Spec:
    """A bot's name and its arguments, unnamed ones with the key None."""

    name: str
    arguments: tuple[tuple[str | None, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Read a bot as it is written. Raises `BadOption` if it is written wrong."""
        text = text.strip()
        name, bracket, rest = text.partition("(")
        if not name.strip() or (bracket and not rest.endswith(")")):
            raise BadOption(
                Text("{text} is no bot; write it like random or search(depth=4)", text=quoted(text))
            )
        arguments = tuple(_argument(part) for part in split(rest[:-1])) if bracket else ()
        return cls(name.strip(), arguments)

    def __str__(self) -> str:
        """As it is written; `parse` reads it back as the same, whatever the arguments hold."""
        written = ((key, _quoted(value)) for key, value in self.arguments)
        inner = ", ".join(f"{key}={value}" if key else value for key, value in written)
        return f"{self.name}({inner})" if self.arguments else self.name


def _argument(text: str) -> tuple[str | None, str]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip().isidentifier():
        return None, _unquoted(text)
    return key.strip(), _unquoted(value)


def _unquoted(text: str) -> str:
    text = text.strip()
    if not (len(text) > 1 and text[0] in QUOTES and text[-1] == text[0]):
        return text
    inner, quote = text[1:-1], text[0]
    # In a command like "a" "b" the quotes inside are its own.
    return inner if quote in inner.replace(2 * quote, "") else inner.replace(2 * quote, quote)


def _quoted(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else '"' + text.replace('"', '""') + '"'


def split(text: str) -> list[str]:
    """Divide at commas that stand outside brackets and quotes.

    >>> split("random, mixed(1,2,3,4), external('a, b')")
    ['random', 'mixed(1,2,3,4)', "external('a, b')"]
    """
    return [part for part in (part.strip() for part in _split(text)) if part]


def _split(text: str) -> Iterator[str]:
    depth, quote, begin = 0, "", 0
    for place, symbol in enumerate(text):
        if quote:
            quote = "" if symbol == quote else quote
        elif symbol in QUOTES:
            quote = symbol
        elif symbol in OPENING:
            depth += 1
        elif symbol in CLOSING:
            depth -= 1
        elif symbol == "," and depth == 0:
            yield text[begin:place]
            begin = place + 1
    yield text[begin:]
