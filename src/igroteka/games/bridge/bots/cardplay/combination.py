"""One suit of declarer's two hands: what it takes, what it may take, and how it is best led."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from igroteka.games.bridge.cards import Card, Cards, each

TEN, JACK = 8, 9
USUAL_LONGEST: Final = (0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
"""The longer of two hidden holdings, by how many cards they have together."""
FINESSE: Final = 0.5
"""What a finesse is worth in tricks."""


@dataclass(frozen=True)
class Combination:
    """The cards of one suit: in the hand on lead, in the other hand, and with opponents."""

    own: Cards
    other: Cards
    out: Cards
    split: bool = True
    """Whether both opponents may have some; otherwise one of them has all that are out."""

    followed: int = 0
    """Cards of the suit that opponents have played to the trick in progress."""

    @cached_property
    def both(self) -> Cards:
        return self.own | self.other

    @cached_property
    def longer(self) -> int:
        """How many rounds the longer hand can play."""
        return max(self.own.bit_count(), self.other.bit_count())

    @property
    def other_is_longer(self) -> bool:
        return self.other.bit_count() > self.own.bit_count()

    @property
    def loses(self) -> bool:
        """Whether opponents have cards of the suit, and we have some that may lose to them."""
        return bool(self.out) and bool(self.both & ~self.masters)

    @cached_property
    def longest_out(self) -> int:
        """How many rounds an opponent is expected to follow."""
        count = self.out.bit_count()
        return USUAL_LONGEST[count] if self.split else count

    @cached_property
    def masters(self) -> Cards:
        """Our cards that no opponent can beat."""
        return self.both >> self.out.bit_length() << self.out.bit_length()

    @cached_property
    def tops(self) -> int:
        """Tricks that can be taken at once, if cards lie as usual."""
        masters = self.masters.bit_count()
        if masters >= self.longest_out:
            return self.longer
        return min(masters, self.longer)

    @cached_property
    def losses(self) -> int:
        """How often opponents win the suit before the rest of it is ours."""
        ours, theirs = list(each(self.both))[::-1], list(each(self.out))[::-1]
        won = lost = 0
        while won + lost < min(self.longest_out, self.longer):
            if won < len(ours) and (lost >= len(theirs) or ours[won] > theirs[lost]):
                won += 1
            else:
                lost += 1
        return lost

    @cached_property
    def growth(self) -> int:
        """How many tricks the suit brings beyond those that can be taken at once."""
        return max(0, self.longer - self.losses - self.tops)

    def above(self, card: int) -> int:
        """How many cards that are out beat this one."""
        return (self.out >> card).bit_count()

    def flipped(self) -> Combination:
        """The same with the other hand on lead."""
        return Combination(self.other, self.own, self.out, self.split)

    @cached_property
    def tenace(self) -> Card | None:
        """The card of the other hand that a finesse would be taken with.

        It is beaten by one card that is out, or by two if the card below it is ours as well, and a
        winner stands behind it, or it is the best card that the hand has left to be led up to.
        """
        if not self.other or not self.own or not self.out:
            return None
        cards = list(each(self.other))[::-1]
        for place, card in enumerate(cards):
            beaten = self.above(card)
            if beaten == 0:
                continue
            if card % 13 < TEN or beaten > 2:
                return None
            if beaten == 2 and (place == 0 or not self.supported(card)):
                return None
            if place and self.longest_out > self.masters.bit_count():
                return card
            return card if place == 0 and self.other.bit_count() > beaten else None
        return None

    def supported(self, card: int) -> bool:
        """Whether the next card of the suit that is still there is ours too."""
        below = (self.both | self.out) & ((1 << card) - 1)
        return bool(below) and bool(self.both >> (below.bit_length() - 1) & 1)

    @cached_property
    def drops(self) -> bool:
        """Whether what is missing rather falls under our winners: eight ever, nine never."""
        before = self.out.bit_count() + self.followed
        return self.masters.bit_count() >= (before + 1) // 2

    @cached_property
    def their_tops(self) -> int:
        """Tricks that opponents can take at once, if cards lie as usual."""
        best = self.both.bit_length()
        above = (self.out >> best).bit_count()
        if above >= self.longer:
            return self.longest_out
        return min(above, self.longest_out)

    @cached_property
    def finesse(self) -> float:
        """What leading from this hand towards the other's tenace may win."""
        if self.tenace is None or self.drops:
            return 0.0
        return FINESSE

    def equals(self, card: Card) -> Cards:
        """Our cards of both hands that are as good as this one."""
        found = 1 << card
        for step in (1, -1):
            at = card + step
            while at // 13 == card.suit and 0 <= at < 52 and not self.out >> at & 1:
                found |= self.both & 1 << at
                at += step
        return found

    def cash(self, back: bool) -> Card:
        """A winner, or low to one of the other hand's; `back` if that hand can return the lead."""
        cards = list(each(self.own))
        own, other = self.masters & self.own, self.masters & self.other
        if not own:
            return cards[0]
        if other and self.other.bit_count() < self.own.bit_count():
            alone = own.bit_count() >= self.longest_out
            rounds = min(own.bit_count(), self.longest_out)
            blocks = (self.other & ~other).bit_count() < rounds
            if blocks and (back or not alone):
                return cards[0]
        return cards[-1]

    def through(self) -> Card:
        """Low towards the tenace, or a card that may run, if losing it to a cover costs nothing."""
        assert self.tenace is not None
        same = self.equals(self.tenace)
        own = list(each(same & self.own))
        if own and same.bit_count() >= 3:
            return own[-1]
        return next(each(self.own))

    def give(self) -> Card:
        """The top of touching cards to drive out what is higher, or low."""
        cards = list(each(self.own))
        high = cards[-1]
        if not self.masters & self.own and high.rank >= TEN and self.supported(high):
            return high
        return cards[0]
