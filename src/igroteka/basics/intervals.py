"""Estimates with their bounds: shares and means over blocks of what is not independent inside.

A block is what luck is shared in: a deal in every seating of a tournament, or all plays of a deal.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import NamedTuple

CONFIDENCE = 0.95
WHOLE = 0.0, 1.0
"""The range of a share where nothing narrows it."""
ALIKE = 1e-20
"""A variance that is only rounding."""


class Interval(NamedTuple):
    """An estimate with its bounds."""

    value: float
    low: float
    high: float


def score_interval(
    blocks: Sequence[float],
    games: Sequence[float] | None = None,
    confidence: float = CONFIDENCE,
    within: tuple[float, float] = WHOLE,
) -> Interval:
    """The mean of block scores in 0…1, weighed by the games in each block.

    With an interval that stays finite at 0 and 1: Wilson's, on as many independent games as would
    have the variance that was seen. Where a game can't give as little as 0 or as much as 1, its
    least and its most are told, and the interval ends there.
    """
    return strata_interval([(blocks, games or [1.0] * len(blocks))], confidence, within)


def strata_interval(
    strata: Sequence[tuple[Sequence[float], Sequence[float]]],
    confidence: float = CONFIDENCE,
    within: tuple[float, float] = WHOLE,
) -> Interval:
    """The same over several sets of blocks with means of their own, such as one an opponent.

    The differences between the sets are no noise, so they do not widen the interval.
    """
    from scipy import stats  # a second and 60 MB, so only where it is needed

    count = sum(len(blocks) for blocks, _ in strata)
    if count == 0:
        return Interval(0.5, 0.0, 1.0)
    total = math.fsum(math.fsum(games) for _, games in strata)
    points = [math.fsum(map(operator.mul, blocks, games)) for blocks, games in strata]
    mean = math.fsum(points) / total
    variance = math.fsum(_squares(blocks, games) for blocks, games in strata) / total**2
    z = float(stats.t.ppf((1 + confidence) / 2, max(count - len(strata), 1)))
    least, most = within if within[0] < within[1] else WHOLE
    width = most - least
    share = min(max((mean - least) / width, 0.0), 1.0)
    bounds = (least + width * bound for bound in _wilson(share, variance / width**2, count, z))
    low, high = (min(max(bound, 0.0), 1.0) for bound in bounds)
    return Interval(mean, min(low, mean), max(high, mean))


def _squares(blocks: Sequence[float], games: Sequence[float]) -> float:
    """The variance of the sum of points, from the scatter of blocks around their mean."""
    count = len(blocks)
    if count < 2:
        return 0.0
    mean = math.fsum(map(operator.mul, blocks, games)) / math.fsum(games)
    scatter = math.fsum((g * (b - mean)) ** 2 for b, g in zip(blocks, games, strict=True))
    return scatter * count / (count - 1)


def _wilson(share: float, variance: float, count: int, z: float) -> tuple[float, float]:
    effective = share * (1 - share) / variance if variance > ALIKE else 0.0
    effective = effective or count
    centre = (share + z * z / (2 * effective)) / (1 + z * z / effective)
    spread = share * (1 - share) / effective + (z / (2 * effective)) ** 2
    half = z / (1 + z * z / effective) * math.sqrt(spread)
    return centre - half, centre + half


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The mean of independent values with Student's interval; without bounds for fewer than two."""
    from scipy import stats  # a second and 60 MB, so only where it is needed

    if not values:
        return Interval(0.0, -math.inf, math.inf)
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return Interval(mean, -math.inf, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    t = float(stats.t.ppf((1 + confidence) / 2, len(values) - 1))
    half = t * math.sqrt(variance / len(values))
    return Interval(mean, mean - half, mean + half)
