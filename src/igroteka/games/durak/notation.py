"""Moves, and how they are written: `7♠`, `take`, `pass`, `transfer 7♠`, `show 7♠`."""

from __future__ import annotations

from typing import Final, NamedTuple

from igroteka.contract import IgrotekaError, IllegalMove
from igroteka.games.durak.cards import Cards, as_set, card_name, each, read_card
from igroteka.text import Text, quoted

LAY, TRANSFER, SHOW, TAKE, PASS = range(5)
"""Kinds of moves: lay covers the attack, the throw-in and the beating of a card."""
WORDS: Final = ("", "transfer", "show", "take", "pass")


class Move(NamedTuple):
    """What a seat does, and with which cards."""

    kind: int
    cards: Cards = 0

    def __str__(self) -> str:
        return " ".join(filter(None, (WORDS[self.kind], *map(card_name, each(self.cards)))))


def read_move(text: str) -> Move:
    """The move that this notation means. Raises `IllegalMove` for what is none."""
    words = text.split()
    word = words[0].lower() if words else ""
    kind = WORDS.index(word) if word in WORDS[1:] else LAY
    try:
        cards = [read_card(each_word) for each_word in words[kind != LAY :]]
    except IgrotekaError as error:
        raise IllegalMove(
            Text("{reason}; or write take, pass, transfer 7♠, show 7♠", reason=error.sentence)
        ) from None
    needed = {LAY: len(cards) > 0, TRANSFER: len(cards) == 1, SHOW: len(cards) == 1}
    if not needed.get(kind, not cards) or len(set(cards)) < len(cards):
        raise IllegalMove(
            Text(
                "{text} is no move: write a card like 7♠, take, pass, transfer 7♠ or show 7♠",
                text=quoted(text),
            )
        )
    return Move(kind, as_set(cards))
