"""Ratings where more than two play: Plackett and Luce's model of places, counted in blocks.

A player of strength w is next to be placed with the chance w / sum of those not yet placed. Players
who end level were placed in an order that nobody saw: the chance of such a result is the sum
over all orders that fit. So a game that names only its winner, or only its loser, is read exactly.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from igroteka.arena.statistics import ELO_SCALE, Floats
from igroteka.basics.intervals import CONFIDENCE, Interval

Points: TypeAlias = tuple[float, ...]
"""What each player of a set got in a game."""
Places: TypeAlias = tuple[tuple[int, ...], ...]
"""Players from the first place to the last, those who are level together."""

STEP = 1e-30
"""Along the imaginary axis, where a slope's derivative is read off without subtracting."""
FLAT = 1e-13
"""A bend a game that is only rounding: nothing changes where ratings all rise alike."""
NEAR = 1e-11
"""The last step of the fit, in logarithms of strength."""


class Meeting(NamedTuple):
    """All blocks of one set of players."""

    players: tuple[int, ...]
    blocks: Sequence[Sequence[Points]]

    def places(self, points: Points) -> Places:
        """Who ended where in a game of these points."""
        levels = sorted(set(points), reverse=True)
        return tuple(
            tuple(p for p, own in zip(self.players, points, strict=True) if own == level)
            for level in levels
        )

    def winners(self) -> list[Places]:
        """One result for each player who may win, the others level behind it."""
        return [
            ((player,), tuple(p for p in self.players if p != player)) for player in self.players
        ]


class Likelihood:
    """How likely each of several results is, given the strengths, and how it changes with them."""

    def __init__(self, players: int, results: Sequence[Places]) -> None:
        self.players = players
        self.results = list(results)
        shapes: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for number, places in enumerate(self.results):
            shapes[tuple(map(len, places))].append(number)
        self._shapes = [
            (shape, np.array(rows), np.array([sum(self.results[row], ()) for row in rows]))
            for shape, rows in shapes.items()
        ]

    def at(self, strengths: Floats) -> tuple[Floats, Floats]:
        """The logarithm of each result's chance, and its slope, by logarithms of strengths."""
        chances = np.zeros(len(self.results), strengths.dtype)
        slopes = np.zeros((len(self.results), self.players), strengths.dtype)
        weights = np.exp(strengths - strengths.real.max())
        for shape, rows, order in self._shapes:
            ordered = weights[order]
            begin = 0
            for size in shape[:-1]:
                chance, slope = _placed(ordered[:, begin:], size)
                chances[rows] += chance
                np.add.at(slopes, (rows[:, None], order[:, begin:]), slope)
                begin += size
        return chances, slopes

    def bend(self, strengths: Floats, counts: Floats) -> Floats:
        """How sharply the logarithm of the chance of so many results each bends down.

        Like the logarithm it is concave, so nothing here is below zero but by rounding.
        """
        rows = [
            -(counts @ self.at(strengths + 1j * STEP * side)[1]).imag / STEP
            for side in np.eye(self.players)
        ]
        bend = np.array(rows)
        return np.asarray((bend + bend.T) / 2, dtype=np.float64)


def _placed(weights: Floats, size: int) -> tuple[Floats, Floats]:
    """That the first so many columns are placed before the others, in whatever order.

    The logarithm of the chance, and its slope by the logarithm of each weight. Sets of those who
    are placed already are written as bits; every order is a way through these sets.
    """
    full = (1 << size) - 1
    bits = [[column for column in range(size) if taken >> column & 1] for taken in range(full + 1)]
    # What is left is summed, not subtracted: the weak are lost beside the strong.
    others = weights[:, size:].sum(axis=1)
    left = [others + weights[:, bits[full ^ taken]].sum(axis=1) for taken in range(full + 1)]
    reached = [np.ones_like(others)]
    for taken in range(1, full + 1):
        ways = (
            reached[taken ^ 1 << last] * weights[:, last] / left[taken ^ 1 << last]
            for last in bits[taken]
        )
        reached.append(np.sum(list(ways), axis=0))
    onward = [np.ones_like(others)] * (full + 1)
    slope = np.zeros_like(weights)
    slope[:, :size] = 1.0
    for taken in reversed(range(full)):
        ways = (onward[taken | 1 << column] * weights[:, column] for column in bits[full ^ taken])
        onward[taken] = np.sum(list(ways), axis=0) / left[taken]
        passed = reached[taken] * onward[taken] / reached[full] / left[taken]
        waiting = [*bits[full ^ taken], *range(size, weights.shape[1])]
        slope[:, waiting] -= passed[:, None] * weights[:, waiting]
    return np.log(reached[full]), slope


def place_ratings(players: int, meetings: Sequence[Meeting]) -> list[Interval]:
    """Ratings of mean 0: with 400 more it is ten to one to be placed before the other.

    The likeliest ones with one game more a set, won equally by all, which keeps them finite.
    Intervals are from the scatter of blocks, so games of one block need not be independent.
    """
    from scipy import stats  # a second and 60 MB, so only where it is needed

    likelihood, counts = _counted(players, meetings)
    fitted = _likeliest(likelihood, counts)
    spread = _covariance(fitted, likelihood, counts, meetings)
    freedom = max(sum(len(each.blocks) for each in meetings) - len(meetings), 1)
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, freedom))
    return [
        Interval(*(ELO_SCALE * (value + side * reach * math.sqrt(variance)) for side in (0, -1, 1)))
        for value, variance in zip(
            fitted.tolist(), np.maximum(np.diag(spread), 0.0).tolist(), strict=True
        )
    ]


def _counted(players: int, meetings: Sequence[Meeting]) -> tuple[Likelihood, Floats]:
    """All different results with how often each was seen, the game more among them."""
    seen: Counter[Places] = Counter()
    weights: dict[Places, float] = defaultdict(float)
    for meeting in meetings:
        points = Counter(game for block in meeting.blocks for game in block)
        for each, count in points.items():
            seen[meeting.places(each)] += count
        for places in meeting.winners():
            weights[places] += 1 / len(meeting.players)
    results = sorted({*seen, *weights})
    counts = np.array([seen[places] + weights.get(places, 0.0) for places in results])
    return Likelihood(players, results), counts


def _likeliest(likelihood: Likelihood, counts: Floats, iterations: int = 100) -> Floats:
    """The strengths of mean 0 at which such counts are likeliest.

    Newton's method; a step after which it would be as steep the other way is halved.
    """
    fitted = np.zeros(likelihood.players)
    slope = counts @ likelihood.at(fitted)[1]
    for _ in range(iterations):
        step = _inverse(likelihood.bend(fitted, counts), counts.sum()) @ slope
        step /= max(1.0, float(np.abs(step).max()))
        rise = float(slope @ step)
        slope = counts @ likelihood.at(fitted + step)[1]
        while float(slope @ step) < -rise / 2 and float(np.abs(step).max()) > NEAR:
            step, rise = step / 2, rise / 2
            slope = counts @ likelihood.at(fitted + step)[1]
        fitted = fitted + step
        if float(np.abs(step).max()) <= NEAR:
            break
    return np.asarray(fitted - fitted.mean(), dtype=np.float64)


def _inverse(bend: Floats, games: float) -> Floats:
    """Seen only along the directions in which so many games bend."""
    values, vectors = np.linalg.eigh(bend)
    bent = values > FLAT * games
    return np.asarray(vectors[:, bent] / values[bent] @ vectors[:, bent].T, dtype=np.float64)


def _covariance(
    fitted: Floats, likelihood: Likelihood, counts: Floats, meetings: Sequence[Meeting]
) -> Floats:
    """The sandwich: how blocks scatter, seen through how sharply the likelihood bends.

    It is widened for few blocks, to which the ratings were fitted.
    """
    players = likelihood.players
    inverse = _inverse(likelihood.bend(fitted, counts), counts.sum())
    slopes = dict(zip(likelihood.results, likelihood.at(fitted)[1], strict=True))
    scatter = sum(_scatter(meeting, slopes) for meeting in meetings)
    blocks, fitting = sum(len(each.blocks) for each in meetings), players - 1
    widened = blocks / (blocks - fitting) if blocks > 2 * fitting else 1.0
    return np.asarray(widened * (inverse @ scatter @ inverse), dtype=np.float64)


def _scatter(meeting: Meeting, slopes: dict[Places, Floats]) -> Floats:
    """How far the blocks of a set pull apart; one block alone is judged by its games.

    The game more is in it, so that blocks which all went alike are not believed to stay so.
    """
    of_points = {
        points: slopes[meeting.places(points)] for block in meeting.blocks for points in block
    }
    blocks = np.array([sum(of_points[game] for game in block) for block in meeting.blocks])
    count = len(blocks)
    if count > 1:
        away = blocks - blocks.mean(axis=0)
        scatter = away.T @ away * count / (count - 1)
    else:
        games = np.array([of_points[game] for block in meeting.blocks for game in block])
        scatter = games.T @ games
    more = np.array([slopes[places] for places in meeting.winners()])
    return np.asarray(scatter + more.T @ more / len(more), dtype=np.float64)
