"""Rolls and applications of productions, and how they are written."""

from __future__ import annotations

from typing import NamedTuple

from igroteka.contract import IllegalMove
from igroteka.text import Text, quoted

NEW = -1
"""The form number that means: start a new derivation."""


class Roll(NamedTuple):
    """The dice chose this group."""

    group: int

    def __str__(self) -> str:
        return f"roll {self.group}"


class Apply(NamedTuple):
    """Replace the leftmost matching nonterminal of a form by a right side of a group."""

    form: int
    group: int
    production: int

    def __str__(self) -> str:
        return f"{self.form} {self.group} {self.production}"


def read_action(text: str) -> Roll | Apply:
    """What a text like `0 3 1` or `roll 4` means. Raises `IllegalMove`."""
    words = text.split()
    try:
        if words[:1] == ["roll"]:
            (group,) = map(int, words[1:])
            return Roll(group)
        return Apply(*map(int, words))
    except (TypeError, ValueError):
        raise IllegalMove(
            Text(
                "{text} is no move: write form, group and production as numbers from 0, "
                "like '0 3 1', with form -1 for a new derivation",
                text=quoted(text),
            )
        ) from None
