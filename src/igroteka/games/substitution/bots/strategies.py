"""The published strategies, written to read like their descriptions.

Each decides from the table alone, one action at a time. The kernel plays the same games seed for
seed, so the order in which choices are listed and random numbers drawn is part of the description.
"""

from __future__ import annotations

import math
import random
from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from igroteka.contract import BadOption, Game, Player, Seat, View
from igroteka.games.substitution import metrics
from igroteka.games.substitution.arrays import SURE_WEIGHT, counts, product_value, tables
from igroteka.games.substitution.grammar import START
from igroteka.games.substitution.notation import NEW, Apply
from igroteka.games.substitution.rules import Substitution
from igroteka.games.substitution.state import Position
from igroteka.games.substitution.view import SubstitutionView
from igroteka.text import Text, quoted

UNIFORM, BY_M2, BY_ROOT_M3, IMPROVED, INVERTED = range(5)
"""Rows of the random family's weights in the tables."""

FEWEST, LIKELIEST = range(2)
"""Rows of the short family's metrics: M1 and M2."""

ADAPTIVE_DEPTH = 4
DEEPEST = 8


class Strategy(Player):
    """What all strategies share: the grammar's tables and the own forms."""

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        assert isinstance(game, Substitution)
        self.grammar = game.grammar
        self.tables = tables(game.grammar)

    def choose(self, view: View) -> Apply:
        assert isinstance(view, SubstitutionView)
        return self.decide(view.state)

    @abstractmethod
    def decide(self, state: Position) -> Apply:
        """An action of the player to move."""

    def numbers(self, form: str) -> tuple[int, ...]:
        """How many of each nonterminal a form holds."""
        return counts(form, self.grammar.nonterminals).nonterminals

    def m2(self, form: str) -> float:
        """How likely the form is to be finished."""
        return product_value(self.tables.powers[0], self.numbers(form))

    def matching(self, state: Position, group: int) -> list[int]:
        """Own forms that the group can be applied to; a new derivation last."""
        left = self.grammar.groups[group].left
        found = [n for n, form in enumerate(state.forms[self.seat]) if left in form]
        return [*found, NEW] if left == START and state.rolled is not None else found

    def text(self, state: Position, form: int) -> str:
        """The form of this number; a new derivation is S."""
        return START if form == NEW else state.forms[self.seat][form]


class RandomStrategy(Strategy):
    """Group, production and form at random, each uniformly."""

    row: ClassVar[int] = UNIFORM

    def decide(self, state: Position) -> Apply:
        group = state.rolled
        if group is None:
            playable = state.playable
            weights = self.tables.group_weights[self.row]
            group = playable[self._pick([weights[each] for each in playable])]
        first, last = self.tables.first[group : group + 2]
        production = self._pick(self.tables.production_weights[self.row][first:last])
        forms = self.matching(state, group)
        form = forms[self._pick([self.form_weight(self.text(state, n)) for n in forms])]
        return Apply(form, group, production)

    def form_weight(self, form: str) -> float:
        """How much this form is preferred."""
        del form
        return 1.0

    def _pick(self, weights: Sequence[float]) -> int:
        """A place by weight; draws one number even when there is one choice."""
        point = self.rng.random() * _sum(weights)
        last = 0
        for place, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return place
            if weight > 0:
                last = place
        return last


def _sum(weights: Sequence[float]) -> float:
    """Added one by one from the left, as the kernel does."""
    total = 0.0
    for weight in weights:
        total += weight
    return total


class SmartRandom(RandomStrategy):
    """Group, production and form at random, weighted by M2: what is likely to be finished."""

    row = BY_M2

    def form_weight(self, form: str) -> float:
        return self.m2(form)


class BetterSmartRandom(RandomStrategy):
    """The same weighted by the square root of M3, which falls less steeply."""

    row = BY_ROOT_M3

    def form_weight(self, form: str) -> float:
        return math.sqrt(product_value(self.tables.powers[1], self.numbers(form)))


class ImprovedRandom(RandomStrategy):
    """As `smart-random`, but leaves what is sure to be finished, and prefers long forms."""

    row = IMPROVED

    def form_weight(self, form: str) -> float:
        value = self.m2(form)
        if value in (0, 1):
            return value * SURE_WEIGHT
        return float(sum(self.numbers(form)))


class InvertedRandom(RandomStrategy):
    """Prefers what is far from finished, to grow long forms; the first half of `adaptive`."""

    row = INVERTED

    def form_weight(self, form: str) -> float:
        value = metrics.weakest_value(self.tables.weakest.tolist(), self.numbers(form))
        return 0.0 if value == 0 else 1.01 - value


class StupidShort(Strategy):
    """Fewest nonterminals first: the shortest way to a word, as far as M1 can see."""

    row: ClassVar[int] = FEWEST

    def decide(self, state: Position) -> Apply:
        metric = self.tables.group_metric[self.row]
        group = state.rolled
        if group is None:
            group = max(state.playable, key=lambda each: metric[each])
        forms = self.matching(state, group)
        form = max(forms, key=lambda number: self.form_metric(self.text(state, number)))
        production = self.tables.best_production[self.row][group] - self.tables.first[group]
        return Apply(form, group, int(production))

    def form_metric(self, form: str) -> float:
        """Larger is better; the first of equals is taken."""
        return -sum(self.numbers(form))


class Short(StupidShort):
    """The same by M2: the production, form and group most likely to be finished."""

    row = LIKELIEST

    def form_metric(self, form: str) -> float:
        return self.m2(form)


class Search(Strategy):
    """Tries every chain of bank groups on the likeliest form, and keeps the one that ends best."""

    def __init__(self, depth: int = 4) -> None:
        if not 0 <= depth <= DEEPEST:
            raise BadOption(Text("depth should be from {least} to {most}", least=0, most=DEEPEST))
        self.depth = depth

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        self.chain: list[Apply] = []

    def decide(self, state: Position) -> Apply:
        if state.rolled is not None:
            self.chain = self._with_roll(state, state.rolled)
        elif not self.chain:
            self.chain = self._from_bank(state)
        return self.chain.pop(0)

    def _with_roll(self, state: Position, group: int) -> list[Apply]:
        """The rolled group on the likeliest form, followed by the best chain from the bank."""
        form = max(
            self.matching(state, group), key=lambda number: self.m2(self.text(state, number))
        )
        begin = counts(self.text(state, form), self.grammar.nonterminals)
        best = _Best()
        for production in range(self.tables.first[group], self.tables.first[group + 1]):
            after = self._applied((*begin.nonterminals, begin.letters), production)
            self._extend(after, list(state.bank), [production], self.depth, best)
        later = len(state.forms[self.seat]) if form == NEW else form
        return self._actions(best.chain, form, later)

    def _from_bank(self, state: Position) -> list[Apply]:
        """The best chain on the likeliest form that some bank group matches."""
        lefts = {self.grammar.groups[group].left for group in state.playable}
        forms = [n for n, text in enumerate(state.forms[self.seat]) if lefts & set(text)]
        form = max(forms, key=lambda number: self.m2(self.text(state, number)))
        begin = counts(self.text(state, form), self.grammar.nonterminals)
        best = _Best()
        # The bank must be used up even by who does not search.
        depth = max(self.depth, 1)
        self._extend((*begin.nonterminals, begin.letters), list(state.bank), [], depth, best)
        return self._actions(best.chain, form, form)

    def _actions(self, chain: Sequence[int], form: int, later: int) -> list[Apply]:
        actions = []
        for place, production in enumerate(chain):
            group = int(self.tables.owner[production])
            number = int(production - self.tables.first[group])
            actions.append(Apply(later if place else form, group, number))
        return actions

    def _applied(self, form: tuple[int, ...], production: int) -> tuple[int, ...]:
        change = self.tables.change[production].tolist()
        return tuple(old + more for old, more in zip(form, change, strict=True))

    def _extend(
        self, form: tuple[int, ...], bank: list[int], chain: list[int], depth: int, best: _Best
    ) -> None:
        """Try every continuation; a chain ends only where nothing matches or the depth is used."""
        ended = True
        for production in range(len(self.tables.owner)) if depth else ():
            group = self.tables.owner[production]
            if not bank[group] or not form[self.tables.source[production]]:
                continue
            ended = False
            bank[group] -= 1
            after = self._applied(form, production)
            self._extend(after, bank, [*chain, production], depth - 1, best)
            bank[group] += 1
        if ended:
            best.offer(product_value(self.tables.powers[0], form[:-1]), form[-1], chain)


class _Best:
    """The best chain so far: the larger value, then more letters, then the first."""

    def __init__(self) -> None:
        self.worth = (-1.0, -1)
        self.chain: list[int] = []

    def offer(self, value: float, letters: int, chain: list[int]) -> None:
        if (value, letters) > self.worth:
            self.worth = (value, letters)
            self.chain = chain


class _Delegating(Strategy):
    """A strategy that hands each whole turn to another one."""

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        self.present: Strategy | None = None
        for strategy in self.parts():
            strategy.start(game, seat, rng)

    @abstractmethod
    def parts(self) -> Sequence[Strategy]:
        """The strategies that may be handed a turn."""

    @abstractmethod
    def hand_over(self, state: Position) -> Strategy:
        """Whose turn this one is."""

    def decide(self, state: Position) -> Apply:
        if state.rolled is not None or self.present is None:
            self.present = self.hand_over(state)
        return self.present.decide(state)


class Adaptive(_Delegating):
    """Grows long forms while (own nonterminals)·omega < turns left, then finishes them."""

    def __init__(self, omega: float = 10.0, finish: str = "search") -> None:
        if finish not in ("search", "short"):
            raise BadOption(
                Text("finish should be search or short, but is {text}", text=quoted(finish))
            )
        if not 0 <= omega < math.inf:
            raise BadOption(Text("omega should be a number from 0 on"))
        self.omega = omega
        self.finish = finish
        self.growing = InvertedRandom()
        self.finishing = Search(ADAPTIVE_DEPTH) if finish == "search" else Short()

    def parts(self) -> Sequence[Strategy]:
        return (self.growing, self.finishing)

    def hand_over(self, state: Position) -> Strategy:
        held = sum(sum(self.numbers(form)) for form in state.forms[self.seat])
        early = held * self.omega < state.turns_left(self.seat)
        return self.growing if early else self.finishing


class Mixed(_Delegating):
    """Each turn one of better-smart-random, short, search, adaptive, by probability points."""

    def __init__(self, w1: int = 1, w2: int = 1, w3: int = 1, w4: int = 1) -> None:
        self.points = (w1, w2, w3, w4)
        if min(self.points) < 0 or not any(self.points):
            raise BadOption(Text("the points should not be negative, nor all zero"))
        self.strategies = (BetterSmartRandom(), Short(), Search(ADAPTIVE_DEPTH), Adaptive())

    def parts(self) -> Sequence[Strategy]:
        return self.strategies

    def hand_over(self, state: Position) -> Strategy:
        del state
        point = self.rng.randrange(sum(self.points))
        for strategy, share in zip(self.strategies, self.points, strict=True):
            point -= share
            if point < 0:
                return strategy
        raise AssertionError("the points cover the whole range")
