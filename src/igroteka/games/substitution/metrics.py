"""The metrics M1, M2 and M3: how near to a word a production, a group or a nonterminal is.

Plain Python floats in a fixed order of operations, so that the kernel and the clear strategies
agree to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

TOLERANCE = 1e-5
"""Relative change below which the iteration ends.

The published values of M2 (0.333329 for `S->A`) are those of this tolerance.
"""
MOST_SWEEPS = 10_000
"""A critical grammar nears its limit ever more slowly; no metric needs more than this."""
NOT_CALCULATED = -1.0

WordValue = Callable[[Sequence[float], Sequence[int]], float]
"""The value of a string from the values of nonterminals and how many of each it holds."""


class Counted(NamedTuple):
    """A grammar as numbers: G groups, P productions, K nonterminals in alphabetical order."""

    left: Sequence[int]
    """[G] The nonterminal of each group."""
    first: Sequence[int]
    """[G+1] Where each group's productions begin."""
    rights: Sequence[Sequence[int]]
    """[P][K] How many of each nonterminal a right side holds."""
    weights: Sequence[int]
    """[G] The weights of the dice."""


def m1(grammar: Counted) -> tuple[list[int], list[int]]:
    """The number of nonterminals of each production, and the least of each group."""
    productions = [sum(right) for right in grammar.rights]
    first = grammar.first
    groups = [min(productions[first[g] : first[g + 1]]) for g in range(len(grammar.left))]
    return productions, groups


def product_value(values: Sequence[float], counts: Sequence[int]) -> float:
    """M2 of a string: the product of its nonterminals' values, alphabetically."""
    result = 1.0
    for value, count in zip(values, counts, strict=True):
        power = 1.0
        for _ in range(count):
            power *= value
        result *= power
    return result


def weakest_value(values: Sequence[float], counts: Sequence[int]) -> float:
    """M3 of a string: its least nonterminal value over its number of nonterminals."""
    number = sum(counts)
    if number == 0:
        return 1.0
    return min(value for value, count in zip(values, counts, strict=True) if count) / number


def nonterminal_values(grammar: Counted, groups: Sequence[float]) -> list[float]:
    """What each nonterminal is worth when its groups are worth this."""
    total = sum(grammar.weights)
    values = [0.0] * len(grammar.rights[0])
    for group, nonterminal in enumerate(grammar.left):
        if groups[group] != NOT_CALCULATED:
            values[nonterminal] += groups[group] * grammar.weights[group] / total
    return values


def iterated(grammar: Counted, word_value: WordValue) -> tuple[list[float], list[float]]:
    """The values of productions and groups under M2 (`product_value`) or M3 (`weakest_value`).

    Values rise from "not calculated"; each is replaced in place, in group order, while some
    production still changes by more than `TOLERANCE` of itself.
    """
    rights, first = grammar.rights, grammar.first
    productions = [1.0 if sum(right) == 0 else NOT_CALCULATED for right in rights]
    groups = [max(productions[first[g] : first[g + 1]]) for g in range(len(grammar.left))]
    for _ in range(MOST_SWEEPS):
        changed = False
        for group in range(len(grammar.left)):
            for production in range(first[group], first[group + 1]):
                if sum(rights[production]) == 0:
                    continue
                value = word_value(nonterminal_values(grammar, groups), rights[production])
                old = productions[production]
                if abs(old - value) > old * TOLERANCE:
                    changed = True
                    productions[production] = value
                    groups[group] = max(groups[group], value)
        if not changed:
            break
    return productions, groups
