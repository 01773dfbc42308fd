"""A tree in words: conditions, nodes and rules as sentences for people."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

from igroteka.basics.observations import Column
from igroteka.study.trees.rules import Condition, Rule, branch_condition, path
from igroteka.study.trees.tree import Tree
from igroteka.text import Text, all_of, as_written, plural


def value_text(column: Column, value: float) -> Text:
    """A value by its name, or as a number."""
    if column.values:
        return column.values[int(value)]
    return as_written(f"{value:g}")


def condition_text(tree: Tree, condition: Condition) -> Text:
    """`points together at most 22`."""
    column = tree.columns[condition.column]
    low, high = condition.low, condition.high
    if condition.value is not None:
        value = value_text(column, condition.value)
        return Text("{title}: {value}", title=column.title, value=value)
    whole = _is_whole(tree, condition.column)
    least = low + 1 if whole else low
    if low == -inf:
        return Text("{title} at most {value:g}", title=column.title, value=high)
    if high == inf:
        if whole:
            return Text("{title} at least {value:g}", title=column.title, value=least)
        return Text("{title} more than {value:g}", title=column.title, value=low)
    if not whole:
        return Text(
            "{title} more than {low:g}, at most {high:g}", title=column.title, low=low, high=high
        )
    if least == high:
        return Text("{title}: {value}", title=column.title, value=f"{high:g}")
    return Text("{title} from {low:g} to {high:g}", title=column.title, low=least, high=high)


def branch_text(tree: Tree, node: int) -> Text:
    """What leads to a node, in signs: `points together ≤ 22`."""
    condition = branch_condition(tree, node)
    column = tree.columns[condition.column]
    if condition.value is not None:
        value = value_text(column, condition.value)
        return Text("{title} = {value}", title=column.title, value=value)
    if condition.low == -inf:
        return Text("{title} ≤ {value:g}", title=column.title, value=condition.high)
    if _is_whole(tree, condition.column):
        return Text("{title} ≥ {value:g}", title=column.title, value=condition.low + 1)
    return Text("{title} > {value:g}", title=column.title, value=condition.low)


def count_text(count: float) -> Text:
    """How many records came to a node; with a decimal where some came by parts."""
    shown = f"{count:,.0f}" if abs(count - round(count)) < 0.05 else f"{count:,.1f}"
    return as_written(shown)


def answer_text(tree: Tree, node: int) -> Text:
    """What a node tells and for which share of its records that is right: `makes 64 %`."""
    answer, counts = int(tree.answers[node]), tree.counts[node]
    share = counts[answer] / counts.sum()
    return Text("{answer} {share:.0%}", answer=tree.classes[answer], share=share)


def node_rule(tree: Tree, node: int) -> Text:
    """The way to a node and what it tells, as a sentence."""
    records = tree.counts[node].sum()
    right = tree.counts[node, tree.answers[node]]
    found = Rule(path(tree, node), int(tree.answers[node]), round(records), round(right))
    return rule_text(tree, found)


def rule_text(tree: Tree, rule: Rule) -> Text:
    """`If points together at least 26 and level: 4, then makes: right for 81 % of 240 records`."""
    worth = plural(
        "right for {share:.0%} of {count:,} record",
        "right for {share:.0%} of {count:,} records",
        count=rule.records,
        share=rule.right / max(rule.records, 1),
    )
    answer = tree.classes[rule.answer]
    if not rule.conditions:
        return Text("Always: {answer}, {worth}", answer=answer, worth=worth)
    conditions = all_of(condition_text(tree, each) for each in rule.conditions)
    return Text(
        "If {conditions}, then: {answer}, {worth}",
        conditions=conditions,
        answer=answer,
        worth=worth,
    )


def rest_text(classes: Sequence[Text], answer: int) -> Text:
    """What is told where no rule holds."""
    return Text("Otherwise: {answer}", answer=classes[answer])


def _is_whole(tree: Tree, column: int) -> bool:
    seen = tree.seen[column]
    return bool(np.all(seen == np.round(seen)))
