"""What block results say: intervals, Elo differences, sequential tests, ratings.

Blocks are independent, games inside a block are not, so everything here counts blocks.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import optimize, stats

Floats = npt.NDArray[np.float64]

CONFIDENCE = 0.95
ELO_SCALE = 400 / math.log(10)


class Interval(NamedTuple):
    """An estimate with its bounds."""

    value: float
    low: float
    high: float


def score_interval(
    blocks: Sequence[float],
    games: Sequence[float] | None = None,
    confidence: float = CONFIDENCE,
) -> Interval:
    """The mean of block scores in 0…1, weighed by the games in each block.

    With an interval that stays finite at 0 and 1: Wilson's, on as many independent games as would
    have the variance that was seen.
    """
    return strata_interval([(blocks, games or [1.0] * len(blocks))], confidence)


def strata_interval(
    strata: Sequence[tuple[Sequence[float], Sequence[float]]], confidence: float = CONFIDENCE
) -> Interval:
    """The same over several sets of blocks with means of their own, such as one an opponent.

    The differences between the sets are no noise, so they do not widen the interval.
    """
    count = sum(len(blocks) for blocks, _ in strata)
    if count == 0:
        return Interval(0.5, 0.0, 1.0)
    total = math.fsum(math.fsum(games) for _, games in strata)
    points = [math.fsum(map(operator.mul, blocks, games)) for blocks, games in strata]
    mean = math.fsum(points) / total
    variance = math.fsum(_squares(blocks, games) for blocks, games in strata) / total**2
    z = float(stats.t.ppf((1 + confidence) / 2, max(count - len(strata), 1)))
    return _wilson(mean, variance, count, z)


def _squares(blocks: Sequence[float], games: Sequence[float]) -> float:
    """The variance of the sum of points, from the scatter of blocks around their mean."""
    count = len(blocks)
    if count < 2:
        return 0.0
    mean = math.fsum(map(operator.mul, blocks, games)) / math.fsum(games)
    scatter = math.fsum((g * (b - mean)) ** 2 for b, g in zip(blocks, games, strict=True))
    return scatter * count / (count - 1)


def _wilson(mean: float, variance: float, count: int, z: float) -> Interval:
    effective = mean * (1 - mean) / variance if variance > 0 else count
    centre = (mean + z * z / (2 * effective)) / (1 + z * z / effective)
    spread = mean * (1 - mean) / effective + (z / (2 * effective)) ** 2
    half = z / (1 + z * z / effective) * math.sqrt(spread)
    return Interval(mean, max(0.0, min(centre - half, mean)), min(1.0, max(centre + half, mean)))


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The mean of independent values with Student's interval; without bounds for fewer than two."""
    if not values:
        return Interval(0.0, -math.inf, math.inf)
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return Interval(mean, -math.inf, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    t = float(stats.t.ppf((1 + confidence) / 2, len(values) - 1))
    half = t * math.sqrt(variance / len(values))
    return Interval(mean, mean - half, mean + half)


def elo(score: float) -> float:
    """The rating difference at which this score is expected."""
    return ELO_SCALE * math.log(score / (1 - score))


def expected_score(difference: float) -> float:
    """The score expected at this rating difference."""
    return 1 / (1 + math.exp(-difference / ELO_SCALE))


def elo_interval(score: Interval, blocks: int) -> Interval:
    """The Elo difference, finite also when every game was won: as if half a block were drawn.

    Bounds reach further than that, to the last that Jeffreys' interval holds after so many blocks
    without a loss: two wins are no proof that nobody could be weaker.
    """
    margin = 0.25 / (blocks + 0.5)
    edge = float(stats.beta.ppf((1 - CONFIDENCE) / 2, 0.5, blocks + 0.5))
    value = elo(min(max(score.value, margin), 1 - margin))
    low, high = (elo(min(max(bound, edge), 1 - edge)) for bound in (score.low, score.high))
    return Interval(value, min(low, value), max(high, value))


class Sprt(NamedTuple):
    """A sequential test of two Elo differences: where it stands."""

    ratio: float
    """The log-likelihood ratio of the second hypothesis against the first."""
    low: float
    high: float

    @property
    def verdict(self) -> str | None:
        """Which hypothesis is accepted; None while it is open."""
        if self.ratio <= self.low:
            return "H0"
        return "H1" if self.ratio >= self.high else None


def sprt(blocks: Mapping[float, int], elo0: float, elo1: float, error: float = 0.05) -> Sprt:
    """Test H0 "the difference is elo0" against H1 "it is elo1" on counts of block scores.

    Both hypotheses take the likeliest distribution of block scores that has their mean.
    """
    low, high = math.log(error / (1 - error)), math.log((1 - error) / error)
    # A trace of every result, so that what has not yet happened stays possible.
    counts = {score / 4: 1e-3 for score in range(5)}
    for score, count in blocks.items():
        counts[score] = counts.get(score, 0) + count
    scores = np.array(sorted(counts))
    weights = np.array([counts[score] for score in sorted(counts)])
    likeliest = [_likeliest(scores, weights, expected_score(e)) for e in (elo0, elo1)]
    ratio = float(np.sum(weights * (np.log(likeliest[1]) - np.log(likeliest[0]))))
    return Sprt(ratio, low, high)


def _likeliest(scores: Floats, weights: Floats, mean: float) -> Floats:
    """The maximum-likelihood distribution over these scores with this mean."""
    share = weights / weights.sum()
    away = scores - mean

    def excess(tilt: float) -> float:
        return float(np.sum(share * away / (1 + tilt * away)))

    edge = 1e-9
    root = optimize.brentq(excess, -1 / away.max() + edge, -1 / away.min() - edge)
    return np.asarray(share / (1 + root * away), dtype=np.float64)


class BlockResults(NamedTuple):
    """All blocks of one pairing: points of the first bot in each, and the games in each."""

    first: int
    second: int
    points: Floats
    games: Floats


def ratings(
    players: int, pairings: Sequence[BlockResults], samples: int = 400, seed: int = 1
) -> list[Interval]:
    """Bradley–Terry ratings on the Elo scale, mean 0, with a Bayesian bootstrap over blocks.

    One drawn game a pair keeps the ratings finite. In every sample blocks have random weights, and
    half a block won and half a block lost are among them: where all results were alike, a
    plain bootstrap would draw the same again and again, and its interval would be a point.
    """
    rng = np.random.default_rng(seed)
    won = np.zeros((samples + 1, players, players))
    for first, second, points, games in pairings:
        if first == second:
            continue
        won[0, first, second] += points.sum() + 0.5
        won[0, second, first] += (games - points).sum() + 0.5
        results, counts = np.unique(np.column_stack((points, games)), axis=0, return_counts=True)
        usual = games.mean()
        results = np.vstack((results, (usual, usual), (0.0, usual)))
        weights = rng.gamma(np.append(counts, (0.5, 0.5)), size=(samples, len(results)))
        weights *= len(points) / weights.sum(axis=1, keepdims=True)
        won[1:, first, second] += weights @ results[:, 0]
        won[1:, second, first] += weights @ (results[:, 1] - results[:, 0])
    fitted = _fit(won)
    low, high = np.percentile(fitted[1:], [2.5, 97.5], axis=0)
    return [
        Interval(float(value), float(min(a, value)), float(max(b, value)))
        for value, a, b in zip(fitted[0], low, high, strict=True)
    ]


def _fit(won: Floats, iterations: int = 60) -> Floats:
    """Newton's method on every sample at once; who met has won something of each other."""
    players = won.shape[1]
    played = won + won.transpose(0, 2, 1)
    strength = np.zeros(won.shape[:2])
    for _ in range(iterations):
        chance = 1 / (1 + np.exp(strength[:, None, :] - strength[:, :, None]))
        gradient = (won - played * chance).sum(axis=2)
        curvature = played * chance * (1 - chance)
        hessian = -curvature
        hessian += np.einsum("sij,ik->sik", curvature, np.eye(players)) + 1e-6 * np.eye(players)
        step = np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0]
        strength += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    centred = strength - strength.mean(axis=1, keepdims=True)
    return np.asarray(ELO_SCALE * centred, dtype=np.float64)
