"""Calls and cards in words."""

from __future__ import annotations

from typing import Final

from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import Bid, Call

NUMBERS: Final = ("none", "one", "two", "three", "four", "five", "six", "seven")
RANK_NAMES: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
_STRAINS: Final = ("club", "diamond", "heart", "spade", "notrump")
_OTHERS: Final = {"pass": "pass", "X": "double", "XX": "redouble"}


def call_words(call: Call) -> str:
    """`four spades`, `one notrump`, `double`."""
    if not isinstance(call, Bid):
        return _OTHERS[call.word]
    plural = "s" if call.level > 1 and call.strain < 4 else ""
    return f"{NUMBERS[call.level]} {_STRAINS[call.strain]}{plural}"


def card_words(card: Card) -> str:
    """`the queen of hearts`."""
    return f"the {RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"
