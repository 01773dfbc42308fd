"""Which choice is best when: a tree that weighs by how much, and does not read tea leaves."""

from __future__ import annotations

import numpy as np

from igroteka.basics.observations import Column
from igroteka.basics.payoffs import Payoffs
from igroteka.study.policies import drawn, grow, honest_gain
from igroteka.text import Text

POINTS = Column("points", Text("points"), Text("Points."))
COLOUR = Column(
    "colour", Text("colour"), Text("Colour."), (Text("red"), Text("green"), Text("blue"))
)
COUNT = 400


def payoffs(gain_of_bid: np.ndarray, points: np.ndarray, colours: np.ndarray) -> Payoffs:
    """What `bid` brings against `pass`, a group each row."""
    return Payoffs(
        (POINTS, COLOUR),
        np.column_stack([points, colours]),
        ("pass", "bid"),
        np.column_stack([-gain_of_bid / 2, gain_of_bid / 2]),
        np.arange(len(points)),
    )


def drawn_rows(seed: int = 1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return (
        rng.integers(6, 12, COUNT).astype(float),
        rng.integers(0, 3, COUNT).astype(float),
        rng.normal(0, 4, COUNT),
    )


def test_the_question_is_asked_that_parts_gain_from_loss() -> None:
    points, colours, noise = drawn_rows()
    data = payoffs(np.where(points >= 9, 3.0, -3.0) + noise, points, colours)
    tree = grow(data, depth=1)
    assert tree.condition is not None
    assert [str(tree.condition.text(holds)) for holds in (True, False)] == [
        "points ≤ 8",
        "points ≥ 9",
    ]
    assert [branch.choices[branch.best] for branch in tree.branches] == ["pass", "bid"]
    assert honest_gain(data).low > 0


def test_a_rare_great_gain_outweighs_many_small_losses() -> None:
    points, colours, _ = drawn_rows()
    rare = np.where(np.arange(COUNT) % 5 == 0, 12.0, -1.0)
    data = payoffs(np.where(points >= 9, rare, -1.0), points, colours)
    tree = grow(data, depth=1)
    assert tree.choose(data)[points >= 9].tolist() == [1] * int((points >= 9).sum())
    assert (rare > 0).mean() < 0.5


def test_a_value_with_a_name_is_asked_for_by_it() -> None:
    points, colours, noise = drawn_rows()
    tree = grow(payoffs(np.where(colours == 1, 4.0, -4.0) + noise, points, colours))
    lines = list(drawn(tree, Text("IMPs")))
    assert lines[0].startswith("all deals · 400: pass, by ")
    assert lines[1].startswith("├─ colour = green · ")
    assert "bid, by " in lines[1]
    assert lines[2].startswith("└─ colour ≠ green · ")


def test_noise_alone_grows_nothing() -> None:
    for seed in range(5):
        points, colours, noise = drawn_rows(seed)
        assert grow(payoffs(noise, points, colours)).condition is None


def test_rows_of_one_origin_are_one_witness() -> None:
    points, colours, noise = drawn_rows()
    many = [np.repeat(each[:20], 20) for each in (points, colours, noise)]
    data = payoffs(many[2], many[0], many[1])
    together = Payoffs(
        data.columns, data.values, data.choices, data.brought, np.repeat(np.arange(20), 20)
    )
    assert grow(together).condition is None


def test_a_tree_as_json_tells_its_branches() -> None:
    points, colours, noise = drawn_rows()
    told = grow(payoffs(np.where(points >= 9, 3.0, -3.0) + noise, points, colours), 1).to_json()
    assert told["column"] == "points"
    assert [child["best"] for child in told["children"]] == ["pass", "bid"]
    assert sum(child["deals"] for child in told["children"]) == told["deals"] == COUNT
