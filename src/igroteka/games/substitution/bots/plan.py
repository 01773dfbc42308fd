"""What the planner knows of a grammar, computed once from its productions and weights.

A nonterminal is finished by *events*: rolls of groups that bring it nearer to a word. A form is
finished in time if the events still to come suffice for it and for all forms ahead of it in the
queue. What it is worth then is three points, its letters, and what its nonterminals promise: their
price in the linear program of the long game, in which every roll is put to its best use.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from igroteka.basics.randomness import derive
from igroteka.games.substitution.arrays import Array, GrammarArrays, tables
from igroteka.games.substitution.grammar import Grammar
from igroteka.games.substitution.state import WORD_BONUS


class Temper(NamedTuple):
    """How boldly to plan; the planner rehearses each on the grammar and keeps the best."""

    share: float
    """Of the coming events, what old forms may count on; new words take the rest."""
    worth: float
    """Of an event's letters, what any nonterminal promises beside its price."""
    ready: float
    """Coming rolls for which the position should have good use."""
    horizon: int
    """Rolls to come beyond which more make no difference."""


TEMPERS = (
    Temper(0.4, 0.1, 5.0, 100),
    Temper(0.45, 0.2, 3.0, 200),
    Temper(0.45, 0.3, 2.0, 300),
    Temper(0.7, 0.0, 2.0, 100),
)
REHEARSALS = 24
"""Sequences of dice on which a temper is tried, in both seatings against each sparring partner."""
REHEARSED_TURNS = 200
"""Longer games are rehearsed at this length."""

UNIT = 4
"""Needs are counted in quarters of an event."""
NEEDS = 256
"""A need this great is never met."""
LEVELS, LEAST, STEP = 320, 0.01, 1.03
"""Means of the events to come, in equal ratios."""
SWEEPS = 200
"""Enough for the work of every nonterminal to settle."""
SAMPLES, SAMPLE_TURNS = 60, 100.0
"""Games whose rolls the prices are averaged over."""
ROUNDING = 256
"""Prices are multiples of 1/256: exact in sums, and the same from any solver."""


class GrammarPlan(NamedTuple):
    """The planner's tables, as arrays for the kernel."""

    needs: Array  # [K, K] events a nonterminal needs, in quarters
    worth: Array  # [K] points a nonterminal promises
    need_change: Array  # [P, K] what a production adds to a form's needs
    worth_change: Array  # [P] and to what the form is worth when finished
    level: Array  # [T+1, K] row of `chances` when so many own rolls are to come
    chances: Array  # [LEVELS, NEEDS] that the events to come meet a need
    ready: float


class Finishing(NamedTuple):
    """How nonterminals are finished as fast as can be."""

    work: Array  # [K] mean number of rolls to finish one alone; infinite if useless
    rate: Array  # [K] chance that a roll is an event of it
    events: Array  # [K, K] events of each kind that one needs
    letters: Array  # [K] letters that come of it


def _right_sides(grammar: GrammarArrays) -> Array:
    rhs = grammar.change[:, :-1].copy()
    rhs[np.arange(len(rhs)), grammar.source] += 1
    return rhs


def _useful_groups(
    grammar: GrammarArrays, rhs: Array, work: Array, nonterminal: int
) -> tuple[float, float, list[tuple[int, int]]]:
    """Work of a nonterminal, its rate, and the (group, production) pairs that reduce it."""
    chance = grammar.weights / grammar.weights.sum()

    def cost(production: int) -> float:
        return float(sum(n * work[j] for j, n in enumerate(rhs[production]) if n))

    options = []
    for group in np.nonzero(grammar.left == nonterminal)[0].tolist():
        best = min(range(grammar.first[group], grammar.first[group + 1]), key=cost)
        options.append((cost(best), group, best))
    total, rate, spent, chosen = np.inf, 0.0, 1.0, []
    for value, group, production in sorted(options):
        if value >= total:
            break
        rate += float(chance[group])
        spent += float(chance[group]) * value
        total = spent / rate
        chosen.append((group, production))
    return total, rate, chosen


def finishing(grammar: GrammarArrays) -> Finishing:
    rhs = _right_sides(grammar)
    number = rhs.shape[1]
    work = np.full(number, np.inf)
    for _ in range(SWEEPS):
        before = work.copy()
        for j in range(number):
            work[j] = min(work[j], _useful_groups(grammar, rhs, work, j)[0])
        if np.allclose(work, before, rtol=1e-9, atol=0.0):
            break
    rate, letters = np.zeros(number), np.zeros(number)
    flow = np.zeros((number, number))
    for j in np.nonzero(np.isfinite(work))[0].tolist():
        _, rate[j], chosen = _useful_groups(grammar, rhs, work, j)
        for group, production in chosen:
            part = grammar.weights[group] / grammar.weights.sum() / rate[j]
            flow[j] += part * rhs[production]
            letters[j] += part * grammar.change[production, -1]
    events = np.linalg.inv(np.eye(number) - flow)
    return Finishing(work, rate, events, events @ letters)


def prices(grammar: GrammarArrays, useful: Array) -> Array:
    """Points that one more of each nonterminal is worth in a long game.

    Dual prices of the program: apply productions no oftener than their groups are
    rolled, finish whatever is begun, and gain three a word and one a letter. Averaged
    over games with different luck, for the price depends on what happens to be short.
    """
    from scipy.optimize import linprog  # takes most of a second to import

    change, kept = grammar.change, np.nonzero(useful)[0]
    usable = [
        p
        for p in range(len(change))
        if useful[grammar.source[p]] and useful[change[p, :-1] > 0].all()
    ]
    result = np.zeros(len(useful))
    if not useful[grammar.start]:
        return result
    gain = np.append(change[usable, -1], float(WORD_BONUS))
    rolls = np.zeros((len(grammar.left), len(usable) + 1))
    rolls[grammar.owner[usable], np.arange(len(usable))] = 1
    balance = np.zeros((len(useful), len(usable) + 1))
    balance[:, :-1] = change[usable, :-1].T
    balance[grammar.start, -1] = 1
    rng = np.random.default_rng(1)
    mean = grammar.weights / grammar.weights.sum() * SAMPLE_TURNS
    for _ in range(SAMPLES):
        supply = rng.poisson(mean) + 0.01 * rng.random(len(mean))  # no two alike, no ties
        solution = linprog(
            -gain, A_ub=rolls, b_ub=supply, A_eq=balance[kept], b_eq=np.zeros(len(kept))
        )
        result[kept] += solution.eqlin.marginals / SAMPLES
    return result


@cache
def _chance_table() -> Array:
    """Chance that Poisson events reach a need: rows by their mean, columns by the need."""
    from scipy.special import gammainc  # as above

    means = LEAST * STEP ** np.arange(LEVELS)
    table = np.ones((LEVELS, NEEDS))
    table[:, 1:] = gammainc(np.arange(1, NEEDS)[None, :] / UNIT, means[:, None])
    table[0, 1:] = 0.0  # the first row stands for no events at all
    table[:, -1] = 0.0
    return table


@lru_cache(maxsize=64)
def make_plan(grammar: Grammar, turns: int) -> GrammarPlan:
    """The planner's tables for a game of so many turns, made once a process."""
    rehearsed = min(turns, REHEARSED_TURNS)
    best = max(TEMPERS, key=lambda temper: _rehearse(grammar, rehearsed, temper))
    return draft(grammar, turns, best)


def _rehearse(grammar: Grammar, turns: int, temper: Temper) -> float:
    """How surely a temper wins: its mean lead over two published strategies in deviations."""
    from igroteka.games.substitution.kernel import strategies as kernel
    from igroteka.games.substitution.kernel.games import play_games

    plan, arrays = draft(grammar, turns, temper), tables(grammar)
    own = [kernel.PLANNER, 0, 0, 0, 0]
    chance = np.array([derive(0, "dice", n) for n in range(REHEARSALS)], np.uint64)
    seats = np.array(
        [[derive(0, "seat", n, s) for s in (0, 1)] for n in range(REHEARSALS)], np.uint64
    )
    leads = []
    for other in ([kernel.ADAPTIVE, 10, kernel.SEARCH, 0, 0], [kernel.SEARCH, 4, 0, 0, 0]):
        for rows, sign in (([own, other], 1), ([other, own], -1)):
            strategies = np.array(rows, np.float64)
            scores, _ = play_games(arrays, plan, strategies, turns, chance, seats)
            leads.append(sign * (scores[:, 0] - scores[:, 1]))
    lead = np.concatenate(leads)
    return float(lead.mean() / (lead.std() + 1e-9))


@lru_cache(maxsize=4)
def _bearings(grammar: Grammar) -> tuple[Finishing, Array]:
    """What does not depend on the temper."""
    arrays = tables(grammar)
    finish = finishing(arrays)
    return finish, prices(arrays, np.isfinite(finish.work))


def draft(grammar: Grammar, turns: int, temper: Temper) -> GrammarPlan:
    """The tables for one temper."""
    arrays = tables(grammar)
    (work, rate, events, letters), prices_ = _bearings(grammar)
    number, useful = len(work), np.isfinite(work)
    needs = np.minimum(np.ceil(events * UNIT - 1e-6), NEEDS).astype(np.int64)
    needs[~useful] = 0
    needs[~useful, ~useful] = NEEDS
    # A nonterminal that is too many costs its own form, which its chance already says; but a
    # roll of S spent on a form is always a new word less.
    price = np.where(np.arange(number) == arrays.start, prices_, np.maximum(prices_, 0.0))
    average = np.dot(rate, letters) / max(rate.sum(), 1e-9)
    promise = np.rint((price + temper.worth * average) * ROUNDING) / ROUNDING
    worth = np.where(useful, promise, 0.0)
    mean = temper.share * np.outer(np.arange(min(turns, temper.horizon) + 1), rate)
    level = np.log(np.maximum(mean, LEAST) / LEAST) / np.log(STEP)
    change = arrays.change[:, :-1]
    return GrammarPlan(
        needs,
        worth,
        change @ needs,
        arrays.change[:, -1] + change @ worth,
        np.minimum(np.rint(level), LEVELS - 1).astype(np.int64),
        _chance_table(),
        temper.ready,
    )
