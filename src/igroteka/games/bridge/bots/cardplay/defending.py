"""A defender's leads: tricks that beat the contract, else the suit that most speaks for."""

from __future__ import annotations

from igroteka.games.bridge.bots.cardplay.lead_reasons import merit, touching
from igroteka.games.bridge.bots.cardplay.outlook import Outlook
from igroteka.games.bridge.cards import Card, Cards, each, in_suit, length

TEN, JACK, KING, ACE = 8, 9, 11, 12


def defender_lead(outlook: Outlook) -> Card:
    """The card that a defender begins a trick with."""
    if outlook.public.cards and (cashed := _cash_to_beat(outlook)) is not None:
        return cashed
    suits = [suit for suit in range(4) if length(outlook.hand, suit)]
    best = max(suits, key=lambda suit: merit(outlook, suit))
    return card_of(outlook, best)


def _cash_to_beat(outlook: Outlook) -> Card | None:
    """A sure trick, if the sure tricks in hand beat the contract, or little else is left."""
    contract = outlook.public.contract
    assert contract is not None
    sure = [card for card in outlook.choices if outlook.is_cashable(card)]
    needed = 14 - contract.needed - outlook.public.won(outlook.due)
    few = outlook.hand.bit_count() <= 4
    return sure[-1] if sure and (len(sure) >= needed > 0 or few) else None


def _sequence(held: Cards, suit: int) -> bool:
    """Whether the two highest cards touch, the ten or better on top."""
    top = held.bit_length() - 1
    return top - 13 * suit >= JACK and bool(held >> (top - 1) & 1) and top - 1 >= 13 * suit


def card_of(outlook: Outlook, suit: int) -> Card:
    """Top of a sequence or of nothing, fourth best, low from an honour."""
    cards = list(each(in_suit(outlook.hand, suit)))[::-1]
    held = in_suit(outlook.hand, suit)
    top = cards[0]
    if len(cards) <= 2:
        return top
    if outlook.public.cards and outlook.is_master(top) and touching(outlook, cards):
        return top
    ace_king = top.rank == ACE and cards[1].rank == KING
    solid = _sequence(held, suit) and (outlook.trumps or cards[2].rank >= cards[1].rank - 2)
    if solid and (top.rank < ACE or ace_king):
        return top
    if outlook.trumps and top.rank == ACE:
        return top
    if top.rank < TEN:
        return cards[1] if len(cards) > 2 else top
    return cards[3] if len(cards) > 3 else cards[-1]
