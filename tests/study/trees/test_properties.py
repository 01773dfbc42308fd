"""What holds of every tree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.observations import Observations
from igroteka.study.trees import validation
from igroteka.study.trees.growing import grow
from igroteka.study.trees.pruning import pruned
from igroteka.study.trees.rules import path, rules
from igroteka.study.trees.settings import ALGORITHMS, SPLITS, Settings
from igroteka.study.trees.svg_drawing import drawn_svg
from igroteka.study.trees.text_drawing import drawn
from igroteka.study.trees.tree import Tree
from igroteka.study.trees.validation import parted, validated
from igroteka.text import Text
from tests.drawing import examples
from tests.study.trees.tables import observations

SETTINGS = st.builds(
    Settings,
    algorithm=st.sampled_from(ALGORITHMS),
    split=st.sampled_from(SPLITS),
    depth=st.integers(0, 5),
    leaf=st.integers(1, 4),
    gain=st.sampled_from([0.0, 0.1]),
    prune=st.booleans(),
)


@given(observations(), SETTINGS)
def test_the_leaves_have_all_records(data: Observations, settings: Settings) -> None:
    tree = grow(data, settings)
    assert tree.counts[0].tolist() == data.counts.tolist()
    assert tree.counts[tree.is_leaf].sum(axis=0) == pytest.approx(tree.counts[0])
    for node in np.flatnonzero(~tree.is_leaf):
        below = sum(tree.counts[child] for child in tree.below(int(node)))
        assert below == pytest.approx(tree.counts[node])
    assert tree.depth <= settings.depth


@examples(40)
@given(observations(), SETTINGS)
def test_equal_input_gives_an_equal_tree(data: Observations, settings: Settings) -> None:
    again = data.at(np.arange(len(data)))
    assert grow(data, settings) == grow(again, settings)


@given(observations(unknown=False), SETTINGS, st.randoms())
def test_the_order_of_records_does_not_matter(
    data: Observations, settings: Settings, rng: np.random.Generator
) -> None:
    order = list(range(len(data)))
    rng.shuffle(order)
    assert grow(data, settings) == grow(data.at(np.array(order)), settings)


@given(observations(), SETTINGS)
def test_pruning_never_grows_a_tree(data: Observations, settings: Settings) -> None:
    tree = grow(data, settings)
    cut = pruned(tree)
    assert len(cut) <= len(tree)
    assert cut.leaves <= tree.leaves
    assert cut.counts[0].tolist() == tree.counts[0].tolist()
    assert pruned(cut) == cut


@examples(40)
@given(observations(), SETTINGS)
def test_records_end_at_the_leaves_that_count_them(data: Observations, settings: Settings) -> None:
    tree = grow(data, settings)
    rows, nodes, weights = tree.reached(data.values)
    assert tree.is_leaf[nodes].all()
    found = np.zeros_like(tree.counts)
    np.add.at(found, (nodes, data.answers[rows]), weights)
    assert found[tree.is_leaf] == pytest.approx(tree.counts[tree.is_leaf])
    assert tree.shares(data.values).sum(axis=1) == pytest.approx(1)


@given(observations(unknown=False), SETTINGS)
def test_the_way_to_a_leaf_is_the_rule_of_its_records(
    data: Observations, settings: Settings
) -> None:
    tree = grow(data, settings)
    rows, nodes, _ = tree.reached(data.values)
    for leaf in np.flatnonzero(tree.is_leaf):
        held = np.ones(len(data), dtype=np.bool_)
        for condition in path(tree, int(leaf)):
            held &= condition.holds(data.values)
        assert set(np.flatnonzero(held)) == set(rows[nodes == leaf])


@given(observations(), SETTINGS)
def test_rules_count_what_they_say(data: Observations, settings: Settings) -> None:
    tree = grow(data, settings)
    found, other = rules(tree, data)
    assert 0 <= other < len(data.classes)
    for rule in found:
        held = np.ones(len(data), dtype=np.bool_)
        for condition in rule.conditions:
            held &= condition.holds(data.values)
        assert rule.records == held.sum() > 0
        assert rule.right == (data.answers[held] == rule.answer).sum()


@given(observations(), SETTINGS)
def test_every_tree_can_be_drawn(data: Observations, settings: Settings) -> None:
    tree = grow(data, settings)
    assert len(list(drawn(tree))) == len(tree)
    assert drawn_svg(tree, Text("a tree")).count("<g id=") == len(tree)


@given(st.lists(st.integers(0, 30), min_size=2, max_size=80), st.integers(2, 10), st.integers())
def test_a_deal_is_in_one_fold_and_folds_are_of_like_size(
    deals: list[int], folds: int, seed: int
) -> None:
    groups = np.array(deals)
    fold_of = parted(groups, folds, seed)
    for deal in set(deals):
        assert len(set(fold_of[groups == deal])) == 1
    sizes = np.bincount(fold_of, minlength=folds)
    assert sizes.max() - sizes.min() <= np.bincount(groups).max()
    assert parted(groups, folds, seed).tolist() == fold_of.tolist()


@examples(40)
@given(observations(), st.integers(2, 5))
def test_a_tree_never_sees_a_deal_that_it_is_tested_on(data: Observations, folds: int) -> None:
    """Every tree of a validation is watched: what it grew from, and what it was asked."""
    grown: dict[int, set[bytes]] = {}

    def watched(some: Observations, settings: Settings) -> Tree:
        tree = grow(some, settings)
        grown[id(tree)] = {group.tobytes() for group in some.groups}
        kept.append(tree)
        return tree

    kept: list[Tree] = []
    fold_of = parted(data.groups, min(folds, len(set(data.groups))), seed=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(validation, "grow", watched)
        found = validated(data, Settings(leaf=1), folds, seed=3)
    if found is None:
        assert len(set(data.groups)) == 1
        return
    per_fold = len(kept) // found.folds
    for fold in range(found.folds):
        tested = {group.tobytes() for group in data.groups[fold_of == fold]}
        for tree in kept[per_fold * fold : per_fold * (fold + 1)]:
            assert not grown[id(tree)] & tested
        rows = fold_of == fold
        last = kept[per_fold * (fold + 1) - 1]
        assert found.told[rows].tolist() == last.predict(data.values[rows]).tolist()
    assert found.confusion.sum() == len(data)
    assert found.accuracy.value == pytest.approx((found.told == data.answers).mean())
