"""Counting the move tree at speed: the last move is counted without being made.

Importing this imports Numba.
"""

from __future__ import annotations

from igroteka.basics.compiling import njit
from igroteka.games.draughts.kernel.bitwise import popcount
from igroteka.games.draughts.kernel.layout import AT_ONCE, KernelRules
from igroteka.games.draughts.kernel.moves import (
    FROM,
    TAKEN,
    TO,
    Moves,
    captures,
    capturing_men,
    has_capture,
    jumped,
    kings_after,
    legal_moves,
    shifted,
)


@njit(cache=True)
def count_quiet(own: int, enemy: int, kings: int, down: int, rules: KernelRules) -> int:
    """How many moves take nothing."""
    empty = rules.board & ~(own | enemy)
    men = own & ~kings
    count = popcount(shifted(men, rules.step, down) & empty)
    count += popcount(shifted(men, rules.step + 1, down) & empty)
    walking = own & kings
    while walking:
        king = walking & -walking
        walking ^= king
        for direction in range(4):
            by = rules.step + (direction & 1)
            to = shifted(king, by, direction >> 1)
            while to & empty:
                count += 1
                if not rules.flying:
                    break
                to = shifted(to, by, direction >> 1)
    return count


@njit(cache=True)
def count_single_jumps(men: int, enemy: int, empty: int, down: int, rules: KernelRules) -> int:
    """How many captures men have if all of them end after one jump; -1 if one goes on."""
    above = enemy & -(rules.backward | (1 - down))
    below = enemy & -(rules.backward | down)
    up_right = jumped(men, above, empty, rules.step, 0)
    up_left = jumped(men, above, empty, rules.step + 1, 0)
    down_right = jumped(men, below, empty, rules.step, 1)
    down_left = jumped(men, below, empty, rules.step + 1, 1)
    landed = up_right | up_left | down_right | down_left
    if not landed:
        return 0
    if landed & (rules.bottom if down else rules.top) and rules.promotion == AT_ONCE:
        return -1
    if capturing_men(landed, enemy, empty, down, rules):
        return -1
    return popcount(up_right) + popcount(up_left) + popcount(down_right) + popcount(down_left)


@njit(cache=True)
def count_legal(
    own: int, enemy: int, kings: int, down: int, rules: KernelRules, moves: Moves, first: int
) -> int:
    """How many legal moves there are; only captures that go on are written out."""
    empty = rules.board & ~(own | enemy)
    if own & kings:
        if has_capture(own, enemy, kings, down, rules):
            return captures(own, enemy, kings, down, rules, moves, first) - first
        return count_quiet(own, enemy, kings, down, rules)
    count = count_single_jumps(own, enemy, empty, down, rules)
    if count > 0:
        return count
    if count < 0:
        return captures(own, enemy, kings, down, rules, moves, first) - first
    count = popcount(shifted(own, rules.step, down) & empty)
    return count + popcount(shifted(own, rules.step + 1, down) & empty)


@njit(cache=True)
def count_replies(
    own: int, enemy: int, kings: int, down: int, rules: KernelRules, moves: Moves, first: int
) -> int:
    """Leaves two moves deep where no own piece is a king and nothing can be taken."""
    empty = rules.board & ~(own | enemy)
    last = rules.bottom if down else rules.top
    leaves = 0
    for by in range(rules.step, rules.step + 2):
        targets = shifted(own, by, down) & empty
        while targets:
            to = targets & -targets
            targets ^= to
            moved = own ^ to ^ shifted(to, by, 1 - down)
            crowns = kings | (to & last)
            leaves += count_legal(enemy, moved, crowns, 1 - down, rules, moves, first)
    return leaves


@njit(cache=True)
def count_leaves(
    own: int,
    enemy: int,
    kings: int,
    down: int,
    depth: int,
    rules: KernelRules,
    moves: Moves,
    first: int,
) -> int:
    """Leaves of the move tree, at least one move deep; the last move is counted, not made."""
    if depth == 1:
        return count_legal(own, enemy, kings, down, rules, moves, first)
    empty = rules.board & ~(own | enemy)
    if depth == 2 and not own & kings and not capturing_men(own, enemy, empty, down, rules):
        return count_replies(own, enemy, kings, down, rules, moves, first)
    count = legal_moves(own, enemy, kings, down, rules, moves, first)
    leaves = 0
    for row in range(first, count):
        leaves += count_leaves(
            enemy & ~moves[row, TAKEN],
            (own & ~moves[row, FROM]) | moves[row, TO],
            kings_after(kings, moves, row),
            1 - down,
            depth - 1,
            rules,
            moves,
            count,
        )
    return leaves
