"""Bots that follow a few fixed rules: `greedy`, `greedy-careful`, `mplayer1`, `mplayer1-fixed`.

Each rule is a set of cards cut down step by step; the lowest card of what is left is laid. The
kernel plays the same games, move for move.
"""

from __future__ import annotations

from abc import abstractmethod

from igroteka.contract import Player, View
from igroteka.games.durak.cards import Card, Cards, as_set, beaters, deck, each, lowest, ranks
from igroteka.games.durak.notation import LAY, PASS, TAKE, Move
from igroteka.games.durak.view import DurakView

FEW = 6
"""With no more possible cards than these, `mplayer1` takes the opponent's hand for known."""
HALF, THIRD = 18, 12
"""So many discarded cards end the first half and the first third of the game."""


class Simple(Player):
    """Lays one card, or none: an empty set is to take or to pass."""

    def choose(self, view: View) -> Move:
        assert isinstance(view, DurakView)
        if view.public.defending:
            return _move(self.defend(view), TAKE)
        return _move(self.throw_in(view) if view.public.attacks else self.attack(view), PASS)

    @abstractmethod
    def attack(self, view: DurakView) -> Cards:
        """The card to begin a bout with."""

    @abstractmethod
    def throw_in(self, view: DurakView) -> Cards:
        """The card to throw in, or none."""

    def defend(self, view: DurakView) -> Cards:
        """The card for the first unbeaten one, if an answer to every unbeaten one is left."""
        hand, answers = view.hand, []
        for attack in view.public.unbeaten:
            answers.append(self.answer(view, hand & beaters(attack, view.public.trump)))
            hand &= ~answers[-1]
        return answers[0] if all(answers) else 0

    @abstractmethod
    def answer(self, view: DurakView, higher: Cards) -> Cards:
        """The card out of those that beat an attack, or none."""


class Greedy(Simple):
    """Always the lowest rank; defends with a trump as gladly as with any other card."""

    def attack(self, view: DurakView) -> Cards:
        return plain_first(view.hand, view.public.trumps)

    def throw_in(self, view: DurakView) -> Cards:
        return 0 if view.public.taking else lowest(view.public.playable(view.hand))

    def answer(self, view: DurakView, higher: Cards) -> Cards:
        del view
        return lowest(higher)


class GreedyCareful(Greedy):
    """Greedy, but defends with a trump only where no other card beats."""

    def answer(self, view: DurakView, higher: Cards) -> Cards:
        return plain_first(higher, view.public.trumps)


class MPlayer1(Simple):
    """A student's player as it really ran, its slips included.

    Slips: cards that the opponent picked up count as gone; the rest of a set is not remembered;
    with a known hand it throws in what can be beaten rather than what can't.
    """

    def possible(self, view: DurakView) -> Cards:
        """What it believes the opponent may hold: all but what it held or saw lying."""
        public = view.public
        gone = as_set(public.attacks) | public.seen | 1 << public.trump | view.hand
        return deck(public.game.cards) & ~gone

    def knows(self, view: DurakView, possible: Cards) -> bool:
        """Whether it takes the possible cards for the opponent's hand."""
        del view
        return possible.bit_count() <= FEW

    def attack(self, view: DurakView) -> Cards:
        possible, trump = self.possible(view), view.public.trump
        if self.knows(view, possible):
            safe = view.hand & ~beatable(view.hand, possible, trump)
            if safe:
                return plain_first(safe, view.public.trumps)
        return self.of_a_set(view, view.hand) or plain_first(view.hand, view.public.trumps)

    def throw_in(self, view: DurakView) -> Cards:
        fitting = view.public.playable(view.hand)
        return self.of_a_set(view, fitting) or self.single(view, self.spared(view, fitting))

    def single(self, view: DurakView, fitting: Cards) -> Cards:
        """The lowest fitting card; with a known hand the lowest that can be beaten."""
        possible = self.possible(view)
        if self.knows(view, possible):
            return lowest(beatable(fitting, possible, view.public.trump)) or lowest(fitting)
        return lowest(fitting)

    def answer(self, view: DurakView, higher: Cards) -> Cards:
        if view.public.discard.bit_count() <= THIRD:
            return lowest(higher & ~view.public.trumps)
        return plain_first(higher, view.public.trumps)

    def spared(self, view: DurakView, cards: Cards) -> Cards:
        """The cards without trumps in the first half of the game."""
        return cards & ~view.public.trumps if view.public.discard.bit_count() <= HALF else cards

    def of_a_set(self, view: DurakView, cards: Cards) -> Cards:
        """A card of the lowest rank held twice or more, but not oftener than he holds cards."""
        public, left = view.public, self.spared(view, cards)
        held = public.counts[public.defender] + len(public.beats)
        while left:
            same = left & ranks(lowest(left))
            if 1 < same.bit_count() <= held:
                return lowest(same)
            left &= ~same
        return 0


class MPlayer1Fixed(MPlayer1):
    """What the author of `mplayer1` meant.

    Picked-up cards stay in the known hand, a set is thrown in one by one, and with a known hand it
    throws in what can't be beaten.
    """

    def possible(self, view: DurakView) -> Cards:
        return view.possible(view.public.defender)

    def knows(self, view: DurakView, possible: Cards) -> bool:
        return possible.bit_count() <= max(FEW, view.public.counts[view.public.defender])

    def throw_in(self, view: DurakView) -> Cards:
        fitting = self.spared(view, view.public.playable(view.hand))
        rest = fitting & ranks(1 << view.public.attacks[-1])
        return lowest(rest) or self.of_a_set(view, fitting) or self.single(view, fitting)

    def single(self, view: DurakView, fitting: Cards) -> Cards:
        possible = self.possible(view)
        if self.knows(view, possible):
            return lowest(fitting & ~beatable(fitting, possible, view.public.trump)) or lowest(
                fitting
            )
        return lowest(fitting)


def _move(card: Cards, otherwise: int) -> Move:
    return Move(LAY, card) if card else Move(otherwise)


def plain_first(cards: Cards, trumps: Cards) -> Cards:
    """The lowest card that is no trump, else the lowest trump."""
    return lowest(cards & ~trumps) or lowest(cards)


def beatable(cards: Cards, possible: Cards, trump: Card) -> Cards:
    """Those of the cards that one of the possible cards beats."""
    return as_set(card for card in each(cards) if beaters(card, trump) & possible)
