"""Both hands of declarer's side counted: winners, trumps, entries and ruffs."""

from __future__ import annotations

from functools import cached_property

from igroteka.games.bridge.bots.cardplay.combination import Combination
from igroteka.games.bridge.bots.cardplay.outlook import Outlook
from igroteka.games.bridge.cards import Card, Cards, each, in_suit, length

SHORT = 2


class DeclarerPlan:
    """What declarer's side has, seen from the hand that is on lead."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.own: Cards = outlook.hand
        self.other: Cards = outlook.partner_hand
        self.trump = outlook.strain if outlook.trumps else None
        self.sides = [suit for suit in range(4) if suit != self.trump]

    @cached_property
    def suits(self) -> list[Combination]:
        """The suits from clubs to spades."""
        return [self.outlook.combination(suit) for suit in range(4)]

    # ---- Tricks

    @cached_property
    def needed(self) -> int:
        """Tricks still needed for the contract."""
        public = self.outlook.public
        assert public.contract is not None
        return public.contract.needed - public.won(self.outlook.due)

    @cached_property
    def tops(self) -> int:
        """Tricks that both hands can take at once, entries permitting."""
        return sum(combination.tops for combination in self.suits)

    @cached_property
    def their_tops(self) -> int:
        """Tricks that opponents could take at once."""
        return sum(combination.their_tops for combination in self.suits)

    @cached_property
    def cashable(self) -> list[Card]:
        """Winners of the hand on lead that nobody is known to ruff."""
        return [card for card in self.outlook.choices if self.outlook.is_cashable(card)]

    def wins(self, suit: int) -> bool:
        """Whether a lead of the suit wins at once, in this hand or the other."""
        return suit in self.reached or any(card.suit == suit for card in self.cashable)

    # ---- Entries

    @cached_property
    def reached(self) -> set[int]:
        """Suits in which this hand reaches a winner of the other's."""
        return {suit for suit in range(4) if self._reaches(suit, self.suits[suit])}

    @cached_property
    def back(self) -> bool:
        """Whether the other hand reaches a winner of this one."""
        return any(self._reaches(suit, self.suits[suit].flipped()) for suit in range(4))

    def _reaches(self, suit: int, combination: Combination) -> bool:
        winners = combination.masters & combination.other
        if not winners or not combination.own or self._ruffed(suit):
            return False
        return next(each(combination.own)) < winners.bit_length() - 1

    def _ruffed(self, suit: int) -> bool:
        """Whether an opponent is known to have no card of this suit and may have a trump."""
        return any(self.outlook.may_ruff(seat, suit) for seat in self.outlook.opponents)

    def entry_to_longer(self, suit: int) -> bool:
        """Whether the hand that is longer in a suit has a winner elsewhere."""
        combination = self.suits[suit]
        longer = self.other if combination.other_is_longer else self.own
        return any(
            self.suits[other].masters & in_suit(longer, other)
            for other in range(4)
            if other != suit
        )

    # ---- Trumps

    @cached_property
    def own_trumps(self) -> int:
        return 0 if self.trump is None else length(self.own, self.trump)

    @cached_property
    def other_trumps(self) -> int:
        return 0 if self.trump is None else length(self.other, self.trump)

    @cached_property
    def trumps_out(self) -> int:
        """How many trumps opponents have."""
        return 0 if self.trump is None else self.suits[self.trump].out.bit_count()

    @cached_property
    def trumps_to_draw(self) -> bool:
        """Whether opponents have a trump that one of ours beats."""
        if self.trump is None or not self.trumps_out:
            return False
        combination = self.suits[self.trump]
        lowest = (combination.out & -combination.out).bit_length() - 1
        return combination.both >> lowest != 0

    def ruffs_in_other(self, suit: int) -> bool:
        """Whether the other hand has no card of a side suit, and a trump."""
        return suit != self.trump and not self.suits[suit].other and self.other_trumps > 0

    def shortens(self, suit: int) -> bool:
        """Whether leading a side suit brings the hand with fewer trumps nearer to a ruff."""
        own, other = length(self.own, suit), length(self.other, suit)
        there = other < own and other <= SHORT and 0 < self.other_trumps <= self.own_trumps
        here = own < other and own <= SHORT and 0 < self.own_trumps <= self.other_trumps
        return there or here

    @cached_property
    def ruffs_to_come(self) -> bool:
        """Whether the hand with fewer trumps may ruff losers, but not once trumps are drawn."""
        assert self.trump is not None
        if min(self.own_trumps, self.other_trumps) > self.suits[self.trump].longest_out:
            return False
        return any(self.shortens(suit) and self._has_losers(suit) for suit in self.sides)

    def _has_losers(self, suit: int) -> bool:
        combination = self.suits[suit]
        longer = combination.other if combination.other_is_longer else combination.own
        return bool(longer & ~combination.masters)
