"""A card for a trick whose suit is not in hand: a ruff, or what is least missed.

What speaks for and against each is weighed by the table `discard` in `merits.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from igroteka.games.bridge.bots.cardplay.lead_reasons import bid_by
from igroteka.games.bridge.bots.cardplay.outlook import Outlook
from igroteka.games.bridge.bots.cardplay.weighing import weigh
from igroteka.games.bridge.cards import Card, each, in_suit, length

_LONGEST_TOLD: Final = 5


def discard(outlook: Outlook) -> Card:
    """The ruff or the discard that most speaks for."""
    column = 2 * outlook.declaring + (not outlook.trumps)
    cards = list(candidates(outlook))
    return max(cards, key=lambda card: weigh("discard", column, reasons(outlook, card)))


def candidates(outlook: Outlook) -> Iterator[Card]:
    """The lowest card of each side suit, and the trumps that a ruff could be made with."""
    for suit in range(4):
        cards = list(each(in_suit(outlook.hand, suit)))
        if not cards:
            continue
        if not (outlook.trumps and suit == outlook.strain):
            yield cards[0]
            continue
        over = [card for card in cards if outlook.beats(card, outlook.best)]
        yield from dict.fromkeys((over or cards)[:1] + over[-1:])


def reasons(outlook: Outlook, card: Card) -> Iterator[str]:
    """All that the table may have a word for, of this card."""
    if not (outlook.trumps and card.suit == outlook.strain):
        yield from _throwing(outlook, card)
    elif outlook.beats(card, outlook.best):
        yield from _ruffing(outlook, card)
    else:
        yield "underruff"


# ---- Ruffs


def _ruffing(outlook: Outlook, card: Card) -> Iterator[str]:
    yield "ruff"
    yield f"ruff, {_trick_stands(outlook)}"
    yield "ruff, stands" if outlook.holds_up(card) else "ruff, may be beaten"
    trumps = in_suit(outlook.hand, outlook.strain)
    if outlook.is_master(card):
        yield "ruff, with best"
    if card > next(each(trumps)):
        yield "ruff, not lowest"
    yield f"ruff, length {min(trumps.bit_count(), _LONGEST_TOLD)}"
    if outlook.declaring:
        other = length(outlook.partner_hand, outlook.strain)
        yield "ruff, long hand" if trumps.bit_count() > other else "ruff, short hand"


def _trick_stands(outlook: Outlook) -> str:
    """Whose the trick is without our help."""
    if outlook.best_seat != outlook.partner:
        return "theirs"
    return "ours" if outlook.holds_up(outlook.best) else "perhaps ours"


# ---- Discards


def _throwing(outlook: Outlook, card: Card) -> Iterator[str]:
    held = in_suit(outlook.hand, card.suit)
    count = held.bit_count()
    against = in_suit(outlook.against, card.suit)
    yield f"throw, length {min(count, _LONGEST_TOLD)}"
    if outlook.is_master(card):
        yield "throw, winner"
    yield _guard(count, (against >> held.bit_length()).bit_count())
    if not against:
        yield "throw, none against"
    if outlook.declaring:
        yield from _beside_other_hand(outlook, card)
    else:
        yield from _before_dummy(outlook, card)


def _guard(count: int, standing: int) -> str:
    """What is left of the suit's best card as a stopper."""
    if standing > 3 or count <= standing:
        return "throw, no stopper"
    if standing == 0:
        return "throw, below best" if count > 1 else "throw, best"
    return "throw, unguards" if count == standing + 1 else "throw, spare guard"


def _beside_other_hand(outlook: Outlook, card: Card) -> Iterator[str]:
    """Declarer's side sees both hands."""
    combination = outlook.combination(card.suit)
    own, other = combination.own.bit_count(), combination.other.bit_count()
    yield "throw, longer" if own > other else "throw, shorter" if own < other else "throw, equal"
    if combination.growth and own >= other:
        yield "throw, growing"
    if outlook.trumps and own <= 1 and outlook.trump_count(outlook.hand):
        yield "throw, to ruff"
    if combination.tops >= own:
        yield "throw, covered"


def _before_dummy(outlook: Outlook, card: Card) -> Iterator[str]:
    """A defender keeps as many as dummy has, and what declarer may be long in."""
    dummy, declarer = outlook.public.dummy, outlook.public.declarer
    assert dummy is not None
    assert declarer is not None
    own, there = length(outlook.hand, card.suit), length(outlook.seen(dummy), card.suit)
    if there == 0:
        yield "throw, none in dummy"
    elif own == there or own == there + 1:
        yield "throw, as long as dummy"
    else:
        yield "throw, shorter than dummy" if own < there else "throw, longer than dummy"
    if card.suit in bid_by(outlook, declarer):
        yield "throw, bid by declarer"
    if card.suit in bid_by(outlook, outlook.partner):
        yield "throw, bid by partner"
    if any(leader == outlook.partner and led.suit == card.suit for leader, led in outlook.leads):
        yield "throw, led by partner"
    if outlook.voids[declarer] >> card.suit & 1:
        yield "throw, declarer has none"
