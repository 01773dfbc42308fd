"""What the arena costs: a tournament through plans, workers and records against bare kernels."""

from __future__ import annotations

import time

from benchmarks.measuring import Figure
from igroteka.arena.executors import process_pool
from igroteka.arena.plan import tournament_plan
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.tournament_result import TournamentResult
from igroteka.arena.worker import kernel
from igroteka.basics.batch import Seeds
from igroteka.registry import make_game

BOTS = (
    "random",
    "smart-random",
    "better-smart-random",
    "stupid-short",
    "short",
    "search(depth=1)",
    "search(depth=4)",
    "adaptive(omega=10)",
)
GAMES = 250


def figures() -> list[Figure]:
    """The tournament of eight strategies, 200 turns, on one worker and bare."""
    game = make_game("substitution", {"grammar": "classic-program"})
    plan = tournament_plan(game, BOTS, GAMES, seed=1, self_play=True)
    for first in BOTS:
        batch = kernel(game, (first, first))
        assert batch is not None
        batch.scores([Seeds.of_game(0, 0, 2)])
    begun = time.perf_counter()
    for first in BOTS:
        for second in BOTS:
            batch = kernel(game, (first, second))
            assert batch is not None
            batch.scores([Seeds.of_game(number, 0, 2) for number in range(GAMES)])
    bare = time.perf_counter() - begun
    begun = time.perf_counter()
    result = TournamentResult(plan)
    with RunFile(plan) as file:
        for played in play_plan(plan, file, lambda: process_pool(1), 1):
            result.add(played)
        file.finish()
    arena = time.perf_counter() - begun
    what = "tournament of eight strategies, one worker"
    return [Figure(what, "games/s", plan.total / arena, "bare kernel", plan.total / bare)]
