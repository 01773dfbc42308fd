"""The published match, to be played again."""

from __future__ import annotations

from collections.abc import Sequence

from igroteka.basics.batch import Seeds
from igroteka.basics.experiments import Experiment, Figure, Published, WinLossDraw
from igroteka.basics.randomness import derive
from igroteka.games.durak.batch import kernel_batch
from igroteka.games.durak.bots.simple import Greedy, MPlayer1
from igroteka.games.durak.rules import Durak

OPTIONS = {"first": "alternate"}
BOTS = ("mplayer1", "greedy")
GAMES = 10_000
CARDS_LEFT = (26_660, 37_778)
"""Cards in the losers' hands, when `mplayer1` lost and when `greedy` lost."""

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
    ),
)


def cards_left(games: int = GAMES, seed: int = 1) -> tuple[int, int]:
    """Cards left with the losers, `mplayer1` and `greedy`, in the games of the experiment."""
    game = Durak.configure(OPTIONS)
    left = [0, 0]
    for swapped in (False, True):
        players = (Greedy(), MPlayer1()) if swapped else (MPlayer1(), Greedy())
        batch = kernel_batch(game, players)
        assert batch is not None
        blocks = range((games + (not swapped)) // 2)
        seeds = [Seeds.of_game(derive(seed, *BOTS, block), int(swapped), 2) for block in blocks]
        for result in batch.results(seeds):
            for seat, count in enumerate(result.left):
                left[seat ^ swapped] += count
    return left[0], left[1]


def appendix(games: int | None, seed: int) -> str:
    """What the match printed beyond the outcome of its games."""
    played = games or GAMES
    ours = [count * GAMES / played for count in cards_left(played, seed)]
    per_loser = (
        f"{bot} {mine:,.0f} (published {theirs:,})"
        for bot, mine, theirs in zip(BOTS, ours, CARDS_LEFT, strict=True)
    )
    return f"Cards left with the loser, per {GAMES:,} games: " + ", ".join(per_loser)


PUBLISHED = Published(EXPERIMENTS, ("match",), appendix)
