"""What block results say: Elo differences, sequential tests, ratings.

Blocks are independent, games inside a block are not, so everything here counts blocks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.basics.intervals import CONFIDENCE, Interval

Floats = npt.NDArray[np.float64]

ELO_SCALE = 400 / math.log(10)


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
    from scipy import stats  # a second and 60 MB, so only where it is needed

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
    from scipy import optimize  # as above

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
