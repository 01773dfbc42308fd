"""Rules out of the paths of a tree, as C4.5 makes them.

Every leaf is a rule: the conditions on the way to it, those on one column taken together. Then a
condition is dropped, the one that matters least first, as long as the pessimistic error rate of
the rule does not rise. What becomes the same rule is one, and what is more often wrong with its
answer than it would be with another is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

import numpy as np

from igroteka.basics.observations import Floats, Mask, Observations
from igroteka.study.trees.pruning import upper_bound
from igroteka.study.trees.tree import Tree


@dataclass(frozen=True)
class Condition:
    """What must hold of one column: more than `low` and at most `high`, or just a value."""

    column: int
    low: float = -inf
    high: float = inf
    value: float | None = None

    def holds(self, values: Floats) -> Mask:
        """For which rows it does; not where the value is not known."""
        measured = values[:, self.column]
        if self.value is not None:
            return np.asarray(measured == self.value)
        return (self.low < measured) & (measured <= self.high)

    def also(self, other: Condition) -> Condition:
        """Both conditions on one column."""
        if other.value is not None:
            return other
        return replace(self, low=max(self.low, other.low), high=min(self.high, other.high))


class Rule(NamedTuple):
    """Conditions, the answer if all of them hold, and the records for which they do."""

    conditions: tuple[Condition, ...]
    answer: int
    records: int
    right: int
    """For how many of them the answer is right."""

    @property
    def expected(self) -> float:
        """The pessimistic error rate."""
        errors = np.array([self.records - self.right], dtype=np.float64)
        return float(upper_bound(errors, np.array([float(self.records)]))[0])


def branch_condition(tree: Tree, node: int) -> Condition:
    """What leads to a node from its parent."""
    parent = int(tree.parent[node])
    column, threshold = int(tree.column[parent]), float(tree.threshold[parent])
    if np.isnan(threshold):
        return Condition(column, value=tree.branch_value(node))
    if node == tree.first[parent]:
        return Condition(column, high=threshold)
    return Condition(column, low=threshold)


def path(tree: Tree, node: int) -> tuple[Condition, ...]:
    """What leads to a node from the root, with one condition a column, the first asked first."""
    steps = []
    while node:
        steps.append(branch_condition(tree, node))
        node = int(tree.parent[node])
    together: dict[int, Condition] = {}
    for step in reversed(steps):
        known = together.get(step.column)
        together[step.column] = known.also(step) if known else step
    return tuple(together.values())


def rules(tree: Tree, data: Observations) -> tuple[list[Rule], int]:
    """The rules of a tree on these observations, the surest first, and the answer of the rest.

    The rest are the records for which none of the rules holds.
    """
    found = [rule for rule in dict.fromkeys(_simplified(tree, data)) if _is_best(rule, data)]
    ordered = sorted(found, key=lambda rule: rule.expected)
    left = np.ones(len(data), dtype=np.bool_)
    for rule in ordered:
        left &= ~_together(rule.conditions, data.values)
    rest = np.bincount(data.answers[left], minlength=len(data.classes))
    other = int(tree.order[rest[tree.order].argmax()])
    return ordered, other


def _is_best(rule: Rule, data: Observations) -> bool:
    """Whether no other answer is right more often where the rule holds."""
    held = _together(rule.conditions, data.values)
    counts = np.bincount(data.answers[held], minlength=len(data.classes))
    return bool(counts.any() and rule.right == counts.max())


def _simplified(tree: Tree, data: Observations) -> Iterator[Rule]:
    answers = tree.answers
    for leaf in np.flatnonzero(tree.is_leaf):
        yield simplified(path(tree, int(leaf)), int(answers[leaf]), data)


def simplified(conditions: tuple[Condition, ...], answer: int, data: Observations) -> Rule:
    """The rule without the conditions that it is no worse without."""
    right = data.answers == answer
    failed = [~condition.holds(data.values) for condition in conditions]
    missed = np.sum([np.zeros(len(data), dtype=np.int64), *failed], axis=0)

    def counted(left: tuple[Condition, ...], held: Mask) -> Rule:
        return Rule(left, answer, int(held.sum()), int((held & right).sum()))

    best = counted(conditions, missed == 0)
    while len(failed) > 1:
        shorter = [
            counted(best.conditions[:place] + best.conditions[place + 1 :], missed == failed[place])
            for place in range(len(failed))
        ]
        place = int(np.argmin([rule.expected for rule in shorter]))
        if shorter[place].expected > best.expected + 1e-9:
            break
        best = shorter[place]
        missed = missed - failed.pop(place)
    return best


def _together(conditions: tuple[Condition, ...], values: Floats) -> Mask:
    held = np.ones(len(values), dtype=np.bool_)
    for condition in conditions:
        held &= condition.holds(values)
    return held
