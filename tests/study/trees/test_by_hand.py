"""The small example of the study: trees that one computes with a pencil.

Eight contracts, three of them down: the entropy of all is 0.9544 bits.

points as values      20: 2 down; 22: 1 and 1; 24, 26: 2 made each. Left 2/8 · 1 = 0.25, gain
                      0.7044, the branches tell 2 bits, ratio 0.3522.
spades as values      7: 2 and 2; 8: 1 and 3. Left (4 · 1 + 4 · 0.8113)/8 = 0.9056, gain 0.0488.
diamonds as values    all different: nothing is left, gain 0.9544, but they tell 3 bits, so that
                      the ratio is 0.3181.
points by threshold   ≤ 20 gains 0.4669, ≤ 22 gains 0.5488 (ratio the same), ≤ 24 gains 0.2044.
clubs by threshold    ≤ 5: 2 down, the rest 1 and 5, gain 0.4669, ratio 0.4669 / 0.8113 = 0.5755.
"""

from __future__ import annotations

import numpy as np
import pytest

from igroteka.study.trees.growing import grow
from igroteka.study.trees.pruning import pruned, upper_bound
from igroteka.study.trees.settings import Settings
from igroteka.study.trees.splitting import Coded, Front, best_split, tallied
from tests.study.trees.tables import shown, table

EXAMPLE = """
points spades clubs diamonds makes
20     7      5     4        0
20     8      5     5        0
22     7      9     6        0
22     8      9     7        1
24     7      9     8        1
24     8      9     9        1
26     7      9     10       1
26     8      9     11       1
"""


def test_id3_with_values_takes_the_column_with_the_most_gain() -> None:
    data = table(EXAMPLE, ("points", "spades"))
    assert shown(grow(data, Settings("id3", "values", leaf=1))) == [
        "all [3 5]",
        "  points = 20 [2 0]",
        "  points = 22 [1 1]",
        "    spades = 7 [1 0]",
        "    spades = 8 [0 1]",
        "  points = 24 [0 2]",
        "  points = 26 [0 2]",
    ]


def test_id3_falls_for_a_column_that_is_different_everywhere_and_c45_does_not() -> None:
    data = table(EXAMPLE, ("points", "spades", "diamonds"))
    id3 = grow(data, Settings("id3", "values", leaf=1))
    assert shown(id3)[:2] == ["all [3 5]", "  diamonds = 4 [1 0]"]
    assert (id3.leaves, id3.depth) == (8, 1)
    c45 = grow(data, Settings("c45", "values", leaf=1))
    assert shown(c45) == [
        "all [3 5]",
        "  points = 20 [2 0]",
        "  points = 22 [1 1]",
        "    spades = 7 [1 0]",
        "    spades = 8 [0 1]",
        "  points = 24 [0 2]",
        "  points = 26 [0 2]",
    ]


def test_id3_with_thresholds() -> None:
    """Among the four up to 22 both columns gain 0.3113: the one that is named first is asked."""
    data = table(EXAMPLE, ("points", "spades", "clubs"))
    assert shown(grow(data, Settings("id3", "thresholds", leaf=1))) == [
        "all [3 5]",
        "  points ≤ 22 [3 1]",
        "    points ≤ 20 [2 0]",
        "    points ≥ 21 [1 1]",
        "      spades ≤ 7 [1 0]",
        "      spades ≥ 8 [0 1]",
        "  points ≥ 23 [0 4]",
    ]


def test_c45_with_thresholds_weighs_what_the_branches_tell() -> None:
    """The average gain is 0.3548, which clubs reach, and their ratio is better."""
    data = table(EXAMPLE, ("points", "spades", "clubs"))
    assert shown(grow(data, Settings("c45", "thresholds", leaf=1))) == [
        "all [3 5]",
        "  clubs ≤ 5 [2 0]",
        "  clubs ≥ 6 [1 5]",
        "    points ≤ 22 [1 1]",
        "      spades ≤ 7 [1 0]",
        "      spades ≥ 8 [0 1]",
        "    points ≥ 23 [0 4]",
    ]


@pytest.mark.parametrize(
    ("name", "split", "gain", "ratio"),
    [
        ("points", "values", 0.7044, 0.3522),
        ("spades", "values", 0.0488, 0.0488),
        ("diamonds", "values", 0.9544, 0.3181),
        ("points", "thresholds", 0.5488, 0.5488),
        ("clubs", "thresholds", 0.4669, 0.5755),
    ],
)
def test_gain_and_ratio_are_those_of_the_pencil(
    name: str, split: str, gain: float, ratio: float
) -> None:
    data = table(EXAMPLE, (name,))
    coded = Coded.of(data)
    front = Front(np.arange(8), np.zeros(8, dtype=np.int64), None, 1)
    _, best = best_split(coded, front, tallied(coded, front), Settings("id3", split, leaf=1))
    assert best.gain[0] == pytest.approx(gain, abs=1e-4)
    assert best.ratio[0] == pytest.approx(ratio, abs=1e-4)


@pytest.mark.parametrize(("gain", "leaves"), [(0.0, 4), (0.31, 4), (0.54, 2), (0.56, 1)])
def test_a_split_that_gains_too_little_is_not_made(gain: float, leaves: int) -> None:
    data = table(EXAMPLE, ("points", "spades"))
    assert grow(data, Settings("id3", "thresholds", leaf=1, gain=gain)).leaves == leaves


def test_depth_and_leaf_stop() -> None:
    data = table(EXAMPLE, ("points", "spades", "clubs"))
    assert grow(data, Settings("id3", leaf=1, depth=0)).leaves == 1
    assert grow(data, Settings("id3", leaf=1, depth=1)).leaves == 2
    assert shown(grow(data, Settings("id3", leaf=3))) == [
        "all [3 5]",
        "  points ≤ 22 [3 1]",
        "  points ≥ 23 [0 4]",
    ]


def test_a_threshold_is_the_greatest_value_of_all_records_up_to_the_middle() -> None:
    """With seven spades points are 20 or 26; their middle is 23, and 22 was seen elsewhere."""
    rows = ["spades points makes", *["7 20 0"] * 2, *["7 26 1"] * 2, "8 22 0", *["8 30 0"] * 4]
    assert shown(grow(table("\n".join(rows)), Settings("id3", leaf=1))) == [
        "all [7 2]",
        "  spades ≤ 7 [2 2]",
        "    points ≤ 22 [2 0]",
        "    points ≥ 23 [0 2]",
        "  spades ≥ 8 [5 0]",
    ]


def test_an_unknown_value_goes_both_ways_by_parts() -> None:
    """Of four known records one is low: the unknown one counts a quarter there."""
    data = table(
        """
        points makes
        20     0
        25     1
        25     1
        25     1
        ?      1
        """
    )
    tree = grow(data, Settings("id3", leaf=1))
    assert shown(tree) == ["all [1 4]", "  points ≤ 20 [1 0.25]", "  points ≥ 21 [0 3.75]"]
    shares = tree.shares(np.array([[20.0], [25.0], [np.nan]]))
    assert shares[0].tolist() == pytest.approx([0.8, 0.2])
    assert shares[1].tolist() == pytest.approx([0.0, 1.0])
    assert shares[2].tolist() == pytest.approx([0.2, 0.8])


def test_a_value_that_no_branch_has_is_told_by_the_node() -> None:
    data = table(EXAMPLE, ("points", "spades"))
    tree = grow(data, Settings("id3", "values", leaf=1))
    assert tree.predict(np.array([[30.0, 7.0], [20.0, 7.0]])).tolist() == [1, 0]


def test_the_pessimistic_error_rate_is_that_of_the_book() -> None:
    """U₂₅(0, 6), U₂₅(0, 9) and U₂₅(0, 1) of Quinlan's example."""
    found = upper_bound(np.zeros(3), np.array([6.0, 9.0, 1.0]))
    assert found.tolist() == pytest.approx([0.206, 0.143, 0.750], abs=1e-3)


def test_pruning_cuts_a_split_that_noise_made() -> None:
    """One leaf is right about 15 of 16, the split about all of them, but it is less sure:
    6 · 0.206 + 9 · 0.143 + 1 · 0.750 = 3.27 errors are expected of it, and 16 · 0.16 of the leaf.
    """
    rows = ["strain makes", *["0 1"] * 6, *["1 1"] * 9, "2 0"]
    tree = grow(table("\n".join(rows)), Settings("id3", "values", leaf=1))
    assert tree.leaves == 3
    assert pruned(tree).leaves == 1
