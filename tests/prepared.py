"""Compiles the kernels of all games, run before the tests: every worker would do it for itself."""

from __future__ import annotations

from igroteka.basics.batch import Seeds
from igroteka.basics.kernels import is_prepared
from igroteka.bots import make_player
from igroteka.registry import game_names, kernel, make_batch, make_game
from igroteka.tables.warming import prepare


def _prepare(name: str) -> None:
    """All that a table needs, and whole games at speed."""
    game = make_game(name, {})
    batch = make_batch(game, [make_player(name, "random") for _ in range(game.seats)])
    if batch is not None:
        batch.scores([Seeds.of_game(0, 0, game.seats)])
    prepare(name)


if __name__ == "__main__":
    for each in game_names():
        needed = kernel(each)
        if needed is not None and not is_prepared(needed.package):
            _prepare(each)
