"""How actions fare when the game then goes on at random: the simulator for who writes a bot."""

from __future__ import annotations

import random
from collections.abc import Mapping

from igroteka.basics.points import seat_sides, side_points
from igroteka.basics.randomness import draw
from igroteka.contract import CHANCE, OVER, Action, Game, IgrotekaError, State, View
from igroteka.registry import fast_playouts
from igroteka.text import Text


def playouts(
    game: Game, view: View, rng: random.Random, games: int = 100
) -> Mapping[Action, float]:
    """For each of `view.actions()` the mean share of the points of its seat, from 0 to 1.

    So many games are played from each action to their ends, all seats at random, from positions
    that fit the view and are drawn anew for every game; all actions get the same ones. Where the
    game has a kernel for it, as durak and draughts, that plays hundreds of times as fast as the
    rules do.
    Raises `IgrotekaError` for a view whose seat is not to decide.
    """
    if games < 1 or not view.actions():
        raise IgrotekaError(Text("a playout needs a game at least, and a seat that is to decide"))
    return fast_playouts(game, view, rng, games) or by_the_rules(game, view, rng, games)


def by_the_rules(
    game: Game, view: View, rng: random.Random, games: int = 100
) -> Mapping[Action, float]:
    """The same, for any game."""
    assert view.seat is not None
    actions, side = view.actions(), seat_sides(game)[view.seat]
    sums = dict.fromkeys(actions, 0.0)
    for _ in range(games):
        position = view.sample(rng)
        for action in actions:
            sums[action] += side_points(game, _end(position.play(action), rng).scores())[side]
    return {action: total / games for action, total in sums.items()}


def _end(state: State, rng: random.Random) -> State:
    while state.turn != OVER:
        chances = state.turn == CHANCE
        state = state.play(draw(state.chances(), rng) if chances else rng.choice(state.actions()))
    return state
