"""Decision trees: ours beside scikit-learn's entropy tree, the same records in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from benchmarks.measuring import Figure
from igroteka.basics.observations import Column, Observations
from igroteka.study.trees.growing import grow
from igroteka.study.trees.settings import Settings
from igroteka.text import as_written

COLUMNS, ROUNDS = 20, 5


def figures() -> list[Figure]:
    """Records a second that go into a tree."""
    return [
        _figure(7_600, "id3", depth=6, leaf=30),
        _figure(7_600, "c45", depth=6, leaf=30),
        _figure(100_000, "c45", depth=6, leaf=30),
        _figure(100_000, "c45", depth=100, leaf=1),
    ]


def _figure(records: int, algorithm: str, depth: int, leaf: int) -> Figure:
    data = _records(records)
    settings = Settings(algorithm, "thresholds", depth, leaf)
    peer = DecisionTreeClassifier(
        criterion="entropy", max_depth=depth, min_samples_leaf=leaf, random_state=0
    )
    ours, theirs = _fastest(
        lambda: grow(data, settings), lambda: peer.fit(data.values, data.answers)
    )
    what = f"decision tree, {algorithm}, {records:,} records, depth {depth}, leaves of {leaf}"
    return Figure(what, "records/s", records / ours, "scikit-learn", records / theirs)


def _records(count: int) -> Observations:
    """Small numbers like points and lengths, and an answer that a few of them nearly tell."""
    rng = np.random.default_rng(1)
    values = rng.integers(0, 14, (count, COLUMNS)).astype(np.float64)
    values[:, 0] = rng.integers(0, 41, count)
    score = values[:, 0] + 2 * values[:, 1] - values[:, 2] + rng.normal(0, 8, count)
    columns = [Column(f"column{n}", as_written("column"), as_written("")) for n in range(COLUMNS)]
    classes = (as_written("goes down"), as_written("makes"))
    answers = (score > 25).astype(np.int64)
    return Observations(tuple(columns), values, answers, classes, np.arange(count))


def _fastest(*ways: Callable[[], object]) -> list[float]:
    """The shortest of some turns of each, taken alternately."""
    best = [float("inf")] * len(ways)
    for _ in range(ROUNDS):
        for place, way in enumerate(ways):
            begun = time.perf_counter()
            way()
            best[place] = min(best[place], time.perf_counter() - begun)
    return best
