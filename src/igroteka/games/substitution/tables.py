"""A grammar as arrays, with every metric that the strategies use, for players and the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.games.substitution import metrics
from igroteka.games.substitution.grammar import NONTERMINALS, START, Grammar

Array = npt.NDArray[Any]

POWERS = 64
"""Exponents that are looked up; larger ones are multiplied out."""


class Tables(NamedTuple):
    """Productions in group order, nonterminals in alphabetical order.

    G groups, P productions, K nonterminals.
    """

    left: Array
    """[G] The nonterminal that a group replaces."""
    first: Array
    """[G+1] Where each group's productions begin."""
    owner: Array
    """[P] The group of a production."""
    source: Array
    """[P] The nonterminal that a production replaces."""
    change: Array
    """[P, K+1] What a production adds to a form's counts, its left side taken off; then letters."""
    weights: Array
    """[G] The weights of the dice."""
    start: int
    """The number of S."""
    powers: Array
    """[2, K, POWERS] Powers of the nonterminals' values: by M2, and by M3 of the groups."""
    weakest: Array
    """[K] The nonterminals' values by M3."""
    group_weights: Array
    """[4, G] How the random family weighs groups, a row for each of its strategies."""
    production_weights: Array
    """[4, P] And productions."""
    group_metric: Array
    """[2, G] -M1 and M2: larger is better in both."""
    best_production: Array
    """[2, G] By M1 and by M2, ties to more letters."""


@lru_cache(maxsize=64)
def tables(grammar: Grammar) -> Tables:
    """The tables of a grammar, made once a process."""
    place = {symbol: number for number, symbol in enumerate(grammar.nonterminals)}
    left = np.array([place[group.left] for group in grammar.groups], np.int64)
    rights = [right for group in grammar.groups for right in group.rights]
    rhs = np.array([[right.count(symbol) for symbol in place] for right in rights], np.int64)
    letters = np.array([len(right) for right in rights]) - rhs.sum(axis=1)
    first = np.cumsum([0, *(len(group.rights) for group in grammar.groups)]).astype(np.int64)
    return _tables(left, first, rhs, letters, np.array(grammar.weights, np.int64), place[START])


def _tables(
    left: Array, first: Array, rhs: Array, letters: Array, weights: Array, start: int
) -> Tables:
    offsets = first.tolist()
    owner = [g for g in range(len(left)) for _ in range(offsets[g], offsets[g + 1])]
    counted = metrics.Counted(left.tolist(), offsets, rhs.tolist(), weights.tolist())
    m1, m1_groups = metrics.m1(counted)
    m2, m2_groups = metrics.iterated(counted, metrics.product_value)
    m3, m3_groups = metrics.iterated(counted, metrics.weakest_value)
    by_m2 = metrics.nonterminal_values(counted, m2_groups)
    by_m3 = metrics.nonterminal_values(counted, m3_groups)
    source = left[owner]
    change = np.column_stack([rhs, letters])
    change[np.arange(len(owner)), source] -= 1
    fewest = [-float(value) for value in m1]
    ones = np.ones(len(left)), np.ones(len(owner))
    inverted = [_inverted(m3_groups, m3_groups), _inverted(m3, [m3_groups[g] for g in owner])]
    return Tables(
        left=left,
        first=first,
        owner=np.array(owner, np.int64),
        source=source,
        change=change,
        weights=weights,
        start=start,
        powers=np.array([_power_table(by_m2), _power_table(by_m3)]),
        weakest=np.array(by_m3),
        group_weights=np.array([ones[0], m2_groups, np.sqrt(m3_groups), inverted[0]]),
        production_weights=np.array([ones[1], m2, np.sqrt(m3), inverted[1]]),
        group_metric=np.array([[-float(value) for value in m1_groups], m2_groups]),
        best_production=np.array(
            [_best_productions(offsets, fewest, letters), _best_productions(offsets, m2, letters)]
        ),
    )


def _power_table(values: Sequence[float]) -> Array:
    table = np.ones((len(values), POWERS))
    for row, value in zip(table, values, strict=True):
        for exponent in range(1, POWERS):
            row[exponent] = row[exponent - 1] * value
    return table


def _inverted(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Weights 1.01 - M3, and none for what can't be finished."""
    return [
        0.0 if value == 0 else 1.01 - weight for value, weight in zip(values, weights, strict=True)
    ]


def _best_productions(first: Sequence[int], values: Sequence[float], letters: Array) -> list[int]:
    """Each group's best production: the larger value, then more letters, then the first."""
    return [
        max(range(start, stop), key=lambda p: (values[p], letters[p], -p))
        for start, stop in pairwise(first)
    ]


class Counts(NamedTuple):
    """A form without its order: how many of each nonterminal, and how many letters."""

    nonterminals: tuple[int, ...]
    letters: int


def counts(form: str, nonterminals: str) -> Counts:
    """What the metrics need to know of a form."""
    numbers = tuple(form.count(symbol) for symbol in nonterminals)
    return Counts(numbers, len(form) - sum(numbers))


def is_word(form: str) -> bool:
    """Whether nothing is left to replace."""
    return NONTERMINALS.isdisjoint(form)


def product_value(powers: Array, numbers: Sequence[int]) -> float:
    """M2 of a form: powers multiplied in alphabetical order, which fixes the rounding."""
    value = 1.0
    for row, number in zip(powers, numbers, strict=True):
        power = float(row[min(number, POWERS - 1)])
        for _ in range(number - POWERS + 1):
            power *= float(row[1])
        value *= power
    return value
