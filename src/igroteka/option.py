"""What may be chosen about a game, and the errors that say what was wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from igroteka.text import Text, listed, one_of, quoted


class IgrotekaError(Exception):
    """What a person typed, sent or stored is wrong, in one sentence for that person."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class BadOption(IgrotekaError):  # noqa: N818 - named after what is wrong
    """An option or a parameter that does not exist or has no such value."""


@dataclass(frozen=True)
class Option:
    """What may be chosen about a game, declared once: command line, forms and checks follow it."""

    name: str
    title: Text
    """What people call it, beside the field of a form."""
    help: Text
    """What it sets, in a clause without its values."""
    default: str
    values: Mapping[str, Text] = field(default_factory=dict)
    """The values that there are, in words; empty where any text may do."""
    examples: tuple[str, ...] = ()
    """What could be written where any text may do."""
    asked: bool = True
    """Whether people are asked for it in forms, and not only programs may set it."""
    quick: bool = False
    """Whether it can be chosen on the first page too, where one plays at once."""

    def check(self, value: str) -> None:
        """Raise `BadOption` for a value that is not among those that there are."""
        if self.values and value not in self.values:
            raise BadOption(
                Text(
                    "{option} should be {names}, but is {text}",
                    option=self.name,
                    names=listed(self.values),
                    text=quoted(value),
                )
            )

    @property
    def sentence(self) -> Text:
        """What it sets, its values and its default, for the command line."""
        help = self.help
        if self.values:
            help = Text("{help}: {values}", help=help, values=one_of(self._values()))
        if self.default:
            help = Text("{help} (default {default})", help=help, default=self.default)
        return help

    def _values(self) -> Iterator[str]:
        """Each value with its words where they say more; numbers in a row as a range."""
        numbers = [value for value in self.values if value.isdigit()]
        in_a_row = len(numbers) > 2 and int(numbers[-1]) - int(numbers[0]) == len(numbers) - 1
        for value, words in self.values.items():
            if in_a_row and value in numbers:
                if value == numbers[0]:
                    yield Text("{least} to {most}", least=value, most=numbers[-1])
            elif words.casefold() == value:
                yield value
            else:
                yield Text("{value} ({words})", value=value, words=words)


@dataclass(frozen=True)
class Reckoning:
    """A way to keep the score of a sitting, one of those that people may choose."""

    title: Text
    """What people call it."""
    unit: Text
    """What is counted."""
    best: Literal["most", "least"] = "most"
    """Whether who has most of it leads, or who has least."""
    slow: bool = False
    """Whether it takes seconds, so that only a process that may wait asks for it."""
    compared: bool = False
    """Whether it needs another table's game from the same start: then `Game.margin` tells it."""
