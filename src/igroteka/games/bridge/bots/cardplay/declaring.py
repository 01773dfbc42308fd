"""Declarer's leads: ways to go on in each suit, and what speaks for and against each.

A way is to `cash` a winner of either hand, to `finesse`, to `give` up a trick or duck one, or to
let the other hand `ruff`. The reasons are weighed by the table in `merits.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from igroteka.games.bridge.bots.cardplay.combination import TEN, Combination
from igroteka.games.bridge.bots.cardplay.outlook import Outlook
from igroteka.games.bridge.bots.cardplay.planning import DeclarerPlan
from igroteka.games.bridge.bots.cardplay.weighing import weigh
from igroteka.games.bridge.cards import Card, each

LATE: Final = 4
"""Cards left in the hand when the end has come."""
EIGHT: Final = 8
OPEN: Final = 3
"""Tricks that opponents can take in a suit for it to be called open."""


class Way(NamedTuple):
    """One way to go on: the card to lead and what it is for."""

    kind: str
    suit: int
    card: Card


def declarer_lead(outlook: Outlook) -> Card:
    """The card that declarer's side begins a trick with."""
    plan = DeclarerPlan(outlook)
    column = int(not outlook.trumps)
    best = max(ways(plan), key=lambda way: weigh("declarer lead", column, reasons(plan, way)))
    return best.card


def ways(plan: DeclarerPlan) -> Iterator[Way]:
    """All ways to go on, suit by suit."""
    for suit in range(4):
        if plan.suits[suit].own:
            yield from _ways_in(plan, suit)


def _ways_in(plan: DeclarerPlan, suit: int) -> Iterator[Way]:
    combination = plan.suits[suit]
    losers = combination.own & ~combination.masters
    cards = []
    if losers and plan.ruffs_in_other(suit):
        cards.append(next(each(losers)))
        yield Way("ruff", suit, cards[0])
    if plan.wins(suit):
        cards.append(combination.cash(plan.back))
        yield Way("cash", suit, cards[-1])
    if combination.finesse:
        yield Way("finesse", suit, combination.through())
        return
    given = combination.give()
    if not cards or (given not in cards and combination.loses):
        yield Way("give", suit, given)


def reasons(plan: DeclarerPlan, way: Way) -> Iterator[str]:
    """What the table may have a word for, of this way."""
    kind, suit, _ = way
    combination = plan.suits[suit]
    if suit == plan.trump:
        kind = f"trump {kind}"
        yield kind
        yield f"{kind}, {_trumps_out(plan)}"
        if plan.ruffs_to_come:
            yield f"{kind}, ruffs to come"
    else:
        yield kind
        if plan.trumps_to_draw:
            yield f"{kind}, trumps out"
        yield from _of_ruff(plan) if kind == "ruff" else _of_suit(plan, way)
    if kind == "cash":
        yield from _of_winner(plan, way)
    elif kind in ("give", "finesse"):
        yield f"{kind}, with winners" if combination.masters else f"{kind}, no winners"
        if combination.out and combination.their_tops >= combination.longest_out:
            yield f"{kind}, theirs"
    if kind != "trump cash":
        yield from _of_count(plan, kind)


def _trumps_out(plan: DeclarerPlan) -> str:
    if not plan.trumps_out:
        return "none out"
    return f"{min(plan.trumps_out, 5)} out" if plan.trumps_to_draw else "only best out"


def _of_ruff(plan: DeclarerPlan) -> Iterator[str]:
    yield "ruff, short hand" if plan.other_trumps <= plan.own_trumps else "ruff, long hand"


def _of_suit(plan: DeclarerPlan, way: Way) -> Iterator[str]:
    """What a side suit promises."""
    kind, suit, card = way
    combination = plan.suits[suit]
    yield f"{kind}, growth {min(combination.growth, 3)}"
    if combination.growth:
        yield f"{kind}, losses {min(combination.losses, 3)}"
        if not plan.entry_to_longer(suit):
            yield f"{kind}, no entry"
    if plan.shortens(suit):
        yield f"{kind}, shortens"
    if plan.own.bit_count() <= LATE:
        yield f"{kind}, late"
    if combination.both.bit_count() >= EIGHT:
        yield f"{kind}, eight"
    others = [plan.suits[other].their_tops for other in range(4) if other != suit]
    if kind != "cash" and max(others) >= OPEN:
        yield f"{kind}, open elsewhere"
    if kind == "finesse":
        yield from _of_finesse(combination)
    if kind == "give":
        if card.rank >= TEN:
            yield "give, honour"
        if combination.flipped().finesse:
            yield "give, tenace here"


def _of_finesse(combination: Combination) -> Iterator[str]:
    assert combination.tenace is not None
    best = combination.other.bit_length() - 1
    yield "finesse, up to honour" if combination.above(best) else "finesse, tenace"
    if combination.above(combination.tenace) == 2:
        yield "finesse, two missing"


def _of_winner(plan: DeclarerPlan, way: Way) -> Iterator[str]:
    """What taking a winner does."""
    combination = plan.suits[way.suit]
    if combination.masters >> way.card & 1:
        yield "cash, stays"
    else:
        yield "cash, moves"
        if plan.cashable and not plan.back:
            yield "cash, moves for good"
    if not combination.out:
        yield "cash, none out"
    else:
        if combination.tops == combination.longer:
            yield "cash, runs"
        if combination.masters.bit_count() == 1:
            yield "cash, last stopper"
    if combination.out.bit_count() > combination.tops:
        yield "cash, sets up"
    if combination.own.bit_count() < combination.other.bit_count():
        yield "cash, from short"
    if combination.finesse:
        yield "cash, tenace there"
    elif combination.flipped().finesse:
        yield "cash, tenace here"


def _of_count(plan: DeclarerPlan, kind: str) -> Iterator[str]:
    """Whether winners suffice, and whether theirs and ours are all that is left."""
    if plan.tops >= plan.needed:
        yield f"{kind}, enough"
    if plan.tops + plan.their_tops >= plan.own.bit_count():
        yield f"{kind}, decided"
