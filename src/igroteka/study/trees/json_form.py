"""A tree, its rules and its test as programs and pages get them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from igroteka.basics.intervals import Interval
from igroteka.study.trees.tree import Tree
from igroteka.study.trees.validation import Validation
from igroteka.study.trees.words import branch_text
from igroteka.text import Text

_DECIMALS = 4


def tree_json(tree: Tree, node: int = 0, say: Callable[[Text], str] = str) -> dict[str, Any]:
    """A node with all below it."""
    counts = [round(float(count), _DECIMALS) for count in tree.counts[node]]
    found: dict[str, Any] = {
        "node": node,
        "records": round(sum(counts), _DECIMALS),
        "counts": counts,
        "answer": say(tree.classes[tree.answers[node]]),
    }
    if node:
        found["condition"] = say(branch_text(tree, node))
    if not tree.is_leaf[node]:
        found["column"] = tree.columns[tree.column[node]].name
        if not np.isnan(tree.threshold[node]):
            found["threshold"] = float(tree.threshold[node])
        found["children"] = [tree_json(tree, child, say) for child in tree.below(node)]
    return found


def validation_json(tree: Tree, validation: Validation | None) -> dict[str, Any]:
    """What was found on records that trees had not seen; without figures where nothing was."""
    if validation is None:
        return {"folds": 0, "accuracy": None, "interval": None}
    names = [column.name for column in tree.columns]
    return {
        "folds": validation.folds,
        **_estimate(validation.accuracy),
        "confusion": validation.confusion.tolist(),
        "learning_curve": [
            {"records": point.records, **_estimate(point.accuracy)} for point in validation.curve
        ],
        "importance": {
            name: round(lost.value, _DECIMALS)
            for name, lost in zip(names, validation.importance, strict=True)
        },
    }


def _estimate(interval: Interval) -> dict[str, Any]:
    value, low, high = (round(each, _DECIMALS) for each in interval)
    return {"accuracy": value, "interval": [low, high]}
