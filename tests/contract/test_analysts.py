"""What every bot that can analyse keeps: its values are shares of the points, from 0 to 1."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.contract import Action, Player, View
from igroteka.registry import bot_classes, game_names, make_game
from igroteka.study.review import chosen_adviser
from tests.contract.playing import TABLES, label, make, walk

FAST = {
    "mcts": "mcts(iterations=20)",
    "master": "master(iterations=20)",
    "engine": "engine(depth=2)",
    "monte-carlo": "monte-carlo(samples=2,calls=2)",
}
"""The same bots with less to think about."""
POSITIONS = 4
IN_EVERY_RUN = 3
"""Of so many sets of options one."""


def analysts(game: str) -> list[str]:
    """The bots of a game that can analyse."""
    found = bot_classes(game).items()
    return [FAST.get(name, name) for name, bot in found if bot.analyse is not Player.analyse]


@pytest.mark.parametrize(
    ("table", "bot"),
    [
        pytest.param(table, bot, marks=pytest.mark.slow if place % IN_EVERY_RUN else ())
        for place, table in enumerate(TABLES)
        for bot in analysts(table[0])
    ],
    ids=lambda each: each if isinstance(each, str) else label(each),
)
def test_values_are_shares_and_depend_on_the_view_and_the_stream_alone(
    table: tuple[str, Mapping[str, str]], bot: str
) -> None:
    game = make(table)
    chosen = [state for state, _ in walk(game, 1) if state.turn >= 0 and len(state.actions()) > 1]
    for state in chosen[:: max(1, len(chosen) // POSITIONS)]:
        view = state.view(state.turn)
        values = analysed(table, bot, view)
        assert {action for action, _ in values} <= set(state.actions())
        assert len({action for action, _ in values}) == len(values)
        assert all(0 <= value <= 1 for _, value in values)
        assert analysed(table, bot, view) == values


def analysed(
    table: tuple[str, Mapping[str, str]], bot: str, view: View
) -> list[tuple[Action, float]]:
    """What a new player of this kind thinks of a position."""
    player = make_player(table[0], bot)
    assert view.seat is not None
    player.patience = math.inf
    player.start(make(table), view.seat, Stream(7))
    try:
        return list(player.analyse(view))
    finally:
        player.close()


@pytest.mark.parametrize("name", game_names())
def test_the_adviser_of_a_game_can_analyse(name: str) -> None:
    game = make_game(name, {})
    assert game.adviser is None or chosen_adviser(game).bot == game.adviser
