"""The site's languages: English is written in the code, the others are catalogues.

A catalogue is a gettext file. `locale/ru.po` has the texts of pages and scripts. Sentences that the
code composes, as "a man does not move back, from c3 to b2", are in `locale/sentences/ru.po` and in
each game's own `locale/ru.po`; their entries have names in braces for the parts, "a man does not
move back, from {here} to {there}", and match any sentence of that form. The parts are translated in
their turn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

LANGUAGES: Mapping[str, str] = {"en": "English", "ru": "Русский"}
PACKAGE = Path(__file__).parent.parent


class Pattern(NamedTuple):
    """An entry with parts."""

    expression: re.Pattern[str]
    translation: str


class Catalogue(NamedTuple):
    """What a language makes of the site's texts."""

    texts: Mapping[str, str]
    patterns: tuple[Pattern, ...]
    """The most particular first."""


@lru_cache
def catalogue(language: str) -> Catalogue:
    """The texts of a language, from the site's and the games' catalogues."""
    texts: dict[str, str] = {}
    sentences: dict[str, str] = {}
    for path in PACKAGE.glob(f"web/locale/{language}.po"):
        texts |= _entries(path)
    for path in sentence_files(language):
        sentences |= _entries(path)
    with_parts = [text for text in sentences if "{" in text]
    with_parts.sort(key=lambda text: -len(re.sub(r"\{\w+\}", "", text)))
    patterns = (Pattern(_expression(text), sentences[text]) for text in with_parts)
    return Catalogue(sentences | texts, tuple(patterns))


def sentence_files(language: str) -> list[Path]:
    """Where the sentences of a language are: the site's, then each game's."""
    games = sorted(PACKAGE.glob(f"games/*/locale/{language}.po"))
    return [*PACKAGE.glob(f"web/locale/sentences/{language}.po"), *games]


def _entries(path: Path) -> dict[str, str]:
    with path.open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file) if entry.string}


def _expression(text: str) -> re.Pattern[str]:
    literal = re.split(r"\{(\w+)\}", text)
    parts = (
        f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(literal)
    )
    return re.compile("".join(parts), re.DOTALL)


def translate(language: str, text: str, **parts: object) -> str:
    """A text of the site in a language, with its parts put in; English where it has no entry."""
    found = catalogue(language).texts.get(text, text) if language != "en" else text
    return found.format(**parts) if parts else found


@lru_cache(maxsize=20_000)
def sentence(language: str, text: str) -> str:
    """A sentence of the games in a language, as it is where the language does not know it."""
    if language == "en":
        return text
    texts, patterns = catalogue(language)
    if text in texts:
        return texts[text]
    for expression, translation in patterns:
        if match := expression.fullmatch(text):
            parts = {name: sentence(language, part) for name, part in match.groupdict().items()}
            return translation.format(**parts)
    return text


@dataclass(frozen=True)
class Tongue:
    """A language as a function: it turns sentences of the games into itself."""

    language: str

    def __call__(self, text: str) -> str:
        return sentence(self.language, text)


def preferred(accept_language: str) -> str:
    """The first of our languages that a browser asks for."""
    for wish in accept_language.split(","):
        language = wish.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return "en"
