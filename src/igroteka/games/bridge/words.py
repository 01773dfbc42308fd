"""Calls and cards in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from igroteka.basics.card_text import written_card
from igroteka.contract import Seat
from igroteka.games.bridge.cards import RANKS, SUITS, Card
from igroteka.games.bridge.contracts import NOTRUMP, STRAINS, Bid, Call
from igroteka.text import Text, as_written, joined

_RANKS: Final = (
    *(Text("two"), Text("three"), Text("four"), Text("five"), Text("six"), Text("seven")),
    *(Text("eight"), Text("nine"), Text("ten")),
    *(Text("jack"), Text("queen"), Text("king"), Text("ace")),
)
_SUITS: Final = (Text("clubs"), Text("diamonds"), Text("hearts"), Text("spades"))
_BIDS: Final = (
    *(Text("one club"), Text("one diamond"), Text("one heart"), Text("one spade")),
    Text("one notrump"),
    *(Text("two clubs"), Text("two diamonds"), Text("two hearts"), Text("two spades")),
    Text("two notrump"),
    *(Text("three clubs"), Text("three diamonds"), Text("three hearts"), Text("three spades")),
    Text("three notrump"),
    *(Text("four clubs"), Text("four diamonds"), Text("four hearts"), Text("four spades")),
    Text("four notrump"),
    *(Text("five clubs"), Text("five diamonds"), Text("five hearts"), Text("five spades")),
    Text("five notrump"),
    *(Text("six clubs"), Text("six diamonds"), Text("six hearts"), Text("six spades")),
    Text("six notrump"),
    *(Text("seven clubs"), Text("seven diamonds"), Text("seven hearts"), Text("seven spades")),
    Text("seven notrump"),
)
"""In the order of the auction."""
_SEATS: Final = (Text("N"), Text("E"), Text("S"), Text("W"))
_OTHERS: Final = {"pass": Text("pass"), "X": Text("double"), "XX": Text("redouble")}


def call_words(call: Call) -> Text:
    """`four spades`, `one notrump`, `double`."""
    if not isinstance(call, Bid):
        return _OTHERS[call.word]
    return _BIDS[len(STRAINS) * (call.level - 1) + call.strain]


def card_words(card: Card) -> Text:
    """`the queen of hearts`."""
    return Text("the {rank} of {suit}", rank=_RANKS[card.rank], suit=_SUITS[card.suit])


def card_text(card: Card) -> Text:
    """`Q♠` and `10♥`, in the letters of a language."""
    return written_card(RANKS[card.rank], SUITS[card.suit])


def suit_words(suit: int) -> Text:
    """`hearts`."""
    return _SUITS[suit]


def bid_text(bid: Bid) -> Text:
    """`4♠`, and `1NT` as each language abbreviates it."""
    return Text("{level}{strain}", level=bid.level, strain=strain_text(bid.strain))


def strain_text(strain: int) -> Text:
    """The sign of a suit, or notrump abbreviated."""
    return Text("NT") if strain == NOTRUMP else as_written(STRAINS[strain])


def seat_letters(seats: Iterable[Seat]) -> Text:
    """`NS`, in the letters of a language."""
    return joined("", (_SEATS[seat] for seat in seats))


def zone_text(vulnerable: bool) -> Text:
    """Whether a side is vulnerable."""
    return Text("vulnerable") if vulnerable else Text("not vulnerable")
