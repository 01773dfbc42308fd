"""A configuration as XML: the grammar, the weights and the number of turns."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree

from igroteka.games.substitution.grammar import MOST_DIGITS, BadGrammar, Grammar, Group
from igroteka.text import Text, quoted


class Settings(NamedTuple):
    """What the XML form holds."""

    grammar: Grammar
    turns: int


def read_settings(text: str) -> Settings:
    """Read a `GameSettings` document. Raises `BadGrammar` and names the element that is wrong."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise BadGrammar(Text("this is not XML: {reason}", reason=str(error))) from error
    if root.tag != "GameSettings":
        raise BadGrammar(
            Text("the root element is {tag}, but should be GameSettings", tag=root.tag)
        )
    groups = tuple(
        Group(
            production.get("Left", "").strip(),
            tuple((right.text or "").strip() for right in production.iterfind("Right")),
        )
        for production in root.iterfind("Productions/Production")
    )
    weights = tuple(
        _number(element.text, "Possibility")
        for element in root.iterfind("RandomSettings/Possibilities/Possibility")
    )
    grammar = Grammar(groups, weights)
    random_settings = root.find("RandomSettings")
    stated = None if random_settings is None else random_settings.get("TotalPossibility")
    total = _number(stated, "RandomSettings/@TotalPossibility")
    if grammar.total != total:
        raise BadGrammar(
            Text(
                "the weights sum to {total}, not to the stated TotalPossibility {stated}",
                total=grammar.total,
                stated=total,
            )
        )
    return Settings(grammar, _number(root.get("NumberOfMoves"), "GameSettings/@NumberOfMoves"))


def write_settings(settings: Settings) -> str:
    """The document that `read_settings` reads back."""
    grammar = settings.grammar
    root = ElementTree.Element("GameSettings", NumberOfMoves=str(settings.turns))
    productions = ElementTree.SubElement(root, "Productions")
    for group in grammar.groups:
        production = ElementTree.SubElement(productions, "Production", Left=group.left)
        for right in group.rights:
            ElementTree.SubElement(production, "Right").text = right
    total = str(grammar.total)
    random_settings = ElementTree.SubElement(root, "RandomSettings", TotalPossibility=total)
    possibilities = ElementTree.SubElement(random_settings, "Possibilities")
    for weight in grammar.weights:
        ElementTree.SubElement(possibilities, "Possibility").text = str(weight)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _number(text: str | None, where: str) -> int:
    written = (text or "").strip()
    if not (written.isascii() and written.isdigit() and len(written) <= MOST_DIGITS):
        raise BadGrammar(
            Text(
                "{field} should be a whole number, but is {text}",
                field=where,
                text=quoted(text or ""),
            )
        )
    return int(written)
