"""A mean is tested with as many values as the decision needs."""

from __future__ import annotations

import pytest

from igroteka.basics.sequential import Decision, mean_decision


@pytest.mark.parametrize(
    ("values", "decision"),
    [
        ([], Decision.OPEN),
        ([5.0], Decision.OPEN),
        ([1.0, -1.0, 2.0, 0.0], Decision.OPEN),
        ([1.0, 3.0] * 10, Decision.HIGH),
        ([-1.0, 0.0] * 10, Decision.LOW),
        ([0.0] * 3, Decision.OPEN),
        ([0.0] * 10, Decision.LOW),
    ],
)
def test_a_mean_is_low_or_high_once_that_is_sure(values: list[float], decision: Decision) -> None:
    assert mean_decision(values, low=0.0, high=1.0) is decision


def test_the_smaller_the_error_the_more_values_it_takes() -> None:
    values = [3.0, 0.0] * 5
    assert mean_decision(values, 0.0, 1.0, error=0.1) is Decision.HIGH
    assert mean_decision(values, 0.0, 1.0, error=0.001) is Decision.OPEN
