"""Leads: sequences and fourth best in defence; trumps, winners and long suits for declarer."""

from __future__ import annotations

from igroteka.games.bridge.cardplay.outlook import Outlook
from igroteka.games.bridge.cards import Card, Cards, each, in_suit, length
from igroteka.games.bridge.contracts import Bid

TEN, JACK, QUEEN, KING, ACE = 8, 9, 10, 11, 12


def lead(outlook: Outlook) -> Card:
    """The card that begins a trick."""
    return _declarer(outlook) if outlook.declaring else _defender(outlook)


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
    sure = [card for card in outlook.choices if _is_cashable(outlook, card)]
    needed = 14 - contract.needed - outlook.table.won(outlook.due)
    few = outlook.hand.bit_count() <= 4
    return sure[-1] if sure and (len(sure) >= needed > 0 or few) else None


def _is_cashable(outlook: Outlook, card: Card) -> bool:
    if not outlook.is_master(card):
        return False
    if not outlook.trumps or card.suit == outlook.strain:
        return True
    return not any(
        _may_ruff(outlook, seat, card.suit)
        for seat in ((outlook.due + 1) % 4, (outlook.due + 3) % 4)
    )


def _may_ruff(outlook: Outlook, seat: int, suit: int) -> bool:
    cards = outlook.may_hold(seat)
    if outlook.sight.known(seat):
        return not in_suit(cards, suit) and bool(in_suit(cards, outlook.strain))
    return bool(outlook.voids[seat] >> suit & 1) and bool(in_suit(cards, outlook.strain))


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
        ruffers = sum(_may_ruff(outlook, (outlook.due + step) % 4, suit) for step in (1, 3))
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


# ---- Declarer


def _declarer(outlook: Outlook) -> Card:
    if outlook.trumps:
        card = _ruff_in_the_short_hand(outlook) or _draw_trumps(outlook)
        if card is not None:
            return card
    if (card := _run_if_enough(outlook)) is not None:
        return card
    if (card := _develop(outlook)) is not None:
        return card
    winners = _winners(outlook)
    return winners[-1] if winners else _side_cards(outlook)[0]


def _draw_trumps(outlook: Outlook) -> Card | None:
    """The highest trump while opponents have some, if ours are better; low towards honours."""
    suit = outlook.strain
    out = in_suit(outlook.against, suit)
    own, other = in_suit(outlook.hand, suit), in_suit(outlook.partner_hand, suit)
    if not out or not own:
        return None
    if outlook.is_master(Card(out.bit_length() - 1)) and out.bit_count() == 1:
        return None  # only their master is left: let it be
    cards = list(each(own))
    if outlook.is_master(cards[-1]):
        return cards[-1]
    if other and outlook.is_master(Card(other.bit_length() - 1)):
        return cards[0]
    if own.bit_count() + other.bit_count() <= out.bit_count():
        return None
    return _solid_top(outlook, cards) or cards[0]


def _ruff_in_the_short_hand(outlook: Outlook) -> Card | None:
    """A loser for the other hand to ruff, if that is the one with fewer trumps."""
    trump = outlook.strain
    own, other = length(outlook.hand, trump), length(outlook.partner_hand, trump)
    if not 0 < other <= own:
        return None
    for suit in range(4):
        losers = [c for c in each(in_suit(outlook.hand, suit)) if not outlook.is_master(c)]
        if suit != trump and losers and not in_suit(outlook.partner_hand, suit):
            return losers[0]
    return None


def _solid_top(outlook: Outlook, cards: list[Card]) -> Card | None:
    """The top card if the next one of the two hands is ours as well, so that it forces."""
    both = in_suit(outlook.hand | outlook.partner_hand, cards[-1].suit)
    below = both & ~(1 << cards[-1])
    out = in_suit(outlook.against, cards[-1].suit)
    if not below or cards[-1].rank < TEN:
        return None
    second = below.bit_length() - 1
    between = any(second < card < cards[-1] for card in each(out))
    return None if between else cards[-1]


def _winners(outlook: Outlook) -> list[Card]:
    """Cards in this hand that win if led: trumps first, those of the shorter suit last."""
    sure = [card for card in _side_cards(outlook) if _is_cashable(outlook, card)]
    return sorted(
        sure, key=lambda card: (card.suit != outlook.strain, -length(outlook.hand, card.suit), card)
    )


def _side_cards(outlook: Outlook) -> list[Card]:
    """What there is beside trumps that are better kept: all cards while opponents have trumps."""
    side = [card for card in outlook.choices if card.suit != outlook.strain]
    drawn = outlook.trumps and not in_suit(outlook.against, outlook.strain)
    return side if side and drawn else outlook.choices


def _run_if_enough(outlook: Outlook) -> Card | None:
    """A winner, if all winners together make the contract or hardly a card is left."""
    contract = outlook.table.contract
    assert contract is not None
    winners = _winners(outlook)
    if not winners:
        return None
    tops = 0
    for suit in range(4):
        hands = (in_suit(outlook.hand, suit), in_suit(outlook.partner_hand, suit))
        masters = sum(outlook.is_master(card) for cards in hands for card in each(cards))
        tops += min(masters, max(cards.bit_count() for cards in hands))
    enough = outlook.table.won(outlook.due) + tops >= contract.needed
    return winners[-1] if enough or outlook.hand.bit_count() <= 2 else None


def _develop(outlook: Outlook) -> Card | None:
    """Work on the suit that promises most: long together, with honours, and not yet solid."""
    suits = [
        suit
        for suit in range(4)
        if length(outlook.hand, suit) and not (outlook.trumps and suit == outlook.strain)
    ]
    promising = [suit for suit in suits if _promise(outlook, suit) > 0]
    if not promising:
        return None
    suit = max(promising, key=lambda each_suit: _promise(outlook, each_suit))
    cards = list(each(in_suit(outlook.hand, suit)))
    other = list(each(in_suit(outlook.partner_hand, suit)))
    if other and other[-1].rank >= JACK and other[-1] > cards[-1]:
        return cards[0]  # towards the honours
    return _solid_top(outlook, cards) or cards[0]


def _promise(outlook: Outlook, suit: int) -> float:
    """How many tricks a suit may still bring, roughly."""
    own, other = in_suit(outlook.hand, suit), in_suit(outlook.partner_hand, suit)
    out = in_suit(outlook.against, suit)
    if not out:
        return 0.0
    longer = max(own.bit_count(), other.bit_count())
    honours = _honours(own | other)
    return longer + own.bit_count() + other.bit_count() - out.bit_count() + honours - 4.5
