"""The variants of draughts, as `variants.toml` describes them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from igroteka.contract import BadOption
from igroteka.text import Text, listed, quoted

Promotion = Literal["at once", "at the end", "ends the move"]


@dataclass(frozen=True)
class DrawRule:
    """When a game is drawn; a rule holds when all that it states holds."""

    rule: str
    """Its number in the rule book, or its usual name."""
    repetition: int | None = None
    """The same position with the same side to move has come up so often."""
    moves: int = 0
    """So many moves of each side have passed …"""
    since: Literal["man", "balance", "road"] = "man"
    """… since the last capture or move of a man; since the last capture or promotion (which
    change the balance); since the lone king went onto the main road."""
    lone_king_against: tuple[str, ...] = ()
    """One side has just a king, the other one of these: `KKM` is two kings and a man, `KKK+`
    three kings or more."""
    both_have_kings: tuple[int, int] | None = None
    """Both sides have a king, and so many pieces (from, to) stand on the board."""


@dataclass(frozen=True)
class Variant:
    """One set of rules."""

    name: str
    title: str
    size: int
    """Squares along an edge."""
    begins: Literal["white", "black"]
    notation: Literal["algebraic", "numeric"]
    pdn_type: int
    pdn_form: str
    men_capture_backward: bool
    flying_kings: bool
    """Kings go along whole diagonals."""
    majority: bool
    """Of several captures, one that takes most pieces must be chosen."""
    promotion: Promotion
    """What a capturing man does on the last row: goes on as a king, goes on as a man and becomes
    a king only if it ends there, or stops there."""
    loser_wins: bool
    draws: tuple[DrawRule, ...]

    @property
    def squares(self) -> int:
        """How many squares are played on."""
        return self.size * self.size // 2


@cache
def variants() -> Mapping[str, Variant]:
    """All variants by name."""
    text = files(__package__).joinpath("variants.toml").read_text(encoding="utf-8")
    tables: dict[str, dict[str, Any]] = tomllib.loads(text)
    return {name: _variant(name, tables) for name in tables}


def variant_named(name: str) -> Variant:
    """The variant of this name. Raises `BadOption` if there is none."""
    found = variants().get(name)
    if found is None:
        raise BadOption(
            Text(
                "there is no variant {text}; the variants are {names}",
                text=quoted(name),
                names=listed(variants()),
            )
        )
    return found


def _variant(name: str, tables: dict[str, dict[str, Any]]) -> Variant:
    fields = {**tables.get(tables[name].get("like", ""), {}), **tables[name]}
    fields.pop("like", None)
    draws = tuple(_draw_rule(rule) for rule in fields.pop("draws"))
    return Variant(name=name, draws=draws, **fields)


def _draw_rule(fields: dict[str, Any]) -> DrawRule:
    hashable: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()
    }
    return DrawRule(**hashable)


def data_words() -> Iterator[str]:
    """The words of `variants.toml` that people read."""
    for variant in variants().values():
        yield variant.title
        yield from (rule.rule for rule in variant.draws if rule.rule[-1].isalpha())
