"""What a tree is worth on what it has not seen.

Records are parted by their group, such as the deal that they are of: a deal that is played more
than once and stands on both sides of the test would be remembered, not understood. Every record is
told once, by a tree that was grown without its whole group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from igroteka.basics.intervals import Interval, mean_interval, score_interval
from igroteka.basics.observations import Ints, Mask, Observations
from igroteka.basics.randomness import derive
from igroteka.study.trees.growing import grow
from igroteka.study.trees.settings import Settings
from igroteka.study.trees.tree import Tree

CURVE: Final = (0.1, 0.2, 0.4, 0.7)
"""The shares of the groups that the learning curve grows trees from, beside all."""


class Point(NamedTuple):
    """One point of a learning curve."""

    records: int
    """How many records a tree was grown from, on average over the folds."""
    accuracy: Interval


@dataclass(frozen=True)
class Validation:
    """How often trees were right about records that they had not seen."""

    folds: int
    told: Ints
    """What was told of each record."""
    accuracy: Interval
    """With a 95 % interval that counts groups, not records."""
    curve: tuple[Point, ...]
    importance: tuple[Interval, ...]
    """By column, how much accuracy is lost when its values are shuffled among records."""
    confusion: Ints
    """Classes as they were × classes as they were told."""


def parted(groups: Ints, folds: int, seed: int) -> Ints:
    """For each record the fold in which it is tested; a group is never in two folds.

    Groups are shuffled, and each goes to the fold with the fewest records so far.
    """
    _, places, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    order = _generator(seed, "folds").permutation(len(sizes))
    order = order[np.argsort(-sizes[order], kind="stable")]
    loads = [0] * folds
    fold_of = np.zeros(len(sizes), dtype=np.int64)
    for group in order:
        fold = loads.index(min(loads))
        fold_of[group] = fold
        loads[fold] += int(sizes[group])
    return fold_of[places]


def validated(
    data: Observations,
    settings: Settings,
    folds: int = 10,
    seed: int = 0,
    progress: Callable[[int], None] = lambda _: None,
) -> Validation | None:
    """Test trees of these settings; None where there are fewer than two groups.

    There are as many folds as groups where these are fewer. `progress` is told how many are done.
    """
    groups = len(np.unique(data.groups))
    if groups < 2:
        return None
    folds = min(folds, groups)
    fold_of = parted(data.groups, folds, seed)
    told = np.zeros((len(CURVE) + 1, len(data)), dtype=np.int64)
    sizes, drops = np.zeros((folds, len(told))), np.zeros((folds, len(data.columns)))
    for fold in range(folds):
        test = fold_of == fold
        for step, tree in enumerate(
            _grown(data.at(~test), settings, _generator(seed, "curve", fold))
        ):
            sizes[fold, step] = tree.counts[0].sum()
            told[step, test] = tree.predict(data.values[test])
        drops[fold] = _drops(tree, data.at(test), _generator(seed, "shuffles", fold))
        progress(fold + 1)
    means = sizes.mean(axis=0).round().astype(int).tolist()
    curve = tuple(Point(size, accuracy(data, each)) for size, each in zip(means, told, strict=True))
    return Validation(
        folds,
        told[-1],
        curve[-1].accuracy,
        curve,
        tuple(mean_interval(list(column)) for column in drops.T),
        _confusion(data, told[-1]),
    )


def accuracy(data: Observations, told: Ints, among: Mask | None = None) -> Interval:
    """How often this was told rightly, with an interval that counts groups."""
    rows = np.ones(len(data), dtype=np.bool_) if among is None else among
    _, places, sizes = np.unique(data.groups[rows], return_inverse=True, return_counts=True)
    right = np.bincount(places, (told == data.answers)[rows].astype(np.float64))
    return score_interval((right / sizes).tolist(), sizes.astype(np.float64).tolist())


def _grown(data: Observations, settings: Settings, rng: np.random.Generator) -> Iterator[Tree]:
    """Trees of ever more of the groups, in an order drawn at random, and of all."""
    groups = rng.permutation(np.unique(data.groups))
    for share in CURVE:
        some = groups[: max(1, round(share * len(groups)))]
        yield grow(data.at(np.isin(data.groups, some)), settings)
    yield grow(data, settings)


def _drops(tree: Tree, test: Observations, rng: np.random.Generator) -> list[float]:
    """By column the accuracy that is lost when the column is shuffled."""
    right = float((tree.predict(test.values) == test.answers).mean())
    asked = set(tree.column.tolist())
    lost = []
    for place in range(len(test.columns)):
        order = rng.permutation(len(test))
        if place not in asked:
            lost.append(0.0)
            continue
        values = test.values.copy()
        values[:, place] = values[order, place]
        lost.append(right - float((tree.predict(values) == test.answers).mean()))
    return lost


def _confusion(data: Observations, told: Ints) -> Ints:
    size = len(data.classes)
    return np.bincount(data.answers * size + told, minlength=size * size).reshape(size, size)


def _generator(seed: int, *path: object) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(derive(seed, *path)))
