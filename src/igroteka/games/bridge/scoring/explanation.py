"""How a figure came about, in steps that a player can follow; the phrases are data."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from igroteka.contract import IgrotekaError
from igroteka.text import Text, listed, quoted

Figure: TypeAlias = int | float | Fraction
LANGUAGES: Final = ("en", "ru")


@dataclass(frozen=True)
class Step:
    """One line of a derivation."""

    text: str
    amount: Figure | None = None
    """What this line adds to the figure; None where it only says something."""

    def __str__(self) -> str:
        return self.text if self.amount is None else f"{self.text}: {shown(self.amount)}"


@dataclass(frozen=True)
class Explanation:
    """A figure, a sentence that says what it is, and the steps that add up to it."""

    title: str
    figure: Figure
    steps: tuple[Step, ...] = ()
    places: int = 2
    """To how many places the figure is shown."""

    def __str__(self) -> str:
        head = f"{self.title}: {shown(self.figure, self.places)}"
        return "\n".join([head, *(f"  {step}" for step in self.steps)])


def shown(figure: Figure, places: int = 2) -> str:
    """A figure as people write it: whole, or with at most so many places, a half rounded away.

    >>> shown(Fraction(176, 10)), shown(-50), shown(Fraction(-1, 200))
    ('17.6', '−50', '−0.01')
    """
    scale = 10**places
    whole = int(abs(Fraction(figure)) * scale + Fraction(1, 2))
    text = f"{whole // scale}.{whole % scale:0{places}}".rstrip("0").rstrip(".")
    return f"−{text}" if figure < 0 and whole else text


def phrase(language: str, key: str, **values: object) -> str:
    """The phrase of this name with the values put in; `key` is its section, a dot and its name."""
    section, _, name = key.partition(".")
    text: str = _phrases(language)[section][name]
    return text.format(**values)


def counted(language: str, noun: str, number: int) -> str:
    """A number with its noun in the right form: 1 trick, 2 tricks; 1 взятка, 2 взятки, 5 взяток."""
    forms = _phrases(language)["nouns"][noun]
    return f"{number} {forms[_form(language, number)]}"


def named(language: str, section: str, index: int) -> str:
    """One of a list of words, such as the doublings or the seats."""
    word: str = _phrases(language)["words"][section][index]
    return word


def _form(language: str, number: int) -> int:
    """Which form of a noun stands after a number."""
    if language == "en":
        return 0 if number == 1 else 1
    if number % 10 == 1 and number % 100 != 11:
        return 0
    return 1 if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else 2


@cache
def _phrases(language: str) -> dict[str, dict[str, Any]]:
    if language not in LANGUAGES:
        raise IgrotekaError(
            Text(
                "there is no language {language}; there are {join}",
                language=quoted(language),
                join=listed(LANGUAGES),
            )
        )
    return table(f"phrases_{language}.toml")


@cache
def table(name: str) -> dict[str, Any]:
    """One of the data files that lie beside the modules."""
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))
