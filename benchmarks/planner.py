"""The planner against every published strategy: `python -m benchmarks.planner [GAMES]`."""

from __future__ import annotations

import sys
import time

from benchmarks.arena import BOTS
from igroteka.arena.plan import match_plan
from igroteka.arena.results import MatchResult
from igroteka.cli.run_plan import run
from igroteka.registry import make_game

GRAMMARS = (
    "classic",
    "classic-program",
    "low-start",
    "trap",
    "five-groups",
    "nine-groups",
    "thirteen-groups",
)
OPPONENTS = (
    *BOTS,
    "adaptive(omega=10, finish=short)",
    "mixed(1,1,1,1)",
    "mixed(1581,1177,2706,2263)",
)


def main(games: int) -> None:
    """Print the planner's score in every match, 200 turns, each sequence of dice both ways."""
    print(f"| {games} games, seed 1 | {' | '.join(GRAMMARS)} |")
    print("|---" * (len(GRAMMARS) + 1) + "|")
    begun = time.perf_counter()
    for opponent in OPPONENTS:
        scores = []
        for grammar in GRAMMARS:
            game = make_game("substitution", {"grammar": grammar, "turns": "200"})
            result = MatchResult(match_plan(game, ["planner", opponent], games, seed=1))
            run(result.plan, result)
            scores.append(f"{result.score.value:.3f}")
        print(f"| `{opponent}` | {' | '.join(scores)} |", flush=True)
    spent = time.perf_counter() - begun
    decided = games * len(GRAMMARS) * len(OPPONENTS) * 200
    print(
        f"\n{1e6 * spent / decided:.0f} µs a planner's turn, its opponent's and the arena included"
    )


main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
