"""Cards and hands, with their notation.

A card is a number, thirteen times its suit plus its rank; suits rise from clubs to spades as in the
auction, ranks from the two to the ace. A hand is a set of cards, an `int` with a bit for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, TypeAlias

from igroteka.contract import IgrotekaError, IllegalMove
from igroteka.text import Text, quoted

Suit: TypeAlias = int
Cards: TypeAlias = int
"""A set of cards, one bit each."""

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SUITS: Final = "♣♦♥♠"
ASCII_SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
SUIT: Final = 0x1FFF
"""All clubs; shifted by thirteen times a suit's number, all cards of that suit."""
DECK: Final = (1 << 52) - 1
POINTS: Final = (0,) * 9 + (1, 2, 3, 4)
"""High-card points of each rank."""

_CARD: Final = re.compile(r"([♣♦♥♠CDHS])(10|[2-9TJQKA])", re.IGNORECASE | re.ASCII)


class Card(int):
    """One card; as a number it is its place in a set of cards.

    >>> str(Card.read("s10"))
    '♠T'
    """

    @classmethod
    def read(cls, text: str) -> Card:
        """The card that `♠A`, `SA` or `s10` means. Raises `IllegalMove` for anything else."""
        match = _CARD.fullmatch(text.strip())
        if not match:
            raise IllegalMove(
                Text(
                    "{text} is no card; a card is its suit and rank, like ♠A or S10",
                    text=quoted(text),
                )
            )
        rank = RANKS.index(match[2].upper().replace("10", "T"))
        return cls(13 * suit_number(match[1]) + rank)

    @property
    def suit(self) -> Suit:
        """Clubs 0, diamonds 1, hearts 2, spades 3."""
        return int(self) // 13

    @property
    def rank(self) -> int:
        """The two 0 … the ace 12."""
        return int(self) % 13

    @property
    def ascii(self) -> str:
        """The card as files write it, `ST` for the ten of spades."""
        return ASCII_SUITS[self.suit] + RANKS[self.rank]

    def __str__(self) -> str:
        return SUITS[self.suit] + RANKS[self.rank]

    def __repr__(self) -> str:
        return f"Card({self})"


def suit_number(letter: str) -> Suit:
    """The suit that a sign or a letter names."""
    letters = SUITS if letter in SUITS else ASCII_SUITS
    return letters.index(letter.upper())


def each(cards: Cards) -> Iterator[Card]:
    """The cards of a set from the two of clubs to the ace of spades."""
    while cards:
        low = cards & -cards
        yield Card(low.bit_length() - 1)
        cards ^= low


def as_set(cards: Iterable[int]) -> Cards:
    """The set of these cards."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def in_suit(cards: Cards, suit: Suit) -> Cards:
    """The cards of one suit."""
    return cards & (SUIT << 13 * suit)


def length(cards: Cards, suit: Suit) -> int:
    """How many cards of one suit there are."""
    return in_suit(cards, suit).bit_count()


def shape(cards: Cards) -> tuple[int, int, int, int]:
    """How many spades, hearts, diamonds and clubs there are."""
    spades, hearts, diamonds, clubs = (length(cards, suit) for suit in (3, 2, 1, 0))
    return spades, hearts, diamonds, clubs


def points(cards: Cards) -> int:
    """High-card points: ace 4, king 3, queen 2, jack 1."""
    return sum(POINTS[card.rank] for card in each(cards))


def holding(cards: Cards, suit: Suit) -> str:
    """The ranks held in a suit, highest first; empty for a void."""
    return _ranks(cards >> 13 * suit & SUIT)


@cache
def _ranks(clubs: Cards) -> str:
    """The ranks of a holding moved to clubs, of which there are 8192."""
    return "".join(RANKS[card.rank] for card in each(clubs))[::-1]


def hand_text(cards: Cards) -> str:
    """A hand as PBN writes it: spades, hearts, diamonds and clubs between dots."""
    return ".".join(holding(cards, suit) for suit in (SPADES, HEARTS, DIAMONDS, CLUBS))


def read_hand(text: str) -> Cards:
    """The hand that `AK5.T92.QJ4.8732` means; ranks in any order, `10` accepted.

    Raises `IgrotekaError` if it isn't written so, or names a card twice.
    """
    suits = text.strip().upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise IgrotekaError(
            Text(
                "{text} is no hand; it is four suits between dots, like AK5.T92.Q.J",
                text=quoted(text),
            )
        )
    result = 0
    for suit, ranks in zip((SPADES, HEARTS, DIAMONDS, CLUBS), suits, strict=True):
        for rank in ranks.replace("-", ""):
            if rank not in RANKS:
                raise IgrotekaError(
                    Text(
                        "{text_rank} in the hand {text} is no rank; ranks are {ranks}",
                        text_rank=quoted(rank),
                        text=quoted(text),
                        ranks=RANKS,
                    )
                )
            card = 1 << (13 * suit + RANKS.index(rank))
            if result & card:
                raise IgrotekaError(
                    Text(
                        "the hand {text} has {card} twice",
                        text=quoted(text),
                        card=SUITS[suit] + rank,
                    )
                )
            result |= card
    return result
