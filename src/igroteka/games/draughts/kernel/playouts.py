"""Games that go on at random from a position, compiled with Numba."""

from __future__ import annotations

import numpy as np

from igroteka.basics.compiling import njit
from igroteka.games.draughts.kernel.layout import KernelRules
from igroteka.games.draughts.kernel.moves import (
    FROM,
    TAKEN,
    TO,
    Moves,
    kings_after,
    legal_moves,
)

LONGEST_WALK = 30
"""Moves of either side with kings alone, and without a capture, after which it is a draw."""


@njit(cache=True)
def play_out(
    own: int, enemy: int, kings: int, down: int, quiet: int, rules: KernelRules, moves: Moves
) -> float:
    """What the side to move gets when both move at random: 1, 0, or a half for a draw."""
    mover = 0
    while quiet < LONGEST_WALK:
        count = legal_moves(own, enemy, kings, down, rules, moves, 0)
        if count == 0:
            return float(mover if not rules.loser_wins else 1 - mover)
        row = np.random.randint(0, count)
        walks = kings & moves[row, FROM] and not moves[row, TAKEN]
        quiet = quiet + 1 if walks else 0
        kings, left = kings_after(kings, moves, row), enemy & ~moves[row, TAKEN]
        own, enemy = left, (own & ~moves[row, FROM]) | moves[row, TO]
        down, mover = 1 - down, 1 - mover
    return 0.5


@njit(cache=True)
def play_randomly(
    own: int,
    enemy: int,
    kings: int,
    down: int,
    quiet: int,
    rules: KernelRules,
    moves: Moves,
    games: int,
    seed: int,
) -> float:
    """The mean of so many games that go on from the same position."""
    np.random.seed(seed)
    total = 0.0
    for _ in range(games):
        total += play_out(own, enemy, kings, down, quiet, rules, moves)
    return total / games
