"""Small trees that tell which choice is best when: each question is asked for what it brings.

A tree of classes would count how often a choice wins; here it is weighed by how much.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from igroteka.basics.intervals import Interval, mean_interval
from igroteka.basics.observations import Column, Mask
from igroteka.basics.payoffs import Payoffs
from igroteka.study.trees.words import value_text
from igroteka.text import Text

DEPTH: Final = 3
LEAST_GROUPS: Final = 20
"""Origins that a branch must have."""
SURE: Final = 3.0
"""Standard errors by which a branch's own choice must beat that of its parent."""
FOLDS: Final = 10


class Condition(NamedTuple):
    """At most a threshold; or, for a column whose values have names, exactly a value."""

    column: Column
    place: int
    bound: float

    def holds(self, data: Payoffs) -> Mask:
        """For which rows."""
        values = data.values[:, self.place]
        found: Mask = values == self.bound if self.column.values else values <= self.bound
        return found

    def text(self, holds: bool) -> Text:
        """The branch where it holds, or the other: `spades ≤ 3`."""
        title = self.column.title
        if self.column.values:
            value = value_text(self.column, self.bound)
            if holds:
                return Text("{title} = {value}", title=title, value=value)
            return Text("{title} ≠ {value}", title=title, value=value)
        if holds:
            return Text("{title} ≤ {value:g}", title=title, value=self.bound)
        return Text("{title} ≥ {value:g}", title=title, value=self.bound + 1)


@dataclass(frozen=True)
class Policy:
    """A node: what is best here, or which question comes first."""

    choices: tuple[str, ...]
    rows: int
    groups: int
    means: tuple[float, ...]
    best: int
    condition: Condition | None = None
    branches: tuple[Policy, ...] = ()
    """Where the condition holds, and where it does not."""

    def choose(self, data: Payoffs) -> Any:
        """The choice for each row."""
        if self.condition is None:
            return np.full(len(data), self.best)
        holds = self.condition.holds(data)
        found = np.empty(len(data), dtype=np.int64)
        for branch, rows in zip(self.branches, (holds, ~holds), strict=True):
            found[rows] = branch.choose(data.at(rows))
        return found

    def to_json(self) -> dict[str, Any]:
        """The node with all below it."""
        found: dict[str, Any] = {
            "records": self.rows,
            "deals": self.groups,
            "means": [round(mean, 3) for mean in self.means],
            "best": self.choices[self.best],
        }
        if self.condition:
            found["column"] = self.condition.column.name
            found["children"] = [
                {"condition": str(self.condition.text(holds)), **branch.to_json()}
                for holds, branch in zip((True, False), self.branches, strict=True)
            ]
        return found


def grow(data: Payoffs, depth: int = DEPTH) -> Policy:
    """The tree that brings most with each question, one after another."""
    condition = _best_condition(data) if depth else None
    branches: tuple[Policy, ...] = ()
    if condition:
        holds = condition.holds(data)
        branches = tuple(grow(data.at(rows), depth - 1) for rows in (holds, ~holds))
    groups = len(np.unique(data.groups))
    means = tuple(data.means.tolist())
    return Policy(data.choices, len(data), groups, means, data.best, condition, branches)


def _best_condition(data: Payoffs) -> Condition | None:
    """The question that gains most, if a branch is sure of its own choice."""
    most, found = 1e-9, None
    for condition in _conditions(data):
        holds = condition.holds(data)
        gain = sum(_gain(data, rows) for rows in (holds, ~holds))
        if gain > most and all(_enough(data, rows) for rows in (holds, ~holds)):
            most, found = gain, condition
    return found


def _conditions(data: Payoffs) -> Iterator[Condition]:
    for place, column in enumerate(data.columns):
        seen = np.unique(data.values[:, place])
        for bound in seen if column.values else seen[:-1]:
            yield Condition(column, place, float(bound))


def _enough(data: Payoffs, rows: Mask) -> bool:
    return len(np.unique(data.groups[rows])) >= LEAST_GROUPS


def _gain(data: Payoffs, rows: Mask) -> float:
    """What a branch brings with its own choice above that of all; 0 if that is not sure."""
    branch = data.at(rows)
    if not len(branch) or branch.best == data.best:
        return 0.0
    more = branch.brought[:, branch.best] - branch.brought[:, data.best]
    _, places = np.unique(branch.groups, return_inverse=True)
    by_group = np.bincount(places, more)
    error = math.sqrt(float((by_group**2).sum()))
    total = float(by_group.sum())
    return total if total > SURE * error else 0.0


def honest_gain(data: Payoffs, depth: int = DEPTH, folds: int = FOLDS) -> Interval:
    """What following a tree brings above always the same choice, on rows that it has not seen.

    Groups go into the folds in turn; the mean is over groups.
    """
    _, places = np.unique(data.groups, return_inverse=True)
    more = np.zeros(len(data))
    for fold in range(folds):
        test = places % folds == fold
        if not test.any() or test.all():
            continue
        known, unseen = data.at(~test), data.at(test)
        told = grow(known, depth).choose(unseen)
        rows = np.arange(len(unseen))
        more[test] = unseen.brought[rows, told] - unseen.brought[:, known.best]
    means = np.bincount(places, more) / np.bincount(places)
    return mean_interval(means.tolist())


def drawn(node: Policy, unit: Text, say: Callable[[Text], str] = str) -> Iterator[str]:
    """A line a node, branches below their question, with what is best there and by how much."""
    yield say(Text("{branch} · {about}", branch=Text("all deals"), about=_about(node, unit)))
    yield from _below(node, unit, "", say)


def _below(node: Policy, unit: Text, indent: str, say: Callable[[Text], str]) -> Iterator[str]:
    for place, branch in enumerate(node.branches):
        assert node.condition
        last = place == len(node.branches) - 1
        condition = node.condition.text(holds=place == 0)
        line = Text("{branch} · {about}", branch=condition, about=_about(branch, unit))
        yield f"{indent}{'└─ ' if last else '├─ '}{say(line)}"
        yield from _below(branch, unit, indent + ("   " if last else "│  "), say)


def _about(node: Policy, unit: Text) -> Text:
    """`240 deals: 3NT, by 0.62 IMPs`."""
    others = [mean for place, mean in enumerate(node.means) if place != node.best]
    return Text(
        "{groups}: {best}, by {margin:.2f} {unit}",
        groups=node.groups,
        best=node.choices[node.best],
        margin=node.means[node.best] - max(others),
        unit=unit,
    )
