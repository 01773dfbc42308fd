"""The texts that templates and scripts name: what pages say in the visitor's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from igroteka.contract import Json
from igroteka.text import Text

_TEMPLATE: Final = re.compile(r"""\b_\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")
_SCRIPT: Final = re.compile(r"""\bsay\(\s*("(?:[^"\\]|\\.)*")""")
_PLURAL: Final = re.compile(r"""\bplural\(\s*("(?:[^"\\]|\\.)*")\s*,\s*("(?:[^"\\]|\\.)*")""")
SAID_INDIRECTLY: Final = (
    *("auto", "light", "dark", "won", "drawn", "lost"),
    *("white man", "black man", "white king", "black king"),
    *("North", "East", "South", "West", "spades", "hearts", "diamonds", "clubs"),
    *("jack", "queen", "king", "ace"),
    *("J", "Q", "K", "A", "N", "E", "S", "W"),
)
"""Texts that are chosen by a table in a script or template."""


def spoken(words: Callable[[Text], str], told: Json) -> Json:
    """The same with every sentence in it said in a language."""
    if isinstance(told, Text):
        return words(told)
    if isinstance(told, Mapping):
        return {name: spoken(words, each) for name, each in told.items()}
    if isinstance(told, list | tuple):
        return [spoken(words, each) for each in told]
    return told


def template_texts_of(template: Traversable) -> set[str]:
    """The texts that a template names."""
    return {_unquoted(text) for text in _TEMPLATE.findall(template.read_text(encoding="utf-8"))}


def script_texts_of(script: Traversable) -> set[str]:
    """The texts that a script names, but for those with a number in them."""
    return {_unquoted(text) for text in _SCRIPT.findall(script.read_text(encoding="utf-8"))}


def script_plurals_of(script: Traversable) -> set[tuple[str, str]]:
    """The texts about numbers that a script names: for one, and for others."""
    found = _PLURAL.findall(script.read_text(encoding="utf-8"))
    return {(_unquoted(one), _unquoted(many)) for one, many in found}


def site_scripts() -> list[Traversable]:
    """The site's own scripts."""
    static = files("igroteka.web").joinpath("static")
    return [each for each in static.iterdir() if each.name.endswith(".js")]


def _unquoted(text: str) -> str:
    """What a text in quotes stands for."""
    return re.sub(r"\\(.)", r"\1", text[1:-1])
