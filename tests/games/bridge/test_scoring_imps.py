"""International match points: the scale, its bounds and its sign."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.games.bridge.scoring import imps as scale
from igroteka.games.bridge.scoring.imps import imps

BOUNDS = (
    "20 50 90 130 170 220 270 320 370 430 500 600 750 900 1100 1300 1500 1750 2000 2250 2500 3000 "
    "3500 4000"
)


@pytest.mark.parametrize(
    ("worth", "bound"), [(n, int(b)) for n, b in enumerate(BOUNDS.split(), start=1)]
)
def test_a_row_of_the_scale_begins_at_its_bound(worth: int, bound: int) -> None:
    assert imps(bound) == worth
    assert imps(bound - 10) == worth - 1
    assert imps(-bound) == -worth


def test_nothing_is_worth_more_than_24() -> None:
    assert imps(7600 + 7600) == 24


@given(st.integers(-16000, 16000))
def test_what_one_side_wins_the_other_loses(difference: int) -> None:
    assert imps(-difference) == -imps(difference)


@given(st.integers(-16000, 16000))
def test_the_explanation_ends_at_the_figure(difference: int) -> None:
    told = scale.explain(difference)
    assert sum(step.amount or 0 for step in told.steps) == told.figure == imps(difference)


def test_the_explanation_names_the_row() -> None:
    assert str(scale.explain(420)).splitlines() == [
        "a difference of 420, in IMPs: 9",
        "  differences from 370 and below 430 are worth 9: 9",
    ]
    assert "from 4000 and more" not in str(scale.explain(4000))
    assert "differences of 4000 and more are worth 24" in str(scale.explain(4000))
