"""A sequential test of a mean: as many values are looked at as the decision needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum

LEAST_SPREAD = 1.0
"""Values that were all alike so far are not believed to stay so."""


class Decision(Enum):
    """Where the test stands."""

    LOW = "low"
    HIGH = "high"
    OPEN = "open"


def mean_decision(
    values: Sequence[float], low: float, high: float, error: float = 0.05
) -> Decision:
    """Whether the mean is `low` or `high`, by Wald's ratio of likelihoods with the spread seen.

    >>> mean_decision([1.0, 2.0, 0.0, 3.0] * 10, low=0.0, high=1.0)
    <Decision.HIGH: 'high'>
    """
    count = len(values)
    if count < 2:
        return Decision.OPEN
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    spread = max(variance, LEAST_SPREAD)
    ratio = count * (high - low) / spread * (mean - (low + high) / 2)
    bound = math.log((1 - error) / error)
    if abs(ratio) < bound:
        return Decision.OPEN
    return Decision.HIGH if ratio > 0 else Decision.LOW
