"""The published match, to be played again."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, pstdev

from igroteka.basics.experiments import Experiment, Figure, Games, Measure, Published, WinLossDraw
from igroteka.games.durak.batch import kernel_batch
from igroteka.games.durak.bots.simple import Greedy, MPlayer1
from igroteka.games.durak.rules import Durak

OPTIONS = {"first": "alternate"}
BOTS = ("mplayer1", "greedy")
GAMES = 10_000
CARDS_LEFT = (26_660, 37_778)
"""Cards in the losers' hands, when `mplayer1` lost and when `greedy` lost."""


def cards_left(games: Games) -> tuple[list[int], list[int]]:
    """Cards left with `mplayer1` and with `greedy` after each of these games."""
    game = Durak.configure(OPTIONS)
    left: tuple[list[int], list[int]] = ([], [])
    for bots, players in ((BOTS, (MPlayer1(), Greedy())), (BOTS[::-1], (Greedy(), MPlayer1()))):
        batch = kernel_batch(game, players)
        assert batch is not None
        for result in batch.results([seeds for seated, seeds in games if seated == bots]):
            for bot, count in zip(bots, result.left, strict=True):
                left[BOTS.index(bot)].append(count)
    return left


def measures(games: Games) -> list[Measure]:
    """The cards left with the losers, as many as in the published number of games."""
    found = []
    for bot, left, theirs in zip(BOTS, cards_left(games), CARDS_LEFT, strict=True):
        spread = pstdev(left) * GAMES * sqrt(1 / len(left) + 1 / GAMES)
        name = f"cards left with {bot} when it lost, per {GAMES:,} games"
        found.append(Measure(name, fmean(left) * GAMES, theirs, spread))
    return found


EXPERIMENTS: Sequence[Experiment] = (
    Experiment(
        "match",
        "mplayer1 against greedy, two players, 36 cards, the first attack shared evenly",
        OPTIONS,
        GAMES,
        [Figure(*BOTS, WinLossDraw(6072, 3742, 186))],
        "mplayer1 is played as it really ran, slips included. Against greedy-careful, which only "
        "spares its trumps, it scores little more than half, so it is no yardstick of strength.",
        alternating=True,
        measures=measures,
    ),
)

PUBLISHED = Published(EXPERIMENTS, ("match",))
