"""Games that go on at random from a position, at the speed of the kernel."""

from __future__ import annotations

import random
from collections.abc import Mapping

from igroteka.contract import OVER
from igroteka.games.draughts.notation import Move
from igroteka.games.draughts.rules import Draughts
from igroteka.games.draughts.state import Position
from igroteka.games.draughts.view import DraughtsView


def kernel_playouts(
    game: Draughts, view: DraughtsView, rng: random.Random, games: int
) -> Mapping[Move, float]:
    """The mean share after each move.

    What kings walk about without a capture for 15 moves is a draw, whatever else the rules count.
    """
    position = view.sample(rng)
    assert isinstance(position, Position)
    return {
        move: _after(game, position.play(move), position.turn, rng, games)
        for move in position.actions()
    }


def _after(game: Draughts, state: Position, seat: int, rng: random.Random, games: int) -> float:
    if state.turn == OVER:
        return state.scores()[seat]
    from igroteka.games.draughts.kernel import playouts
    from igroteka.games.draughts.kernel.layout import padded, rules_of
    from igroteka.games.draughts.kernel.moves import move_stack

    place, rules = padded(game.variant, state.board), rules_of(game.variant)
    seed, walked = rng.getrandbits(32), state.clocks.man
    mean = playouts.play_randomly(*place, walked, rules, move_stack(), games, seed)
    return float(mean if state.turn == seat else 1 - mean)
