"""Every text that the site says, found in its templates and scripts: what a catalogue must have.

`python -m igroteka.web.texts ru` lists those that a language does not have yet.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from igroteka.registry import game_class, game_names
from igroteka.web.pages.common import FOLDER, ROOMS, board_scripts
from igroteka.web.static_files import said_in, unquoted
from igroteka.web.translation import catalogue

_TEMPLATE = re.compile(r"""\b_\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")
SAID_INDIRECTLY = (
    *("auto", "light", "dark", "won", "drawn", "lost", "finished", "unfinished"),
    *("white man", "black man", "white king", "black king"),
    *("North", "East", "South", "West", "spades", "hearts", "diamonds", "clubs"),
    *("jack", "queen", "king", "ace"),
    *("{name} (from a file)", "a name in a file", "The password is changed."),
    *("russian", "poddavki", "brazilian", "pool", "english", "international"),
)
"""Texts that are chosen by a table in a script or template, or said by a page's own code."""


def site_texts() -> set[str]:
    """All texts of templates and scripts, of the games' names, options and opponents."""
    found = set(SAID_INDIRECTLY) | {title for _, title in ROOMS}
    for path in _files("templates", "*.html"):
        found |= {unquoted(text) for text in _TEMPLATE.findall(path.read_text(encoding="utf-8"))}
    found |= script_texts()
    for name in game_names():
        game = game_class(name)
        found |= {name, game.summary, *game.option_help, *game.option_help.values()}
        found |= set(game.opponents)
        for option, values in game.choices.items():
            found |= {f"{option}={value}" for value in values if not value.isdigit()}
    return found


def script_texts() -> set[str]:
    """The texts that scripts name themselves."""
    scripts = (*_files("static", "*.js"), *board_scripts())
    return {text for script in scripts for text in said_in(script)}


def _files(folder: str, pattern: str) -> Iterator[Path]:
    return (path for path in (FOLDER / folder).rglob(pattern) if path.name != "htmx.min.js")


def missing(language: str) -> list[str]:
    """Texts that a language has no words for."""
    return sorted(site_texts() - set(catalogue(language).texts))


if __name__ == "__main__":
    print("\n".join(missing(sys.argv[1])))
