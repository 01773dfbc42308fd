"""A grammar as arrays, with every metric that the strategies use, for players and the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.games.substitution import metrics
from igroteka.games.substitution.grammar import NONTERMINALS, START, Grammar

Array = npt.NDArray[Any]

POWERS = 64
"""Exponents that are looked up; larger ones are multiplied out."""
SURE_WEIGHT = 0.01
"""How much `improved-random` cares for what is sure to be finished."""


class GrammarArrays(NamedTuple):
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
    """[5, G] How the random family weighs groups, a row for each of its strategies."""
    production_weights: Array
    """[5, P] And productions."""
    group_metric: Array
    """[2, G] -M1 and M2: larger is better in both."""
    best_production: Array
    """[2, G] By M1 and by M2, ties to more letters."""


def counted(grammar: Grammar) -> metrics.Counted:
    """The grammar as numbers."""
    place = {symbol: number for number, symbol in enumerate(grammar.nonterminals)}
    rights = [right for group in grammar.groups for right in group.rights]
    return metrics.Counted(
        left=[place[group.left] for group in grammar.groups],
        first=[0, *accumulate(len(group.rights) for group in grammar.groups)],
        rights=[[right.count(symbol) for symbol in place] for right in rights],
        weights=grammar.weights,
    )


@lru_cache(maxsize=64)
def tables(grammar: Grammar) -> GrammarArrays:
    """The tables of a grammar, made once a process."""
    numbers = counted(grammar)
    left, first, rights, weights = (np.array(part, np.int64) for part in numbers)
    letters = _letters(grammar)
    owner = np.repeat(np.arange(len(left)), np.diff(first))
    m1, m1_groups = metrics.m1(numbers)
    m2, m2_groups = metrics.iterated(numbers, metrics.product_value)
    m3, m3_groups = metrics.iterated(numbers, metrics.weakest_value)
    by_m2 = metrics.nonterminal_values(numbers, m2_groups)
    by_m3 = metrics.nonterminal_values(numbers, m3_groups)
    change = np.column_stack([rights, letters])
    change[np.arange(len(owner)), left[owner]] -= 1
    fewest = [-float(value) for value in m1]
    inverted = [_inverted(m3_groups, m3_groups), _inverted(m3, [m3_groups[g] for g in owner])]
    return GrammarArrays(
        left=left,
        first=first,
        owner=owner,
        source=left[owner],
        change=change,
        weights=weights,
        start=grammar.nonterminals.index(START),
        powers=np.array([_power_table(by_m2), _power_table(by_m3)]),
        weakest=np.array(by_m3),
        group_weights=np.array(
            [
                np.ones(len(left)),
                m2_groups,
                np.sqrt(m3_groups),
                _improved(m2_groups),
                inverted[0],
            ]
        ),
        production_weights=np.array(
            [np.ones(len(owner)), m2, np.sqrt(m3), _improved(m2), inverted[1]]
        ),
        group_metric=np.array([[-float(value) for value in m1_groups], m2_groups]),
        best_production=np.array(
            [_best(numbers.first, fewest, letters), _best(numbers.first, m2, letters)]
        ),
    )


def _improved(values: Sequence[float]) -> list[float]:
    """Nothing for what can't be finished, next to nothing for what is sure to be."""
    return [SURE_WEIGHT if value == 1 else value for value in values]


def _letters(grammar: Grammar) -> Array:
    """How many terminals each right side has."""
    rights = [right for group in grammar.groups for right in group.rights]
    return np.array([sum(symbol not in NONTERMINALS for symbol in right) for right in rights])


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


def _best(first: Sequence[int], values: Sequence[float], letters: Array) -> list[int]:
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


def product_value(powers: Array, numbers: Sequence[int]) -> float:
    """M2 of a form: powers multiplied in alphabetical order, which fixes the rounding."""
    value = 1.0
    for row, number in zip(powers, numbers, strict=True):
        power = float(row[min(number, POWERS - 1)])
        for _ in range(number - POWERS + 1):
            power *= float(row[1])
        value *= power
    return value
