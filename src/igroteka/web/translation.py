"""The site's languages: English is written in the code, the others are catalogues.

A catalogue is a gettext file. `locale/ru.po` has the texts of pages and scripts. Sentences that the
code composes, as "a man does not move back, from c3 to b2", are in `locale/sentences/ru.po` and in
each game's own catalogue; their entries have names in braces for the parts, "a man does not
move back, from {here} to {there}", and match any sentence of that form, the most particular first.

Parts are translated in their turn, lists in them piece by piece; those that are called `count` or
`number` are one word. What somebody wrote stays as it is: a part in quotes, and every part whose
name begins with `name` or `text`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.pofile import read_po

from igroteka.registry import catalogues

LANGUAGES: Mapping[str, str] = {"en": "English", "ru": "Русский"}
LOCALE = Path(__file__).with_name("locale")
DEEPEST: Final = 4
"""How far parts of parts are translated."""

PART: Final = re.compile(r"\{(\w+)\}")
_AS_WRITTEN: Final = ("name", "text")
"""How the names of parts begin that are left alone."""
_ONE_WORD: Final = ("count", "number")
_LATIN: Final = re.compile("[A-Za-z]")
_COLUMNS: Final = re.compile("( · | / | – )")
"""What divides pieces that are translated each by itself."""
_LIST: Final = re.compile("(, | or | and )")
"""What divides the pieces of a list within a sentence."""


class Pattern(NamedTuple):
    """An entry with parts."""

    expression: re.Pattern[str]
    translation: str


class Catalogue(NamedTuple):
    """What a language makes of the site's texts."""

    texts: Mapping[str, str]
    """All entries, those of pages and scripts, of sentences and of the games."""
    pages: Mapping[str, str]
    """Entries of pages and scripts alone."""
    patterns: tuple[Pattern, ...]
    """The most particular first: those that begin with words of their own, and the longest."""


@lru_cache
def catalogue(language: str) -> Catalogue:
    """The texts of a language, from the site's and the games' catalogues."""
    texts: dict[str, str] = {}
    sentences: dict[str, str] = {}
    for path in LOCALE.glob(f"{language}.po"):
        texts |= entries(path)
    for file in sentence_files(language):
        sentences |= entries(file)
    with_parts = [text for text in sentences if PART.search(text)]
    with_parts.sort(key=lambda text: (text.startswith("{"), -len(PART.sub("", text))))
    patterns = (Pattern(_expression(text), sentences[text]) for text in with_parts)
    return Catalogue(sentences | texts, texts, tuple(patterns))


def sentence_files(language: str) -> list[Traversable]:
    """Where the sentences of a language are: the site's, then each game's."""
    return [*LOCALE.glob(f"sentences/{language}.po"), *catalogues(language)]


def entries(path: Traversable) -> dict[str, str]:
    """What a file has words for."""
    with path.open("rb") as file:
        return {str(each.id): str(each.string) for each in read_po(file) if each.id and each.string}


def _expression(text: str) -> re.Pattern[str]:
    """What matches a sentence of this form; a part that comes twice is the same both times."""
    pieces, seen = [], set()
    for place, piece in enumerate(PART.split(text)):
        if place % 2 == 0:
            pieces.append(re.escape(piece))
        else:
            any_text = r"\S+?" if piece in _ONE_WORD else ".+?"
            pieces.append(f"(?P={piece})" if piece in seen else f"(?P<{piece}>{any_text})")
            seen.add(piece)
    return re.compile("".join(pieces), re.DOTALL)


def translate(language: str, text: str, **parts: object) -> str:
    """A text of the site in a language, with its parts put in; English where it has no entry."""
    found = catalogue(language).texts.get(text, text) if language != "en" else text
    return found.format(**parts) if parts else found


def option_value(language: str, option: str, value: str) -> str:
    """A value of a game's option in a language; the entry is written like `first=lot`."""
    return value if language == "en" else catalogue(language).texts.get(f"{option}={value}", value)


@lru_cache(maxsize=5000)
def sentence(language: str, text: str) -> str:
    """A sentence of the games in a language, as it is where the language does not know it."""
    if language == "en":
        return text
    found = _known(catalogue(language), text, 0)
    return text if found is None else found


def _known(known: Catalogue, text: str, depth: int) -> str | None:
    """The translation of a text that has an entry or is made of pieces; None for any other."""
    if text in known.texts:
        return known.texts[text]
    if depth > DEEPEST or not _LATIN.search(text):
        return None
    for expression, translation in known.patterns:
        if match := expression.fullmatch(text):
            return _filled(known, translation, match.groupdict(), depth)
    return _joined(known, _COLUMNS.split(text), depth)


def _filled(known: Catalogue, translation: str, parts: Mapping[str, str], depth: int) -> str:
    said = {name: _part(known, name, part, depth) for name, part in parts.items()}
    return PART.sub(lambda found: said[found[1]], translation)


def _part(known: Catalogue, name: str, text: str, depth: int) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        return f"«{text[1:-1]}»"
    if name.startswith(_AS_WRITTEN):
        return text
    return (
        _joined(known, _COLUMNS.split(text), depth)
        or _known(known, text, depth + 1)
        or _joined(known, _LIST.split(text), depth)
        or text
    )


def _joined(known: Catalogue, pieces: list[str], depth: int) -> str | None:
    """Pieces, with what divides them between; "a and b and c" becomes "a, b and c"."""
    if len(pieces) == 1:
        return None
    said = [_known(known, piece, depth + 1) or piece for piece in pieces[::2]]
    divisions = pieces[1::2]
    text = said[0]
    for place, division in enumerate(divisions):
        word = known.texts.get(division.strip())
        if word is not None:
            division = ", " if division in divisions[place + 1 :] else f" {word} "
        text += division + said[place + 1]
    return text


@dataclass(frozen=True)
class Translator:
    """A language as a function: it turns sentences of the games into itself."""

    language: str

    def __call__(self, text: str) -> str:
        return sentence(self.language, text)


def preferred(accept_language: str) -> str:
    """The first of our languages that a browser asks for."""
    for part in accept_language.split(","):
        language = part.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return "en"
