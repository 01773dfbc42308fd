"""Declarer's leads: ruffs in the short hand, trumps, the suit that grows most, winners."""

from __future__ import annotations

from functools import cached_property

from igroteka.games.bridge.cardplay.combination import Combination
from igroteka.games.bridge.cardplay.outlook import Outlook
from igroteka.games.bridge.cards import Card, each, in_suit, length


class Plan:
    """Both hands of declarer's side, with the hand that is due on lead."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.own = outlook.hand
        self.other = outlook.partner_hand
        self.trump = outlook.strain if outlook.trumps else None
        self.sides = [suit for suit in range(4) if suit != self.trump]

    @cached_property
    def suits(self) -> list[Combination]:
        """The suits from clubs to spades."""
        return [self.outlook.combination(suit) for suit in range(4)]

    @cached_property
    def trumps_out(self) -> int:
        """How many trumps opponents have."""
        return 0 if self.trump is None else self.suits[self.trump].out.bit_count()

    @cached_property
    def needed(self) -> int:
        """Tricks still needed for the contract."""
        table = self.outlook.table
        assert table.contract is not None
        return table.contract.needed - table.won(self.outlook.due)

    @cached_property
    def tops(self) -> int:
        """Tricks that both hands can take at once, entries permitting."""
        return sum(combination.tops for combination in self.suits)

    @cached_property
    def cashable(self) -> list[Card]:
        """Winners of the hand on lead that nobody is known to ruff."""
        return [card for card in self.outlook.choices if self.outlook.is_cashable(card)]

    def entries(self, from_other: bool = False) -> list[int]:
        """Suits in which one hand can reach a winner of the other's."""
        found = []
        for suit in range(4):
            combination = self.suits[suit].flipped() if from_other else self.suits[suit]
            winners = combination.masters & combination.other
            if not winners or not combination.own:
                continue
            if self._ruffable(suit) or next(each(combination.own)) > winners.bit_length() - 1:
                continue
            found.append(suit)
        return found

    def _ruffable(self, suit: int) -> bool:
        """Whether an opponent has shown out of this side suit and may still have a trump."""
        if suit == self.trump or not self.trumps_out:
            return False
        return any(self.outlook.may_ruff(seat, suit) for seat in self.outlook.opponents)


def declarer_lead(outlook: Outlook) -> Card:
    """The card that declarer's side begins a trick with."""
    plan = Plan(outlook)
    if outlook.trumps:
        card = ruff_in_the_short_hand(plan) or draw_trumps(plan)
        if card is not None:
            return card
    for rule in (run_if_enough, run_if_decided, develop, cash):
        if (card := rule(plan)) is not None:
            return card
    return exit_card(plan)


def ruff_in_the_short_hand(plan: Plan) -> Card | None:
    """A loser for the other hand to ruff, if that is the one with fewer trumps."""
    assert plan.trump is not None
    own, other = length(plan.own, plan.trump), length(plan.other, plan.trump)
    if not 0 < other <= own:
        return None
    for suit in plan.sides:
        combination = plan.suits[suit]
        losers = combination.own & ~combination.masters
        if losers and not combination.other:
            return next(each(losers))
    return None


def draw_trumps(plan: Plan) -> Card | None:
    """A trump while opponents have some that can be drawn."""
    assert plan.trump is not None
    combination = plan.suits[plan.trump]
    if not combination.out or not combination.own:
        return None
    if only_masters_out(combination):
        return None
    if combination.both.bit_count() <= combination.out.bit_count():
        return None
    return combination.lead()


def only_masters_out(combination: Combination) -> bool:
    """Whether all that opponents have of the suit beats what we have."""
    lowest = (combination.out & -combination.out).bit_length() - 1
    return combination.both >> lowest == 0


def run_if_enough(plan: Plan) -> Card | None:
    """A winner, if all winners together make the contract."""
    return cash(plan) if plan.tops >= plan.needed > 0 else None


def run_if_decided(plan: Plan) -> Card | None:
    """A winner, if ours and theirs together are all the tricks that are left."""
    theirs = sum(combination.their_tops for combination in plan.suits)
    return cash(plan) if plan.tops + theirs >= plan.own.bit_count() else None


def develop(plan: Plan) -> Card | None:
    """Work on the suit that promises most, from the hand that should begin it."""
    found: list[tuple[float, int, bool]] = []
    for suit in plan.sides:
        combination = plan.suits[suit]
        for flipped in (False, True):
            viewed = combination.flipped() if flipped else combination
            merit = promise(viewed)
            if viewed.own and merit > 0:
                found.append((merit - 0.1 * flipped, suit, flipped))
    for _, suit, flipped in sorted(found, key=lambda item: (-item[0], item[1])):
        if not flipped:
            return plan.suits[suit].lead()
        entry = cross(plan, suit)
        if entry is not None:
            return entry
    return None


def promise(combination: Combination) -> float:
    """What the suit may bring beyond its winners, if it is led from this hand."""
    growth = combination.growth
    return growth - 0.3 * combination.losses * bool(growth) + combination.finesse


def cross(plan: Plan, suit: int) -> Card | None:
    """A card that the other hand wins, in another suit than the one to be led from there."""
    for entry in plan.entries():
        if entry != suit:
            return next(each(plan.suits[entry].own))
    return None


def cash(plan: Plan) -> Card | None:
    """A winner of either hand: first those that set up nothing, last those that give up the lead.

    The lead passes to the other hand last, because winners here may not be reached again.
    """
    back = bool(plan.entries(from_other=True))
    reached = set(plan.entries())
    found = []
    for suit in range(4):
        combination = plan.suits[suit]
        own = any(card.suit == suit for card in plan.cashable)
        if not combination.own or not (own or suit in reached):
            continue
        if suit == plan.trump and not plan.trumps_out:
            continue
        card = combination.cash(back)
        moves = not combination.masters >> card & 1
        opens = combination.out.bit_count() > combination.tops
        found.append(((moves, opens, len(list(each(combination.own)))), card))
    return min(found)[1] if found else None


def exit_card(plan: Plan) -> Card:
    """A low card of the longest suit beside trumps."""
    side = [card for card in plan.outlook.choices if card.suit != plan.trump]
    cards = side or plan.outlook.choices
    best = max(cards, key=lambda card: (length(plan.own | plan.other, card.suit), -card))
    return next(each(in_suit(plan.own, best.suit)))
