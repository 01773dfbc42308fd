"""The substitution kernel against the clear strategies that it must equal."""

from __future__ import annotations

from itertools import count

from benchmarks.measuring import Figure, rate
from igroteka.arena.match import Match
from igroteka.basics.batch import Seeds
from igroteka.bots import make_player
from igroteka.registry import make_batch, make_game

PAIRS = (("random", "random"), ("short", "smart-random"), ("search(depth=4)", "adaptive(omega=10)"))


def figures() -> list[Figure]:
    """Games a second, 200 turns each, for pairs of different cost."""
    game = make_game("substitution", {"grammar": "classic-program"})
    found = []
    for names in PAIRS:
        players = [make_player(game.name, name) for name in names]
        batch = make_batch(game, players)
        assert batch is not None
        batch.scores([Seeds.of_game(0, 0, 2)])
        blocks = count()
        seeds = [[Seeds.of_game(next(blocks), 0, 2) for _ in range(200)] for _ in range(20)]
        rounds = iter(seeds * 1000)
        fast = rate(lambda: len(batch.scores(next(rounds))))  # noqa: B023 - called at once
        clear = rate(
            lambda: bool(Match(game, players, names, Seeds.of_game(next(blocks), 0, 2)).play())  # noqa: B023
        )
        what = f"substitution kernel, {' – '.join(names)}"
        found.append(Figure(what, "games/s", fast, "clear Python", clear))
    return found
