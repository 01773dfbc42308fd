"""The worth of a quiet position, in hundredths of a man. Importing this imports Numba.

The weights are made by `weights.py`; a positive worth is good for the side to move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from igroteka.basics.compiling import njit
from igroteka.games.draughts.kernel.bitwise import lowest, popcount
from igroteka.games.draughts.kernel.layout import KernelRules
from igroteka.games.draughts.kernel.moves import shifted

Array = Any


class Weights(NamedTuple):
    """What pieces and features are worth."""

    patterned: int
    """1 if the patterns below are trained."""
    patterns: Array
    """For each block of eight squares and each way to fill it with men, its worth to white."""
    blocks: Array
    """For each block and each of its four rows, the place of the first of two squares."""
    ternary: Array
    """A mask of eight bits read as a number of base three."""
    men: Array
    """A man that goes up, by its square; a man that goes down has the turned square's."""
    kings: Array
    """A king, likewise."""
    last_bit: int
    """The highest bit of the padded board, by which squares are turned."""
    turn: int
    """Having the move."""
    scarcity: int
    """What a man's lead is worth more as pieces become fewer."""
    lone_kings: int
    """Having a king when the other side has none."""
    road: int
    """A king on the main road that the other side does not share."""
    reach: int
    """A free square next to a king."""
    sign: int
    """1, or −1 where losing everything wins."""


@njit(cache=True)
def side_worth(
    own: int, kings: int, empty: int, down: int, rules: KernelRules, weights: Weights
) -> int:
    """What the pieces of one side are worth on their squares."""
    total = 0
    men = own & ~kings
    while men:
        place = lowest(men)
        men &= men - 1
        total += weights.men[weights.last_bit - place if down else place]
    walking = own & kings
    while walking:
        king = walking & -walking
        place = lowest(walking)
        walking ^= king
        total += weights.kings[weights.last_bit - place if down else place]
        free = 0
        for direction in range(4):
            by = rules.step + (direction & 1)
            if shifted(king, by, direction >> 1) & empty:
                free += 1
        total += weights.reach * free
    return total


@njit(cache=True)
def pattern_worth(white_men: int, black_men: int, weights: Weights) -> int:
    """What the men's patterns are worth to white."""
    total = 0
    for block in range(weights.blocks.shape[0]):
        white = 0
        black = 0
        for row in range(4):
            place = weights.blocks[block, row]
            white |= ((white_men >> place) & 3) << (2 * row)
            black |= ((black_men >> place) & 3) << (2 * row)
        number = weights.ternary[white] + 2 * weights.ternary[black]
        total += weights.patterns[block, number]
    return total


@njit(cache=True)
def worth(own: int, enemy: int, kings: int, down: int, rules: KernelRules, weights: Weights) -> int:
    """The worth of a position to the side to move."""
    empty = rules.board & ~(own | enemy)
    total = side_worth(own, kings, empty, down, rules, weights)
    total -= side_worth(enemy, kings, empty, 1 - down, rules, weights)
    ahead = popcount(own) - popcount(enemy) + 2 * (popcount(own & kings) - popcount(enemy & kings))
    total += ahead * weights.scarcity // (2 + popcount(own | enemy))
    own_kings, enemy_kings = own & kings, enemy & kings
    if own_kings and not enemy_kings:
        total += weights.lone_kings
    elif enemy_kings and not own_kings:
        total -= weights.lone_kings
    if own_kings & rules.road and not enemy_kings & rules.road:
        total += weights.road
    elif enemy_kings & rules.road and not own_kings & rules.road:
        total -= weights.road
    if weights.patterned:
        if down:
            total -= pattern_worth(enemy & ~kings, own & ~kings, weights)
        else:
            total += pattern_worth(own & ~kings, enemy & ~kings, weights)
    return weights.sign * total + weights.turn
