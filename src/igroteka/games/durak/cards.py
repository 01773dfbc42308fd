"""Cards, sets of cards and moves, with their notation.

A card is a number, four times its rank plus its suit, so that the lowest bit of a set (an `int`
with a bit for every card) is a card of the lowest rank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from igroteka.contract import IgrotekaError, IllegalMove

Card: TypeAlias = int
Cards: TypeAlias = int
"""A set of cards, one bit each."""

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = "♠♣♦♥"
ASCII_SUITS: Final = "SCDH"
SUIT: Final = 0x1111111111111
"""All cards of the suit 0; shifted by a suit's number, all cards of that suit."""
CARD: Final = re.compile(r"(10|[2-9TJQKA])([♠♣♦♥SCDH])", re.IGNORECASE)

LAY, TRANSFER, SHOW, TAKE, PASS = range(5)
"""Kinds of moves: lay covers the attack, the throw-in and the beating of a card."""
WORDS: Final = ("", "transfer", "show", "take", "pass")


class Move(NamedTuple):
    """What a seat does, and with which cards."""

    kind: int
    cards: Cards = 0

    def __str__(self) -> str:
        return " ".join(filter(None, (WORDS[self.kind], *map(card_name, each(self.cards)))))


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


def read_card(text: str) -> Card:
    """The card written as `7♠`, `7S` or `ts`. Raises `IgrotekaError` for anything else."""
    match = CARD.fullmatch(text)
    if not match:
        raise IgrotekaError(f"{text!r} is no card; write rank and suit, like 7♠ or 7S, 10♥ or 10H")
    rank, suit = match[1].upper().replace("T", "10"), match[2].upper()
    return 4 * RANKS.index(rank) + (SUITS if suit in SUITS else ASCII_SUITS).index(suit)


def read_move(text: str) -> Move:
    """The move that this notation means. Raises `IllegalMove` for what is none."""
    words = text.split()
    word = words[0].lower() if words else ""
    kind = WORDS.index(word) if word in WORDS[1:] else LAY
    try:
        cards = [read_card(each_word) for each_word in words[kind != LAY :]]
    except IgrotekaError as error:
        raise IllegalMove(f"{error}; or write take, pass, transfer 7♠, show 7♠") from None
    needed = {LAY: len(cards) > 0, TRANSFER: len(cards) == 1, SHOW: len(cards) == 1}
    if not needed.get(kind, not cards) or len(set(cards)) < len(cards):
        raise IllegalMove(
            f"{text!r} is no move: write a card like 7♠, take, pass, transfer 7♠ or show 7♠"
        )
    return Move(kind, as_set(cards))
