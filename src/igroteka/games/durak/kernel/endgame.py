"""Exact play of two-player endgames in which nothing is hidden: memoised alpha-beta.

Values are those of seat 0: 1 a win, 0 a draw, -1 a loss. The game has no cycles but for chains of
transfers, so depth and the number of positions are bounded, and beyond the bounds nothing is told.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from igroteka.basics.compiling import njit
from igroteka.games.durak.kernel.engine import (
    ATTACK,
    ATTACKER,
    ATTACKS,
    BEATS,
    END,
    FIRST,
    FOOLS,
    HAND,
    LIMIT,
    LYING,
    NEXT,
    OVER,
    SHOWN,
    SIZE,
    STOCK,
    TAKING,
    TRUMP,
    TURN,
    copy,
    moves,
    play,
)

DEPTH = 200
USED = STOCK + 1
"""Of a position's array so much is in use when at most one card is left to draw."""
MEMORY = 1 << 18
MOST_MOVES = 64
UNKNOWN = 9
"""The value of a position that was not solved within the bounds."""


@njit(cache=True, inline="always")
def _mixed(word):
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True)
def _key(place):
    """A number that differs between positions that play on differently."""
    rest = place[TURN] | place[ATTACKER] << 1 | place[TAKING] << 2 | place[FIRST] << 3
    rest |= (place[LIMIT] - place[ATTACKS]) << 4 | (place[BEATS] != 0) << 8
    rest |= (place[END] - place[NEXT]) << 9
    for number in range(place[BEATS], place[ATTACKS]):
        rest = rest << 6 ^ (place[ATTACK + number] + 1) ^ rest >> 50
    key = _mixed(np.uint64(place[HAND]) + np.uint64(0x9E3779B97F4A7C15))
    key = _mixed(key ^ np.uint64(place[HAND + 1]))
    key = _mixed(key ^ np.uint64(place[LYING]))
    return _mixed(key ^ np.uint64(rest) ^ np.uint64(place[SHOWN]) << np.uint64(11))


@njit(cache=True)
def order(place, found, count):
    """Sort the moves: low plain cards first, then trumps, then the moves without a card."""
    trump = place[TRUMP] & 3
    sorted_count = 0
    for wanted in range(2):
        for number in range(sorted_count, count):
            move = found[number]
            plain = move < 64 and (move & 3) != trump
            if plain or (wanted == 1 and move < 192):
                for other in range(number, sorted_count, -1):
                    found[other] = found[other - 1]
                found[sorted_count] = move
                sorted_count += 1


@njit(cache=True)
def _outcome(place):
    """The value of a finished game."""
    if place[FOOLS] == 3:
        return 0
    return 1 if place[FOOLS] == 2 else -1


# One signature, stated, so that the recursion calls itself and nothing else.
@njit(
    "i8(i8[:,::1],i8,i8,i8,u8[::1],i1[:,::1],i8[:,::1],i8[::1])",
    cache=True,
)
def _value(stack, depth, low, high, keys, bounds, lists, nodes):
    """The value of `stack[depth]` within the window; `nodes` is how many are left and visited."""
    place = stack[depth]
    if place[TURN] == OVER:
        return _outcome(place)
    nodes[1] += 1
    if nodes[1] > nodes[0] or depth + 1 >= DEPTH:
        nodes[2] = 1
        return 0
    key = _key(place)
    slot = np.int64(key & np.uint64(MEMORY - 1))
    least, most = -1, 1
    if keys[slot] == key:
        least, most = bounds[slot, 0], bounds[slot, 1]
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        low, high = max(low, least), min(high, most)
    found = lists[depth]
    count = moves(place, found)
    order(place, found, count)
    gains = place[TURN] == 0
    best = -2 if gains else 2
    alpha, beta = low, high
    for number in range(count):
        copy(place, stack[depth + 1], USED)
        play(stack[depth + 1], found[number])
        value = _value(stack, depth + 1, alpha, beta, keys, bounds, lists, nodes)
        if nodes[2]:
            return 0
        if gains:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    keys[slot] = key
    bounds[slot, 0] = least if best <= low else best
    bounds[slot, 1] = most if best >= high else best
    return best


@njit(cache=True)
def solve(place, budget, found, values):
    """Write the moves of the seat to move and the exact values for seat 0; how many there are.

    Two questions are asked of every move, is it a win and is it a loss, as narrow windows are cut
    sooner. Without the budget to visit so many positions, a value is `UNKNOWN`.
    """
    stack = np.zeros((DEPTH, SIZE), np.int64)
    lists = np.zeros((DEPTH, MOST_MOVES), np.int64)
    keys = np.zeros(MEMORY, np.uint64)
    bounds = np.zeros((MEMORY, 2), np.int8)
    nodes = np.zeros(3, np.int64)
    nodes[0] = budget
    count = moves(place, found)
    won, low = (1, 0) if place[TURN] == 0 else (-1, -1)
    for number in range(count):
        copy(place, stack[0], SIZE)
        play(stack[0], found[number])
        value = low + (_value(stack, 0, low, low + 1, keys, bounds, lists, nodes) > low)
        if value != won:
            other = -1 - low
            value = other + (_value(stack, 0, other, other + 1, keys, bounds, lists, nodes) > other)
        values[number] = UNKNOWN if nodes[2] else value
    return count
