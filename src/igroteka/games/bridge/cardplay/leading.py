"""Leads: sequences and fourth best in defence; trumps, winners and long suits for declarer."""

from __future__ import annotations

from igroteka.games.bridge.cardplay.declaring import declarer_lead
from igroteka.games.bridge.cardplay.outlook import Outlook
from igroteka.games.bridge.cards import Card, Cards, each, in_suit, length
from igroteka.games.bridge.contracts import Bid

TEN, JACK, QUEEN, KING, ACE = 8, 9, 10, 11, 12


def lead(outlook: Outlook) -> Card:
    """The card that begins a trick."""
    return declarer_lead(outlook) if outlook.declaring else _defender(outlook)


# ---- Defence


def _defender(outlook: Outlook) -> Card:
    if outlook.table.cards and (cashed := _cash_to_beat(outlook)) is not None:
        return cashed
    suits = [suit for suit in range(4) if length(outlook.hand, suit)]
    best = max(suits, key=lambda suit: _suit_merit(outlook, suit))
    return _card_of(outlook, best)


def _cash_to_beat(outlook: Outlook) -> Card | None:
    """A sure trick, if the sure tricks in hand beat the contract, or little else is left."""
    contract = outlook.table.contract
    assert contract is not None
    sure = [card for card in outlook.choices if outlook.is_cashable(card)]
    needed = 14 - contract.needed - outlook.table.won(outlook.due)
    few = outlook.hand.bit_count() <= 4
    return sure[-1] if sure and (len(sure) >= needed > 0 or few) else None


def _suit_merit(outlook: Outlook, suit: int) -> float:
    """How good it is for a defender to lead this suit."""
    held = in_suit(outlook.hand, suit)
    count, top = held.bit_count(), held.bit_length() - 1 - 13 * suit
    merit = 0.0
    if suit in _bid_by(outlook, outlook.partner):
        merit += 5
    merit -= 3 * sum(suit in _bid_by(outlook, (outlook.due + step) % 4) for step in (1, 3))
    merit += 3 * _led_by_partner(outlook, suit)
    if outlook.trumps and suit != outlook.strain:
        ruffers = sum(outlook.may_ruff(seat, suit) for seat in outlook.opponents)
        merit -= (0, 3, 9)[ruffers]
    merit += _past_dummy(outlook, suit)
    if _sequence(held, suit):
        merit += 3 + (top >= JACK)
    if not outlook.trumps:
        return merit + count + 0.3 * _honours(held)
    if suit == outlook.strain:
        return merit - 0.5
    if count == 1 and not outlook.table.cards and outlook.trump_count(outlook.hand):
        merit += 4
    if top == ACE and not held >> (13 * suit + KING) & 1:
        merit -= 4
    if held >> (13 * suit + ACE) & 1 and held >> (13 * suit + KING) & 1:
        merit += 4
    return merit + 0.3 * count - 0.5 * (top in (KING, QUEEN) and not _sequence(held, suit))


def _past_dummy(outlook: Outlook, suit: int) -> float:
    """Through strength and up to weakness: by dummy's honours, once dummy is down."""
    dummy = outlook.table.dummy
    if dummy is None or not outlook.table.cards:
        return 0.0
    honours = _honours(in_suit(outlook.seen(dummy), suit))
    return 0.7 * honours if dummy == (outlook.due + 1) % 4 else 1.0 - 0.9 * honours


def _bid_by(outlook: Outlook, seat: int) -> set[int]:
    auction = outlook.table.auction
    return {
        call.strain
        for place, call in enumerate(auction.calls)
        if auction.caller(place) == seat and isinstance(call, Bid)
    }


def _led_by_partner(outlook: Outlook, suit: int) -> bool:
    table = outlook.table
    return any(
        leader == outlook.partner and table.cards[4 * at].suit == suit
        for at, leader in enumerate(table.leaders[: len(table.cards) // 4])
    )


def _honours(held: Cards) -> int:
    return sum(card.rank >= TEN for card in each(held))


def _sequence(held: Cards, suit: int) -> bool:
    """Whether the two highest cards touch, the ten or better on top."""
    top = held.bit_length() - 1
    return top - 13 * suit >= JACK and bool(held >> (top - 1) & 1) and top - 1 >= 13 * suit


def _card_of(outlook: Outlook, suit: int) -> Card:
    """Top of a sequence or of nothing, fourth best, low from an honour."""
    cards = list(each(in_suit(outlook.hand, suit)))[::-1]
    held = in_suit(outlook.hand, suit)
    top = cards[0]
    if len(cards) <= 2:
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
