"""Playing cards as people write them: the rank as a card's corner has it, then the suit."""

from __future__ import annotations

from typing import Final

from igroteka.text import Text, as_written

_INDICES: Final = {
    "T": as_written("10"),
    "J": Text("J"),
    "Q": Text("Q"),
    "K": Text("K"),
    "A": Text("A"),
}
"""The ranks that are not written as they are noted down; each language has its own letters."""


def written_card(rank: str, suit: str) -> Text:
    """`10♥`, `Q♠`; in Russian `Д♠`."""
    return Text("{rank}{suit}", rank=_INDICES.get(rank, rank), suit=suit)
