"""A tree grown level by level: all nodes of a depth at once, so that many are as fast as few."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from igroteka.basics.observations import Floats, Ints, Mask, Observations
from igroteka.study.trees.pruning import pruned
from igroteka.study.trees.settings import Settings
from igroteka.study.trees.splitting import Coded, Front, Split, best_split, tallied
from igroteka.study.trees.tree import NONE, Tree


def grow(data: Observations, settings: Settings) -> Tree:
    """The tree of these observations, of which there must be some. Equal input, equal tree."""
    coded = Coded.of(data)
    growing = _Growing(coded)
    rows = np.arange(len(data))
    front = Front(rows, np.zeros(len(data), dtype=np.int64), None, 1)
    growing.add(tallied(coded, front), np.array([NONE]), np.array([NONE]))
    for depth in range(settings.depth + 1):
        front = growing.level(front, settings, last=depth == settings.depth)
        if not front.size:
            break
    tree = growing.tree()
    return pruned(tree) if settings.prune else tree


@dataclass
class _Growing:
    """The nodes so far, in the order of levels."""

    coded: Coded
    parts: dict[str, list[npt.NDArray[Any]]] = field(default_factory=dict)
    size: int = 0
    """How many nodes there are."""

    def add(self, counts: Floats, parent: Ints, code: Ints) -> None:
        """A level of nodes; what they ask is told by `level`."""
        self._append(counts=counts, parent=parent, code=code)
        self.size += len(counts)

    def _append(self, **arrays: npt.NDArray[Any]) -> None:
        for name, array in arrays.items():
            self.parts.setdefault(name, []).append(array)

    def level(self, front: Front, settings: Settings, last: bool) -> Front:
        """Split the nodes of the last level; gives the front of the next, which may be empty."""
        counts = self.parts["counts"][-1]
        totals = counts.sum(axis=1)
        open_: Mask = ((counts > 0).sum(axis=1) > 1) & (totals >= 2 * settings.leaf)
        if last or not open_.any():
            return self._end(front.size)
        column = np.full(front.size, NONE)
        split = Split(*(np.full(front.size, each) for each in (0.0, 0.0, NONE, NONE)))
        chosen, best = best_split(self.coded, _kept(front, open_), counts[open_], settings)
        worth = (best.gain > 0) & (best.gain >= settings.gain)
        places = np.flatnonzero(open_)[worth]
        if not len(places):
            return self._end(front.size)
        column[places] = chosen[worth]
        for whole, part in zip(split, best, strict=True):
            whole[places] = part[worth]
        return self._branch(_kept(front, column != NONE), column, split)

    def _end(self, count: int) -> Front:
        nothing = np.zeros(count, dtype=np.int64)
        self._append(
            column=np.full(count, NONE),
            threshold=np.full(count, np.nan),
            first=nothing,
            children=nothing,
        )
        return Front(nothing[:0], nothing[:0], None, 0)

    def _branch(self, front: Front, column: Ints, split: Split) -> Front:
        """Send the records of splitting nodes to their branches; `front` numbers those alone."""
        asking = np.flatnonzero(column != NONE)
        low = split.low[asking][front.nodes]
        code = self.coded.codes[column[asking][front.nodes], front.rows]
        branch = np.where(low == NONE, code, (code > low).astype(np.int64))
        width = max(2, *(len(seen) for seen in self.coded.seen))
        keys = np.where(code == NONE, NONE, front.nodes * width + branch)
        branches = np.unique(keys[keys != NONE])
        owner = branches // width
        children = np.bincount(owner, minlength=len(asking))
        first = np.cumsum(children) - children
        after = self._spread(front, keys, branches, first, children)
        numbers = np.zeros((2, len(column)), dtype=np.int64)
        numbers[:, asking] = self.size + first, children
        threshold = np.full(len(column), np.nan)
        threshold[asking] = self._thresholds(column[asking], split.low[asking], split.high[asking])
        self._append(column=column, threshold=threshold, first=numbers[0], children=numbers[1])
        level_begin = self.size - len(column)
        codes = np.where(split.low[asking][owner] == NONE, branches % width, NONE)
        self.add(tallied(self.coded, after), level_begin + asking[owner], codes)
        return after

    def _spread(
        self, front: Front, keys: Ints, branches: Ints, first: Ints, children: Ints
    ) -> Front:
        """The records in their branches; those of unknown value in all, by the known ones there."""
        known = keys != NONE
        place = np.searchsorted(branches, keys[known])
        if known.all():
            return Front(front.rows, place, front.weights, len(branches))
        weights = np.ones(len(keys)) if front.weights is None else front.weights
        sizes = np.bincount(place, weights[known], minlength=len(branches))
        nodes = front.nodes[~known]
        repeat = children[nodes]
        starts = np.repeat(np.cumsum(repeat) - repeat, repeat)
        into = np.repeat(first[nodes], repeat) + np.arange(len(starts)) - starts
        together = np.bincount(front.nodes[known], weights[known], minlength=len(first))
        parts = sizes[into] / np.repeat(together[nodes], repeat)
        return Front(
            np.concatenate([front.rows[known], np.repeat(front.rows[~known], repeat)]),
            np.concatenate([place, into]),
            np.concatenate([weights[known], np.repeat(weights[~known], repeat) * parts]),
            len(branches),
        )

    def _thresholds(self, column: Ints, low: Ints, high: Ints) -> Floats:
        """As in C4.5, the greatest value of all records that is not above the middle."""
        found = np.full(len(column), np.nan)
        for place in np.unique(column[low != NONE]):
            at = np.flatnonzero((column == place) & (low != NONE))
            seen = self.coded.seen[place]
            middle = (seen[low[at]] + seen[high[at]]) / 2
            found[at] = seen[np.searchsorted(seen, middle, side="right") - 1]
        return found

    def tree(self) -> Tree:
        """What has grown."""
        data = self.coded.data
        arrays = {name: np.concatenate(parts) for name, parts in self.parts.items()}
        return Tree(data.columns, data.classes, self.coded.seen, **arrays)


def _kept(front: Front, nodes: Mask) -> Front:
    """The records of some nodes, which are numbered anew."""
    places = np.cumsum(nodes) - 1
    inside = nodes[front.nodes]
    weights = None if front.weights is None else front.weights[inside]
    return Front(front.rows[inside], places[front.nodes[inside]], weights, int(nodes.sum()))
