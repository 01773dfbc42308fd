"""The languages that the house speaks: English is written in the code, the others are catalogues.

A catalogue is a gettext file: `locale/` has the sentences of the house, `web/locale/` the words of
pages and scripts, and each game brings its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Final

from igroteka.contract import BadOption
from igroteka.registry import catalogues
from igroteka.text import Text, one_of, quoted

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "ru": "Русский"}


@dataclass(frozen=True)
class Language:
    """A language as a function: it says a Text in itself."""

    name: str = "en"

    def __call__(self, text: Text) -> str:
        return str(text) if self.name == "en" else text.into(catalogue(self.name))


ENGLISH: Final = Language("en")


def language_named(name: str) -> Language:
    """The language of this name, like `ru`. Raises `BadOption` if the house does not speak it."""
    if name not in LANGUAGES:
        raise BadOption(
            Text(
                "there is no language {text}; give {names}",
                text=quoted(name),
                names=one_of(LANGUAGES),
            )
        )
    return Language(name)


@cache
def catalogue(language: str) -> NullTranslations:
    """What a language makes of templates: all its catalogues as one."""
    from babel.messages import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    together = Catalog(locale=language)
    for path in catalogue_files(language):
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id:
                    together[message.id] = message
    written = BytesIO()
    write_mo(written, together)
    written.seek(0)
    return GNUTranslations(written)


def catalogue_files(language: str) -> Iterator[Traversable]:
    """Where the words of a language are: the house's, the pages', then each game's."""
    house = files("igroteka")
    for folder in (house.joinpath("locale"), house.joinpath("web", "locale")):
        file = folder.joinpath(f"{language}.po")
        if file.is_file():
            yield file
    yield from catalogues(language)
