"""A grown tree, kept as arrays with a place a node: level after level, children side by side."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Final

import numpy as np

from igroteka.basics.observations import Column, Floats, Ints, Mask
from igroteka.text import Text

NONE: Final = -1
"""No column, no parent, no code."""


@dataclass(frozen=True, eq=False)
class Tree:
    """Which question each node asks, and the records that came to it in growing.

    A node that asks has a threshold, and then two children, for at most that and for more; or it
    has none, and then a child for each value that its records had.
    """

    columns: tuple[Column, ...]
    classes: tuple[Text, ...]
    seen: tuple[Floats, ...]
    """The values of each column among the records that it was grown from, in order."""
    parent: Ints
    column: Ints
    """What a node asks for; `NONE` at a leaf."""
    threshold: Floats
    """NaN at a leaf and where there is a branch for each value."""
    code: Ints
    """Which of the seen values of the parent's column leads here; `NONE` below a threshold."""
    first: Ints
    """The first child."""
    children: Ints
    """How many there are."""
    counts: Floats
    """Nodes × classes; records with an unknown value count in several branches by parts."""

    def __len__(self) -> int:
        return len(self.parent)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and all(
            _same(getattr(self, field.name), getattr(other, field.name)) for field in fields(self)
        )

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def is_leaf(self) -> Mask:
        leaf: Mask = self.column == NONE
        return leaf

    @property
    def leaves(self) -> int:
        """How many leaves there are."""
        return int(self.is_leaf.sum())

    @cached_property
    def depths(self) -> Ints:
        """How many questions are asked before each node."""
        depths = np.zeros(len(self), dtype=np.int64)
        for node in range(1, len(self)):
            depths[node] = depths[self.parent[node]] + 1
        return depths

    @property
    def depth(self) -> int:
        """How many questions are asked at most."""
        return int(self.depths.max())

    @cached_property
    def order(self) -> Ints:
        """The classes from the most to the least common; what decides between equal shares."""
        return np.argsort(-self.counts[0], kind="stable")

    @cached_property
    def answers(self) -> Ints:
        """The class that each node would tell."""
        return self._commonest(self.counts)

    def below(self, node: int) -> range:
        """The children of a node."""
        return range(int(self.first[node]), int(self.first[node] + self.children[node]))

    def branch_value(self, node: int) -> float:
        """The value that leads to a node from a parent with a branch for each."""
        column = self.column[self.parent[node]]
        return float(self.seen[column][self.code[node]])

    def reached(self, values: Floats) -> tuple[Ints, Ints, Floats]:
        """Rows, the nodes at which each ends, and with which weight.

        A row ends at a leaf, or at a node that has no branch for its value. One whose value is not
        known goes into all branches, by parts as the records of growing did.
        """
        rows = np.arange(len(values))
        front = (rows, np.zeros(len(values), dtype=np.int64), np.ones(len(values)))
        ended: list[tuple[Ints, Ints, Floats]] = []
        codes = self._codes(values)
        while len(front[0]):
            front, done = self._step(values, codes, *front)
            ended.append(done)
        rows, nodes, weights = front if not ended else map(np.concatenate, zip(*ended, strict=True))
        return rows, nodes, weights

    def shares(self, values: Floats) -> Floats:
        """Rows × classes: how likely each answer is."""
        rows, nodes, weights = self.reached(values)
        shares = self.counts / self.counts.sum(axis=1, keepdims=True)
        return np.stack(
            [
                np.bincount(rows, weights * shares[nodes, each], minlength=len(values))
                for each in range(len(self.classes))
            ],
            axis=1,
        )

    def predict(self, values: Floats) -> Ints:
        """The likeliest class of each row; of equally likely ones the commoner in growing."""
        return self._commonest(self.shares(values))

    def cut(self, at: Mask) -> Tree:
        """The tree with these nodes as leaves."""
        kept = np.ones(len(self), dtype=np.bool_)
        for node in range(1, len(self)):
            parent = self.parent[node]
            kept[node] = kept[parent] and not at[parent]
        places = np.cumsum(kept) - 1
        leaf = (at | self.is_leaf)[kept]
        parent, first = self.parent[kept], self.first[kept]
        return Tree(
            self.columns,
            self.classes,
            self.seen,
            parent=np.where(parent == NONE, NONE, places[parent]),
            column=np.where(leaf, NONE, self.column[kept]),
            threshold=np.where(leaf, np.nan, self.threshold[kept]),
            code=self.code[kept],
            first=np.where(leaf, 0, places[first]),
            children=np.where(leaf, 0, self.children[kept]),
            counts=self.counts[kept],
        )

    def _commonest(self, shares: Floats) -> Ints:
        found: Ints = self.order[np.round(shares[:, self.order], 9).argmax(axis=1)]
        return found

    @cached_property
    def _branch_keys(self) -> Ints:
        """A number a node that rises with the parent and the code, to find a branch by."""
        return np.where(self.code == NONE, 0, self.parent * self._width + self.code)

    @property
    def _width(self) -> int:
        return max((len(seen) for seen in self.seen), default=0) + 2

    def _codes(self, values: Floats) -> Ints:
        """Rows × columns: the place of a value among those seen; below 0 if it is not there."""
        codes = np.full(values.shape, NONE, dtype=np.int64)
        for place in np.unique(self.column[np.isnan(self.threshold) & ~self.is_leaf]):
            seen = self.seen[place]
            at = np.minimum(np.searchsorted(seen, values[:, place]), len(seen) - 1)
            codes[:, place] = np.where(seen[at] == values[:, place], at, NONE)
        return codes

    def _step(
        self, values: Floats, codes: Ints, rows: Ints, nodes: Ints, weights: Floats
    ) -> tuple[tuple[Ints, Ints, Floats], tuple[Ints, Ints, Floats]]:
        """One question for every row: who goes on to where, and who has ended."""
        column = self.column[nodes]
        value = values[rows, column]
        threshold = self.threshold[nodes]
        binary = ~np.isnan(threshold)
        child = self.first[nodes] + (value > threshold)
        many = ~binary & (column != NONE)
        if many.any():
            keys = nodes[many] * self._width + codes[rows[many], column[many]]
            child[many] = self._branches(keys)
        unknown = np.isnan(value) & (column != NONE)
        ends = (column == NONE) | (many & (child == NONE) & ~unknown)
        goes = ~ends & ~unknown
        spread = self._spread(rows[unknown], nodes[unknown], weights[unknown])
        onward = tuple(
            np.concatenate(both)
            for both in zip((rows[goes], child[goes], weights[goes]), spread, strict=True)
        )
        return (onward[0], onward[1], onward[2]), (rows[ends], nodes[ends], weights[ends])

    def _branches(self, keys: Ints) -> Ints:
        """The node that each key leads to; `NONE` where there is no such branch."""
        places = np.flatnonzero(self.code != NONE)
        known = self._branch_keys[places]
        at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
        return np.where(known[at] == keys, places[at], NONE)

    def _spread(self, rows: Ints, nodes: Ints, weights: Floats) -> tuple[Ints, Ints, Floats]:
        """Rows into all children of their nodes, by the records that each child has."""
        repeat = self.children[nodes]
        starts = np.repeat(np.cumsum(repeat) - repeat, repeat)
        child = np.repeat(self.first[nodes], repeat) + np.arange(len(starts)) - starts
        totals = self.counts.sum(axis=1)
        parts = totals[child] / np.repeat(totals[nodes], repeat)
        return np.repeat(rows, repeat), child, np.repeat(weights, repeat) * parts


def _same(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other
