"""Playing published experiments again, and a verdict for every figure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from igroteka.arena.match import Limits
from igroteka.arena.plan import Pairing, Plan
from igroteka.arena.results import Results
from igroteka.basics.experiments import Experiment, Figure, WinLossDraw
from igroteka.basics.intervals import Interval, score_interval
from igroteka.contract import Game
from igroteka.registry import make_game

CONFIDENCE = 0.999
"""Two samples of one truth differ by more than this once in a thousand figures."""


class Verdict(NamedTuple):
    """A figure beside ours."""

    figure: Figure
    ours: WinLossDraw
    score: Interval
    deviation: float | None
    """Difference of the scores in standard errors; None where nothing was published."""

    @property
    def agrees(self) -> bool:
        """Whether chance explains the difference."""
        return self.deviation is None or abs(self.deviation) < _limit()


class Judgement(NamedTuple):
    """An experiment beside ours, as a whole."""

    verdicts: Sequence[Verdict]
    chi_square: float
    freedom: int

    @property
    def outside(self) -> int:
        """Figures that chance does not explain one by one."""
        return sum(not verdict.agrees for verdict in self.verdicts)

    @property
    def allowed(self) -> int:
        """So many are outside by chance, except once in a thousand experiments."""
        from scipy import stats  # a second and 60 MB, so only where it is needed

        return int(stats.binom.ppf(CONFIDENCE, len(self.verdicts), 1 - CONFIDENCE))

    @property
    def agrees(self) -> bool:
        """Whether the experiment as a whole agrees."""
        return self.outside <= self.allowed


def experiment_plan(experiment: Experiment, game_name: str, games: int | None, seed: int) -> Plan:
    """The plan of an experiment: one pairing a figure."""
    game: Game = make_game(game_name, experiment.options)
    make = Pairing.rotating if experiment.alternating else Pairing.fixed
    pairings = tuple(make((figure.first, figure.second)) for figure in experiment.figures)
    count = games or experiment.games
    return Plan(game, pairings, (count,) * len(pairings), seed, Limits())


def judge(experiment: Experiment, results: Results) -> Judgement:
    """Every figure of a played experiment beside what was published."""
    verdicts, total, freedom = [], 0.0, 0
    for figure, pairing in zip(experiment.figures, results.pairings, strict=True):
        ours = WinLossDraw(pairing.wins[0], pairing.wins[1], pairing.draws)
        score = score_interval(pairing.block_scores, pairing.block_games)
        if figure.published is None:
            verdicts.append(Verdict(figure, ours, score, None))
            continue
        verdicts.append(Verdict(figure, ours, score, deviation(ours, figure.published)))
        chi, degrees = chi_square(ours, figure.published)
        total, freedom = total + chi, freedom + degrees
    return Judgement(verdicts, total, freedom)


def deviation(ours: WinLossDraw, theirs: WinLossDraw) -> float:
    """The difference of two scores in standard errors of the difference."""
    pooled = WinLossDraw(*(a + b for a, b in zip(ours, theirs, strict=True)))
    variance = (pooled.wins + pooled.draws / 4) / pooled.games - pooled.score**2
    error = math.sqrt(max(variance, 0.0) * (1 / ours.games + 1 / theirs.games))
    return (ours.score - theirs.score) / error if error else 0.0


def chi_square(ours: WinLossDraw, theirs: WinLossDraw) -> tuple[float, int]:
    """Pearson's statistic for "both are samples of one truth", with its degrees of freedom.

    Outcomes too rare for it, below five expected games in one of the samples, are left out.
    """
    total, kinds = 0.0, 0
    for a, b in zip(ours, theirs, strict=True):
        shares = [(a + b) * sample.games / (ours.games + theirs.games) for sample in (ours, theirs)]
        if min(shares) < 5:
            continue
        kinds += 1
        total += sum((seen - due) ** 2 / due for seen, due in zip((a, b), shares, strict=True))
    return (total, kinds - 1) if kinds > 1 else (0.0, 0)


def _limit() -> float:
    from scipy import stats  # as above

    return float(stats.norm.ppf((1 + CONFIDENCE) / 2))
