"""The planner: it plans whole turns over all own forms and the shared bank.

It knows how many turns are left, favours long words while there is time, and minds what it leaves
to the opponent. What it knows of the grammar is in `plan.py`; the kernel has its twin, equal to the
last bit. Forms are rows of nonterminal counts with the number of letters last.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import inf, sqrt, tanh

from igroteka.contract import Game, Seat, View
from igroteka.games.substitution.arrays import counts, tables
from igroteka.games.substitution.bots.plan import make_plan
from igroteka.games.substitution.bots.strategies import Strategy
from igroteka.games.substitution.notation import NEW, Apply
from igroteka.games.substitution.rules import Substitution
from igroteka.games.substitution.state import WORD_BONUS, Position
from igroteka.games.substitution.view import SubstitutionView

DEPTH = 3
"""Steps of a turn looked ahead."""
WORK = 3_000_000
"""Of one decision, counted in forms times groups."""
SPREAD = 1.9
"""The lead, in points, that makes a win likely as e to 1 when one turn is to come."""
MOST_FORMS = 60
"""Forms laid on the desk: those at the head of the queue, and the last."""
Row = Sequence[int]


class Lists:
    """The tables and the plan of a game as plain lists."""

    def __init__(self, game: Substitution) -> None:
        arrays, plan = tables(game.grammar), make_plan(game.grammar, game.turns)
        self.left: list[int] = arrays.left.tolist()
        self.first: list[int] = arrays.first.tolist()
        self.owner: list[int] = arrays.owner.tolist()
        self.source: list[int] = arrays.source.tolist()
        self.change: list[list[int]] = arrays.change.tolist()
        self.weights: list[int] = arrays.weights.tolist()
        self.start = arrays.start
        self.shortest: list[int] = arrays.best_production[1].tolist()
        self.needs: list[list[int]] = plan.needs.tolist()
        self.worth: list[float] = plan.worth.tolist()
        self.need_change: list[list[int]] = plan.need_change.tolist()
        self.worth_change: list[float] = plan.worth_change.tolist()
        self.level: list[list[int]] = plan.level.tolist()
        self.chances: list[list[float]] = plan.chances.tolist()
        self.ready = plan.ready


class Planner(Strategy):
    """Plans whole turns over all forms and the bank, by prices computed from the grammar."""

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        assert isinstance(game, Substitution)
        self.lists = Lists(game)

    def decide(self, state: Position) -> Apply:
        return self._step(*self._search(state).choose())

    def analyse(self, view: View) -> Sequence[tuple[Apply, float]]:
        """Every step that it looks at, with the share to expect by the lead that it promises."""
        assert isinstance(view, SubstitutionView)
        state = view.state
        if state.turn != self.seat:
            return ()
        search = self._search(state)
        lead = state.points(self.seat) - state.points(1 - self.seat) + search.standing
        left = state.turns_left(self.seat)
        values = [
            (self._step(*step), expected_share(lead + total, left))
            for step, total in search.totals().items()
        ]
        return sorted(values, key=lambda each: -each[1])

    def _search(self, state: Position) -> StepSearch:
        own, other = (
            [self._row(form) for form in state.forms[seat]] for seat in (self.seat, 1 - self.seat)
        )
        rolls = state.turns_left(self.seat) - 1
        return StepSearch(self.lists, own, other, state.bank, state.rolled, rolls)

    def _step(self, form: int, production: int) -> Apply:
        group = self.lists.owner[production]
        return Apply(form, group, production - self.lists.first[group])

    def _row(self, form: str) -> Row:
        numbers, letters = counts(form, self.grammar.nonterminals)
        return (*numbers, letters)


def expected_share(lead: float, turns: int) -> float:
    """What share of the points a lead to expect is worth, with so many turns to come.

    The same lead is worth more the less there is to come. `SPREAD` was fitted to games of the
    planner against itself.
    """
    return (1 + tanh(lead / (2 * SPREAD * sqrt(turns)))) / 2


class Laid:
    """A form on the desk: what it needs, what is needed ahead of it, what it is worth."""

    def __init__(self, tables: Lists, rolls: int, index: int, row: Row, before: Row) -> None:
        self.tables, self.rolls, self.index, self.before = tables, rolls, index, before
        self.row = list(row)
        kinds = range(len(tables.worth))
        self.need = [sum(row[j] * tables.needs[j][i] for j in kinds) for i in kinds]
        self.good = WORD_BONUS + row[-1] + sum(row[j] * tables.worth[j] for j in kinds)
        self.value = self.chance(self.need) * self.good
        self.fill_ready()

    def chance(self, need: Row) -> float:
        """Chance that events enough come in time for this form and those ahead of it."""
        result = 1.0
        for i, events in enumerate(need):
            if events > 0:
                chances = self.tables.chances[self.tables.level[self.rolls][i]]
                result *= chances[min(self.before[i] + events, len(chances) - 1)]
        return result

    def fill_ready(self) -> None:
        """Best change of value by each group; none where the group does not fit."""
        tables = self.tables
        self.ready = []
        for group, left in enumerate(tables.left):
            best = -inf
            if self.row[left] > 0:
                for production in range(tables.first[group], tables.first[group + 1]):
                    need = _sum(self.need, tables.need_change[production])
                    good = self.good + tables.worth_change[production]
                    best = max(best, self.chance(need) * good - self.value)
            self.ready.append(best)

    def after(self, production: int) -> Laid:
        """The form with a production applied, in the same place of the queue."""
        row = _sum(self.row, self.tables.change[production])
        return Laid(self.tables, self.rolls, self.index, row, self.before)


def _sum(a: Row, b: Row) -> list[int]:
    return [x + y for x, y in zip(a, b, strict=True)]


def lay_forms(tables: Lists, rolls: int, forms: Sequence[Row]) -> list[Laid]:
    """Unfinished forms, those with much to gain for few events first."""

    def density(index: int) -> float:
        row = forms[index]
        amount = sum(count * sum(tables.needs[j]) for j, count in enumerate(row[:-1]))
        return amount / sqrt(WORD_BONUS + row[-1])

    queue = sorted((i for i, row in enumerate(forms) if any(row[:-1])), key=density)
    if len(queue) > MOST_FORMS:
        queue = [*queue[: MOST_FORMS - 1], queue[-1]]
    desk, before = [], [0] * len(tables.worth)
    for index in queue:
        desk.append(Laid(tables, rolls, index, forms[index], before))
        before = _sum(before, desk[-1].need)
    return desk


def best_use(desk: Sequence[Laid], group: int) -> float:
    return max((laid.ready[group] for laid in desk), default=-inf)


class StepSearch:
    """All lines of up to a few steps of the present turn; `choose` gives the first step."""

    def __init__(
        self,
        tables: Lists,
        own: Sequence[Row],
        other: Sequence[Row],
        bank: Sequence[int],
        rolled: int | None,
        rolls: int,
    ) -> None:
        self.tables, self.bank, self.rolled, self.own = tables, list(bank), rolled, own
        self.rolls = min(rolls, len(tables.level) - 1)
        hostile = lay_forms(tables, self.rolls, other)
        self.hostile = [
            0.0 if left == tables.start else best_use(hostile, group)
            for group, left in enumerate(tables.left)
        ]
        self.desk = lay_forms(tables, self.rolls, own)
        self.standing = sum(laid.value for laid in self.desk) - sum(laid.value for laid in hostile)
        """What the forms begun are worth beside the opponent's."""
        self.every_order = False
        """Whether steps are tried in an order too that comes to the same as another."""
        nothing = [0] * len(tables.worth)
        start = [1 if j == tables.start else 0 for j in range(len(nothing) + 1)]
        new = Laid(tables, self.rolls, NEW, start, nothing)
        new.value = 0.0  # it is worth nothing before it is begun
        new.fill_ready()
        self.fresh, new.ready = new.ready, [-inf] * len(tables.left)
        if rolled is not None and tables.left[rolled] == tables.start:
            self.desk.append(new)
        self.live = [p for p, group in enumerate(tables.owner) if bank[group] > 0]
        self.depth = self.choose_depth()

    def choose_depth(self) -> int:
        """As many steps ahead as the work allows, fewer if the bank holds many for this turn."""
        tables, number = self.tables, len(self.desk)
        branches, waiting = 1, 0
        for production in self.live:
            fitting = sum(laid.row[tables.source[production]] > 0 for laid in self.desk)
            branches += fitting
            if fitting:
                waiting += self.bank[tables.owner[production]]
        lines = branches
        if self.rolled is not None:
            lines = number * (tables.first[self.rolled + 1] - tables.first[self.rolled])
        work = number * len(tables.left) + len(tables.owner) * len(tables.worth)
        depth = 1
        while depth < DEPTH and lines * branches * (1 + waiting // 8) * work <= WORK:
            lines *= branches
            depth += 1
        return depth

    def choose(self) -> tuple[int, int]:
        """The form (-1 for a new derivation) and the production to apply now."""
        self.best = -inf
        self.choice: tuple[int, int] | None = None
        self.extend([], 0.0)
        return self.choice if self.choice is not None else self.any_step()

    def totals(self) -> dict[tuple[int, int], float]:
        """What each first step comes to at best, by its form and production."""
        self.every_order = True
        found = {}
        for production, place in list(self.steps([])):
            self.best, self.choice = -inf, None
            self.try_step([], 0.0, production, place)
            found[self.desk[place].index, production] = self.best
        self.every_order = False
        return found

    def any_step(self) -> tuple[int, int]:
        """A legal step when no form on the desk allows one."""
        for group, left in enumerate(self.tables.left):
            if group == self.rolled or (self.rolled is None and self.bank[group] > 0):
                for index, row in enumerate(self.own):
                    if row[left] > 0:
                        return index, self.tables.shortest[group]
        raise ValueError("nothing can be applied here")

    def steps(self, line: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Productions with places on the desk that can come next, by the rules."""
        productions: Sequence[int] = self.live
        from_roll = not line and self.rolled is not None
        if not line and self.rolled is not None:
            productions = range(*self.tables.first[self.rolled : self.rolled + 2])
        for production in productions:
            if from_roll or self.bank[self.tables.owner[production]] > 0:
                for place, laid in enumerate(self.desk):
                    if laid.row[self.tables.source[production]] > 0:
                        yield production, place

    def is_repetition(self, line: Sequence[tuple[int, int]], production: int, place: int) -> bool:
        """Whether the last two steps in the other order were tried before."""
        if len(line) <= (0 if self.rolled is None else 1) or (self.every_order and len(line) == 1):
            return False
        previous, previous_place = line[-1]
        if previous_place != place:
            return (production, place) < (previous, previous_place)
        if production >= previous:
            return False
        left = self.tables.source[production]
        needed = 1 if left == self.tables.source[previous] else 0
        return self.desk[place].row[left] - self.tables.change[previous][left] > needed

    def extend(self, line: list[tuple[int, int]], gain: float) -> None:
        """Tries every next step; judges the line where none is possible or it is long enough."""
        found = False
        if len(line) < self.depth:
            for production, place in self.steps(line):
                found = True
                if not self.is_repetition(line, production, place):
                    self.try_step(line, gain, production, place)
        if line and not found:
            total = gain + self.outlook()
            if total > self.best:
                self.best = total
                self.choice = (self.desk[line[0][1]].index, line[0][0])

    def try_step(
        self, line: list[tuple[int, int]], gain: float, production: int, place: int
    ) -> None:
        old, group = self.desk[place], self.tables.owner[production]
        from_bank = bool(line) or self.rolled is None
        self.bank[group] -= from_bank
        self.desk[place] = old.after(production)
        self.extend([*line, (production, place)], gain + self.desk[place].value - old.value)
        self.desk[place] = old
        self.bank[group] += from_bank

    def outlook(self) -> float:
        """Use for the rolls to come, less what is left to the opponent.

        A group that one side can't use goes to the other by way of the bank.
        """
        coming, left_over = 0.0, 0.0
        for group, weight in enumerate(self.tables.weights):
            best = max(self.fresh[group], best_use(self.desk, group))
            hostile = self.hostile[group]
            if best == -inf:
                coming -= weight * max(hostile, 0.0)
            else:
                coming += weight * best
                if hostile == -inf:
                    coming += weight * max(best, 0.0)
            if self.bank[group] > 0 and hostile != -inf:
                left_over += hostile * self.bank[group]
        return min(self.tables.ready, self.rolls) * coming / sum(self.tables.weights) - left_over
