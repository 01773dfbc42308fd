"""What block results say: Elo differences, sequential tests, ratings.

Blocks are independent, games inside a block are not, so everything here counts blocks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.basics.intervals import CONFIDENCE, Interval, score_interval

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


def superiority(blocks: Sequence[float]) -> float:
    """The likelihood that the first of two is the better one, from its shares of blocks.

    Half a block won and half a block lost are among them, as for ratings.
    """
    count = len(blocks) + 1
    mean = (math.fsum(blocks) + 0.5) / count
    squares = math.fsum((share - mean) ** 2 for share in blocks)
    variance = (squares + ((1 - mean) ** 2 + mean**2) / 2) / count
    return (1 + math.erf((mean - 0.5) / math.sqrt(2 * variance / count))) / 2


def normalised_elo(blocks: Sequence[float], games: Sequence[float]) -> Interval | None:
    """How many deviations of a single game the score is from a half, on the scale of Elo.

    It tells how many games a test would take, whatever the share of draws. None where all blocks
    were alike. The bounds allow for the error of the deviation too, and for half a block won and
    half a block lost more; 0 is between them exactly where a half is in the score's interval.
    """
    from scipy import stats  # a second and 60 MB, so only where it is needed

    count = len(blocks)
    shares = np.array(blocks)
    deviation = float(shares.std(ddof=1)) if count > 1 else 0.0
    if deviation < 1e-9:
        return None
    value = float(shares.mean() - 0.5) / deviation
    more, weights = np.append(shares, (0.0, 1.0)), np.append(np.ones(count), (0.5, 0.5))
    mean = float(np.average(more, weights=weights))
    spread = math.sqrt(float(np.average((more - mean) ** 2, weights=weights)))
    away = (more - mean) / spread
    other = (mean - 0.5) / spread
    variance = float(np.average((away - other / 2 * (away**2 - 1)) ** 2, weights=weights))
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, count - 1)) * math.sqrt(variance / count)
    score = score_interval(blocks, games)
    # No share of 0…1 deviates by more than a half, so a mean that far from it is twice as many.
    low, high = min(value, other) - reach, max(value, other) + reach
    low = max(low, 2 * score.low - 1) if score.low > 0.5 else min(low, 0.0)
    high = min(high, 2 * score.high - 1) if score.high < 0.5 else max(high, 0.0)
    bounds = value, min(low, value), max(high, value)
    scale = 2 * ELO_SCALE / math.sqrt(math.fsum(games) / count)
    return Interval(*(scale * bound for bound in bounds))


class Hypotheses(NamedTuple):
    """What a sequential test is to decide: two Elo differences, and how often it may err."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often the second may be accepted where the first is true."""
    beta: float = 0.05
    """How often the first may be accepted where the second is true."""


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


def sprt(blocks: Mapping[float, int], tested: Hypotheses) -> Sprt:
    """Test H0 "the difference is elo0" against H1 "it is elo1" on counts of block scores.

    Both hypotheses take the likeliest distribution of block scores that has their mean: of a deal
    played both ways that of the five scores 0, ¼, ½, ¾ and 1. Half a block more is among them,
    partly won and partly lost so that it speaks for neither: where most blocks are drawn, the
    first few others scatter less than they will, and a test that believed them would err too often.
    """
    low = math.log(tested.beta / (1 - tested.alpha))
    high = math.log((1 - tested.beta) / tested.alpha)
    means = [expected_score(elo) for elo in tested[:2]]
    # What a loss tells against the second, among what a win and a loss tell together.
    won = math.log((1 - means[0]) / (1 - means[1])) * ELO_SCALE / (tested.elo1 - tested.elo0)
    counts = {0.0: (1 - won) / 2, 1.0: won / 2}
    for score, count in blocks.items():
        counts[score] = counts.get(score, 0) + count
    likeliest = [_likeliest(counts, mean) for mean in means]
    ratio = math.fsum(
        count * (math.log(second) - math.log(first))
        for count, first, second in zip(counts.values(), *likeliest, strict=True)
    )
    return Sprt(ratio, low, high)


def _likeliest(counts: Mapping[float, float], mean: float) -> list[float]:
    """The maximum-likelihood distribution over these scores with this mean."""
    from scipy import optimize  # as above

    total = math.fsum(counts.values())
    terms = [(count / total, score - mean) for score, count in counts.items()]

    def excess(tilt: float) -> float:
        return sum([share * away / (1 + tilt * away) for share, away in terms])

    edge = 1e-9
    aways = [away for _, away in terms]
    root = optimize.brentq(excess, -1 / max(aways) + edge, -1 / min(aways) - edge)
    return [share / (1 + root * away) for share, away in terms]


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
