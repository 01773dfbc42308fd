"""Branches cut that are no better than a leaf, by C4.5's pessimistic estimate of errors.

A leaf with E errors among N records is taken to err as often as the upper bound of its error rate
at a confidence of 25 % says. A node becomes a leaf where that promises no more errors than its
branches together do. (C4.5 may also put the largest branch in a node's place; that is not done.)
"""

from __future__ import annotations

import numpy as np
from scipy.special import betaincinv

from igroteka.basics.observations import Floats
from igroteka.study.trees.settings import CONFIDENCE
from igroteka.study.trees.tree import Tree


def upper_bound(errors: Floats, records: Floats, confidence: float = CONFIDENCE) -> Floats:
    """The error rate that so many errors among so many records do not exceed with confidence."""
    right = np.maximum(records - errors, 0.0)
    bound = betaincinv(errors + 1, np.maximum(right, 1e-9), 1 - confidence)
    found: Floats = np.where(right > 1e-9, bound, 1.0)
    return found


def pruned(tree: Tree, confidence: float = CONFIDENCE) -> Tree:
    """The tree with useless branches cut; it never has more nodes than before."""
    records = tree.counts.sum(axis=1)
    errors = records - tree.counts.max(axis=1)
    expected = records * upper_bound(errors, records, confidence)
    cut = tree.is_leaf.copy()
    below = np.where(tree.is_leaf, expected, 0.0)
    for node in range(len(tree) - 1, -1, -1):
        if not tree.is_leaf[node]:
            cut[node] = expected[node] <= below[node] + 1e-9
        if cut[node]:
            below[node] = expected[node]
        if node:
            below[tree.parent[node]] += below[node]
    return tree.cut(cut)
