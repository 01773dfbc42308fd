"""The best split of every node of a level, found for all of them at once.

Values are sorted once a column, before the tree grows, and then are their places in that order
(`Coded`). A level is a `Front`: which records are at which of its nodes, with which weight. For
each column the records are counted by node, value and class, and whatever is asked of a split
comes from these counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from scipy.special import xlogy

from igroteka.basics.observations import Floats, Ints, Mask, Observations
from igroteka.study.trees.settings import Settings

DECIMALS: Final = 9
"""Bits that differ beyond these decimals are equal."""
_TRACE: Final = 1e-9
"""What the parts of a record may lack to a whole one."""
_DENSE: Final = 8
"""Counts are kept for all pairs of node and value while these are so many times the records."""


@dataclass(frozen=True)
class Coded:
    """Observations with each value as its place among the sorted values of its column."""

    data: Observations
    codes: Ints
    """Columns × rows; -1 where the value is not known."""
    seen: tuple[Floats, ...]
    complete: tuple[bool, ...]
    """For each column whether all values are known."""

    @classmethod
    def of(cls, data: Observations) -> Coded:
        """Sort every column."""
        codes = np.empty((len(data.columns), len(data)), dtype=np.int64)
        seen, complete = [], []
        for place in range(len(data.columns)):
            values = data.values[:, place]
            found, codes[place] = np.unique(values, return_inverse=True)
            unknown = np.isnan(values)
            codes[place][unknown] = -1
            seen.append(found[~np.isnan(found)])
            complete.append(not unknown.any())
        return cls(data, codes, tuple(seen), tuple(complete))


class Front(NamedTuple):
    """The records at a level; one with an unknown value may be at several nodes by parts."""

    rows: Ints
    nodes: Ints
    """Numbered from 0 in the level."""
    weights: Floats | None
    """None while every record is whole."""
    size: int
    """How many nodes there are."""


class Split(NamedTuple):
    """For each node of a level the best split by one column, or by the best column."""

    gain: Floats
    """In bits; minus infinity where there is none."""
    ratio: Floats
    low: Ints
    """The code up to which records go to the first branch; -1 with a branch for each value."""
    high: Ints
    """The next code that the node has."""


class Cells(NamedTuple):
    """Records counted by node, value and class: only pairs of node and value that occur."""

    nodes: Ints
    codes: Ints
    counts: Floats
    """Cells × classes."""
    starts: Ints
    """The first cell of every node; nodes without known values have none."""
    known: Floats
    """Nodes × classes: all cells of a node together."""


def tallied(coded: Coded, front: Front) -> Floats:
    """Nodes × classes: the records at each node."""
    classes = len(coded.data.classes)
    keys = front.nodes * classes + coded.data.answers[front.rows]
    found = np.bincount(keys, front.weights, minlength=front.size * classes)
    return found.reshape(front.size, classes).astype(np.float64)


def cells_of(coded: Coded, front: Front, column: int) -> Cells:
    """Count the records of a level by node, value of a column, and class."""
    rows, nodes, weights, count = front
    codes = coded.codes[column, rows]
    if not coded.complete[column]:
        known = codes >= 0
        rows, nodes, codes = rows[known], nodes[known], codes[known]
        weights = None if weights is None else weights[known]
    width, classes = len(coded.seen[column]), len(coded.data.classes)
    keys = nodes * width + codes
    if count * width <= _DENSE * len(rows):
        places, size = keys, count * width
        pairs = np.arange(size)
    else:
        pairs, places = np.unique(keys, return_inverse=True)
        size = len(pairs)
    flat = np.bincount(
        places * classes + coded.data.answers[rows], weights, minlength=size * classes
    )
    counts = flat.reshape(size, classes).astype(np.float64)
    filled = counts.any(axis=1)
    pairs, counts = pairs[filled], counts[filled]
    cell_nodes = pairs // max(width, 1)
    starts = np.searchsorted(cell_nodes, np.arange(count + 1))
    running = np.concatenate([np.zeros((1, classes)), np.cumsum(counts, axis=0)])
    known_counts = running[starts[1:]] - running[starts[:-1]]
    return Cells(cell_nodes, pairs % max(width, 1), counts, starts[:-1], known_counts)


def entropy_sum(counts: Floats) -> Floats:
    """Total times entropy, in bits, of the classes in each row."""
    total = counts.sum(axis=-1)
    bits: Floats = (xlogy(total, total) - xlogy(counts, counts).sum(axis=-1)) / np.log(2)
    return bits


def best_split(
    coded: Coded, front: Front, totals: Floats, settings: Settings
) -> tuple[Ints, Split]:
    """For each node the column with the best split, and that split."""
    found = [
        _by_values(cells_of(coded, front, place), totals, settings.leaf)
        if settings.split == "values" or column.values
        else _by_threshold(cells_of(coded, front, place), totals, settings.leaf)
        for place, column in enumerate(coded.data.columns)
    ]
    gain = np.stack([split.gain for split in found])
    ratio = np.stack([split.ratio for split in found])
    chosen = _chosen(gain, ratio, settings.algorithm)
    nodes = np.arange(front.size)
    parts = [np.stack(part)[chosen, nodes] for part in zip(*found, strict=True)]
    return chosen, Split(*parts)


def _chosen(gain: Floats, ratio: Floats, algorithm: str) -> Ints:
    """The best column of every node; the first of equal ones."""
    merit = gain
    if algorithm == "c45":
        useful = gain > 0
        total = np.where(useful, gain, 0.0).sum(axis=0)
        average = total / np.maximum(useful.sum(axis=0), 1)
        eligible = useful & (gain >= np.round(average, DECIMALS) - 10.0**-DECIMALS)
        merit = np.where(eligible, ratio, -np.inf)
    best: Ints = merit.argmax(axis=0)
    return best


def _by_values(cells: Cells, totals: Floats, leaf: int) -> Split:
    """A branch for each value, where at least two have enough records."""
    sizes = cells.counts.sum(axis=1)
    inside = _per_node(entropy_sum(cells.counts), cells.starts)
    enough = _per_node((sizes >= leaf - _TRACE).astype(np.float64), cells.starts) >= 2
    parts = _per_node(xlogy(sizes, sizes), cells.starts)
    gain, ratio = _gained(cells.known, totals, inside, parts)
    nothing = np.full(len(totals), -1)
    return Split(
        np.where(enough, gain, -np.inf), np.where(enough, ratio, -np.inf), nothing, nothing
    )


def _by_threshold(cells: Cells, totals: Floats, leaf: int) -> Split:
    """The threshold with the most gain, the lowest of equal ones."""
    count, size = len(totals), len(cells.nodes)
    if not size:
        return _no_split(count)
    running = np.concatenate([np.zeros((1, cells.counts.shape[1])), np.cumsum(cells.counts, 0)])
    left = running[1:] - running[cells.starts[cells.nodes]]
    known = cells.known[cells.nodes]
    right = known - left
    below, above = left.sum(axis=1), right.sum(axis=1)
    allowed = (below >= leaf - _TRACE) & (above >= leaf - _TRACE)
    inside = entropy_sum(left) + entropy_sum(right)
    parts = xlogy(below, below) + xlogy(above, above)
    gain, ratio = _gained(known, totals[cells.nodes], inside, parts)
    gain = np.where(allowed, gain, -np.inf)
    place = _first_best(gain, cells, count)
    found = place >= 0
    best = np.where(found, place, 0)
    return Split(
        np.where(found, gain[best], -np.inf),
        np.where(found, ratio[best], -np.inf),
        np.where(found, cells.codes[best], -1),
        np.where(found, cells.codes[np.minimum(best + 1, size - 1)], -1),
    )


def _no_split(count: int) -> Split:
    never, nothing = np.full(count, -np.inf), np.full(count, -1)
    return Split(never, never, nothing, nothing)


def _first_best(gain: Floats, cells: Cells, count: int) -> Ints:
    """For each node its first cell with the most gain; -1 where no cell gains anything."""
    best = np.full(count, -np.inf)
    np.maximum.at(best, cells.nodes, gain)
    equal: Mask = (gain == best[cells.nodes]) & (gain > 0)
    places = np.flatnonzero(equal)
    first = np.full(count, -1)
    first[cells.nodes[places[::-1]]] = places[::-1]
    return first


def _gained(known: Floats, totals: Floats, inside: Floats, parts: Floats) -> tuple[Floats, Floats]:
    """Information gain, and its ratio to what the branches alone tell.

    As in C4.5, the gain is that of records with a known value times their share, and records
    without one count as a branch of their own in what the branches tell.
    """
    size, total = known.sum(axis=-1), np.maximum(totals.sum(axis=-1), 1e-300)
    gain = np.round((entropy_sum(known) - inside) / total, DECIMALS)
    unknown = np.maximum(total - size, 0.0)
    told = (xlogy(total, total) - parts - xlogy(unknown, unknown)) / np.log(2) / total
    ratio = np.round(gain / np.maximum(told, 10.0**-DECIMALS), DECIMALS)
    return gain, ratio


def _per_node(amounts: Floats, starts: Ints) -> Floats:
    """The sums over the cells of each node."""
    running = np.append(0.0, np.cumsum(amounts))
    sums: Floats = running[np.append(starts[1:], len(amounts))] - running[starts]
    return sums
