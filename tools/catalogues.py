"""Whether the catalogues have all that the house says, and nothing else: a part of `make check`.

Sentences of the code are the templates of `Text` and `plural`, which are literals; pages say
`_("…")`, scripts `say("…")` and `plural("…", "…")`, and words of data files are listed by the
game's manifest. Each problem is printed in a line; the exit status is 1 if there are any.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

from igroteka.registry import data_words, game_names
from igroteka.web.texts import (
    SAID_INDIRECTLY,
    script_plurals_of,
    script_texts_of,
    template_texts_of,
)

PACKAGE = Path(__file__).parents[1] / "src/igroteka"
LANGUAGES = ("ru",)
WORD = re.compile(r"[^\W\d_]{2}")
"""What makes a template one that languages differ in: two letters outside of its parts."""
MAY_COMPOSE = ("text.py",)
"""Where Texts are made of other things than literals, too."""


@dataclass
class Said:
    """What one part of the house says, and the folder of its catalogues."""

    name: str
    locale: Path
    sources: list[Path] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    """What it says beside what is found in its sources."""


def parts_of_the_house() -> list[Said]:
    """The house, its pages, and each game."""
    games = PACKAGE / "games"
    python = [path for path in sorted(PACKAGE.rglob("*.py")) if games not in path.parents]
    pages = [*PACKAGE.rglob("web/templates/**/*.html"), *PACKAGE.rglob("web/static/**/*.js")]
    return [
        Said("the house", PACKAGE / "locale", [*python, games / "__init__.py"]),
        Said("the pages", PACKAGE / "web/locale", sorted(pages), set(SAID_INDIRECTLY)),
        *(
            Said(
                name,
                games / name / "locale",
                sorted([*(games / name).rglob("*.py"), *(games / name).rglob("*.js")]),
                set(data_words(name)),
            )
            for name in game_names()
            if (games / name).is_dir()
        ),
    ]


def said_in(path: Path) -> Iterator[str]:
    """The templates that a file says.

    Raises `ValueError` for one that is no literal, or is given other parts than it has.
    """
    if path.suffix == ".html":
        yield from template_texts_of(path)
    elif path.suffix == ".js":
        yield from script_texts_of(path)
        yield from (text for both in script_plurals_of(path) for text in both)
    else:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                count = {"Text": 1, "plural": 2}.get(node.func.id, 0)
                for template in node.args[:count]:
                    if isinstance(template, ast.Constant):
                        _check_parts(str(template.value), node)
                        yield str(template.value)
                    elif path.name not in MAY_COMPOSE:
                        raise ValueError(f"line {node.lineno}: a template should be a literal")


def _check_parts(template: str, call: ast.Call) -> None:
    given = {keyword.arg for keyword in call.keywords}
    if None in given or not given:
        return  # parts that are told elsewhere, or a template in which braces are no parts
    if given - {"count"} != set(_parts(template)) - {"count"}:
        told = ", ".join(sorted(map(str, given)))
        raise ValueError(f"line {call.lineno}: {template!r} is given other parts: {told}")


def entries(path: Path) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What a catalogue has words for: the forms of the template and of its translation."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        for message in read_po(file):
            if message.id:
                ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
                strings = message.string or ""
                yield ids, (strings,) if isinstance(strings, str) else tuple(strings)


def problems(said: list[Said]) -> Iterator[str]:
    """Everything that is wrong, a line each."""
    spoken: dict[str, dict[str, str]] = {}
    for part in said:
        spoken[part.name] = {}
        for path in part.sources:
            try:
                for text in said_in(path):
                    if _has_words(text):
                        spoken[part.name].setdefault(text, str(path.relative_to(PACKAGE)))
            except ValueError as error:
                yield f"{path.relative_to(PACKAGE)}, {error}"
        for text in part.words:
            spoken[part.name].setdefault(text, "a data file")
    for language in LANGUAGES:
        yield from _compared(said, spoken, language)


def _compared(
    said: list[Said], spoken: Mapping[str, Mapping[str, str]], language: str
) -> Iterator[str]:
    homes: dict[str, str] = {}
    everywhere = {text for each in spoken.values() for text in each}
    for part in said:
        for ids, strings in entries(part.locale / f"{language}.po"):
            for text in ids:
                if text not in everywhere and _has_words(text):
                    yield f"{part.name}, {language}: nothing says {text!r}"
                if text in homes:
                    yield f"{part.name}, {language}: {homes[text]} has {text!r} already"
                homes[text] = part.name
            yield from (f"{part.name}, {language}: {each}" for each in _wrong(ids, strings))
    for name, texts in spoken.items():
        for text, place in sorted(texts.items()):
            if text not in homes:
                yield f"{name}, {language}: {place} says {text!r}, which has no entry"


def _wrong(ids: tuple[str, ...], strings: tuple[str, ...]) -> Iterator[str]:
    """What is wrong with an entry itself."""
    known = {name for text in ids for name in _parts(text)}
    for string in strings:
        if not string:
            yield f"the entry {ids[0]!r} is empty"
        elif set(_parts(string)) - known:
            yield f"the entry {ids[0]!r} has other parts than its template: {string!r}"


def _parts(template: str) -> list[str]:
    try:
        fields = [(name, spec) for _, name, spec, _ in Formatter().parse(template) if name]
        return [each for name, spec in fields for each in (name, *_parts(spec or ""))]
    except ValueError:
        return []  # braces that are no parts, in a template that has none


def _has_words(template: str) -> bool:
    return bool(WORD.search(re.sub(r"\{\w+[^}]*\}", " ", template)))


if __name__ == "__main__":
    found = list(problems(parts_of_the_house()))
    print("\n".join(found) or "Every sentence has its entry.")
    sys.exit(bool(found))
