"""Playing published experiments again, and a verdict for every figure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from igroteka.arena.match import Limits
from igroteka.arena.plan import Pairing, Plan
from igroteka.arena.results import Results
from igroteka.basics.experiments import Experiment, Figure, Measure, WinLossDraw
from igroteka.basics.intervals import Interval, score_interval
from igroteka.contract import Game
from igroteka.registry import make_game

CONFIDENCE = 0.999
"""Two samples of one truth differ by more than this once in a thousand figures."""
NEAR = 0.03
"""How far apart scores may be beyond chance for a table to be called close."""


class Verdict(NamedTuple):
    """A figure beside ours."""

    figure: Figure
    ours: WinLossDraw
    score: Interval
    deviation: float | None
    """Difference of the scores in standard errors; None where nothing was published."""
    chi_square: float = 0.0
    freedom: int = 0
    """Of its wins, losses and draws; 0 where they are too few to tell."""

    @property
    def p(self) -> float | None:
        """How often chance alone would set its outcomes so far apart; None if they can't tell."""
        return _tail(self.chi_square, self.freedom)

    @property
    def agrees(self) -> bool:
        """Whether chance explains the difference, of the score and of the outcomes."""
        if self.deviation is None:
            return True
        return abs(self.deviation) < _limit() and (self.p is None or self.p > 1 - CONFIDENCE)


class Word(StrEnum):
    """What is said of a table."""

    AGREES = "the table agrees"
    CLOSE = "close, but not the same program"
    DIFFERS = "the table DIFFERS"
    NOTHING = "the published curve gives no numbers to compare with"


class Judgement(NamedTuple):
    """An experiment beside ours: by its figures one by one, and by all of them together."""

    verdicts: Sequence[Verdict]

    @property
    def compared(self) -> list[Verdict]:
        """Those of which something was published."""
        return [verdict for verdict in self.verdicts if verdict.deviation is not None]

    @property
    def chi_square(self) -> float:
        """Of all outcomes together."""
        return sum(verdict.chi_square for verdict in self.compared)

    @property
    def freedom(self) -> int:
        """The degrees of freedom that go with it."""
        return sum(verdict.freedom for verdict in self.compared)

    @property
    def p(self) -> float | None:
        """How often chance alone would set the whole so far apart; None if it can't tell."""
        return _tail(self.chi_square, self.freedom)

    @property
    def outside(self) -> int:
        """Figures that chance does not explain one by one."""
        return sum(not verdict.agrees for verdict in self.compared)

    @property
    def allowed(self) -> int:
        """So many are outside by chance, except once in a thousand experiments."""
        from scipy import stats  # a second and 60 MB, so only where it is needed

        return int(stats.binom.ppf(CONFIDENCE, len(self.compared), 1 - CONFIDENCE))

    @property
    def distance(self) -> float:
        """How far apart the scores are beyond chance, as the root of the mean square."""
        excess = [
            (verdict.ours.score - published.score) ** 2 - _error(verdict.ours, published) ** 2
            for verdict in self.compared
            if (published := verdict.figure.published) is not None
        ]
        return math.sqrt(max(0.0, sum(excess) / len(excess)))

    @property
    def word(self) -> Word:
        """The verdict: by the figures, by the whole, and how far apart they are if not the same."""
        if not self.compared:
            return Word.NOTHING
        if self.outside <= self.allowed and (self.p is None or self.p > 1 - CONFIDENCE):
            return Word.AGREES
        return Word.CLOSE if self.distance <= NEAR else Word.DIFFERS


def experiment_plan(experiment: Experiment, game_name: str, games: int | None, seed: int) -> Plan:
    """The plan of an experiment: one pairing a figure."""
    game: Game = make_game(game_name, experiment.options)
    make = Pairing.rotating if experiment.alternating else Pairing.fixed
    pairings = tuple(make((figure.first, figure.second)) for figure in experiment.figures)
    count = games or experiment.games
    return Plan(game, pairings, (count,) * len(pairings), seed, Limits())


def judge(experiment: Experiment, results: Results) -> Judgement:
    """Every figure of a played experiment beside what was published."""
    verdicts = []
    for figure, pairing in zip(experiment.figures, results.pairings, strict=True):
        ours = WinLossDraw(pairing.wins[0], pairing.wins[1], pairing.draws)
        score = score_interval(pairing.block_scores, pairing.block_games)
        if figure.published is None:
            verdicts.append(Verdict(figure, ours, score, None))
            continue
        apart = deviation(ours, figure.published)
        verdicts.append(Verdict(figure, ours, score, apart, *chi_square(ours, figure.published)))
    return Judgement(verdicts)


def measured(experiment: Experiment, results: Results) -> Sequence[Measure]:
    """What else was counted in a played experiment, beside what was published."""
    if experiment.measures is None:
        return ()
    return experiment.measures([(game.players, game.seeds) for game in results.lines])


def deviation(ours: WinLossDraw, theirs: WinLossDraw) -> float:
    """The difference of two scores in standard errors of the difference."""
    error = _error(ours, theirs)
    return (ours.score - theirs.score) / error if error else 0.0


def _error(ours: WinLossDraw, theirs: WinLossDraw) -> float:
    """The standard error of the difference of two scores of one truth."""
    pooled = WinLossDraw(*(a + b for a, b in zip(ours, theirs, strict=True)))
    variance = (pooled.wins + pooled.draws / 4) / pooled.games - pooled.score**2
    return math.sqrt(max(variance, 0.0) * (1 / ours.games + 1 / theirs.games))


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


def _tail(chi: float, freedom: int) -> float | None:
    from scipy import stats  # as above

    return float(stats.chi2.sf(chi, freedom)) if freedom else None


def measure_agrees(measure: Measure) -> bool:
    """Whether chance explains the difference of a measure."""
    return abs(measure.deviation) < _limit()
