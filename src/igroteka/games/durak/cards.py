"""Cards and sets of cards, with their notation.

A card is a number, four times its rank plus its suit, so that the lowest bit of a set (an `int`
with a bit for every card) is a card of the lowest rank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from igroteka.basics.card_text import written_card
from igroteka.contract import IgrotekaError
from igroteka.text import Text, as_written, joined, quoted

Card: TypeAlias = int
Cards: TypeAlias = int
"""A set of cards, one bit each."""

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = "♠♣♦♥"
ASCII_SUITS: Final = "SCDH"
SUIT: Final = 0x1111111111111
"""All cards of the suit 0; shifted by a suit's number, all cards of that suit."""
CARD: Final = re.compile(r"(10|[2-9TJQKA])([♠♣♦♥SCDH])", re.IGNORECASE)


def each(cards: Cards) -> Iterator[Card]:
    """The cards of a set, lowest rank first."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def as_set(cards: Iterable[Card]) -> Cards:
    """The set of these cards."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def lowest(cards: Cards) -> Cards:
    """The set that holds only a card of the lowest rank; empty if there is none."""
    return cards & -cards


def deck(size: int) -> Cards:
    """The 24, 36 or 52 highest cards."""
    return (1 << 52) - (1 << (52 - size))


def suit_of(card: Card) -> Cards:
    """All cards of this card's suit."""
    return SUIT << (card & 3)


def ranks(cards: Cards) -> Cards:
    """All cards whose rank occurs in the set."""
    folded = (cards | cards >> 1 | cards >> 2 | cards >> 3) & SUIT
    return folded * 15


def beaters(card: Card, trump: Card) -> Cards:
    """All cards that beat this one: higher ones of its suit, and trumps if it is none."""
    higher = suit_of(card) & -(2 << card)
    return higher if (card ^ trump) & 3 == 0 else higher | suit_of(trump)


def card_name(card: Card) -> str:
    """The card as `7♠`."""
    return RANKS[card >> 2] + SUITS[card & 3]


def names(cards: Cards) -> str:
    """The set as `7♠ 10♦ A♦`; a dash when it is empty."""
    return " ".join(map(card_name, each(cards))) or "–"


def spelled(cards: Cards) -> Text:
    """The set as people write it, in the letters of their language; a dash when it is empty."""
    found = [written_card(RANKS[card >> 2], SUITS[card & 3]) for card in each(cards)]
    return joined(" ", found) if found else as_written("–")


def read_card(text: str) -> Card:
    """The card written as `7♠`, `7S` or `ts`. Raises `IgrotekaError` for anything else."""
    match = CARD.fullmatch(text)
    if not match:
        raise IgrotekaError(
            Text(
                "{text} is no card; write rank and suit, like 7♠ or 7S, 10♥ or 10H",
                text=quoted(text),
            )
        )
    rank, suit = match[1].upper().replace("T", "10"), match[2].upper()
    return 4 * RANKS.index(rank) + (SUITS if suit in SUITS else ASCII_SUITS).index(suit)
