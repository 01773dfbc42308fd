"""Moves at speed: the rules of `movement.py` on padded masks, compiled by Numba.

Importing this imports Numba, so it is imported only where a kernel is run. A move is a row of
four numbers: its first square, its last square, what it takes (masks), and whether it crowns.
Flags are whole numbers, 0 or 1, because compiled recursion is cached only for plain types.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from igroteka.basics.compiling import njit
from igroteka.games.draughts.kernel.bitwise import popcount
from igroteka.games.draughts.kernel.layout import AT_ONCE, ENDS_THE_MOVE, KernelRules

FROM, TO, TAKEN, CROWNED = range(4)
MOST_MOVES = 1 << 14
"""Rows of a move stack: all the moves of the positions along one line."""

Moves = Any
"""An array of int64 with four columns."""


def move_stack() -> Moves:
    """Room for the moves of every position along a line."""
    return np.zeros((MOST_MOVES, 4), dtype=np.int64)


@njit(cache=True)
def shifted(mask: int, by: int, down: int) -> int:
    """The mask moved one step along a diagonal."""
    return mask >> by if down else mask << by


@njit(cache=True)
def capturing_men(men: int, enemy: int, empty: int, down: int, rules: KernelRules) -> int:
    """The men that can take something."""
    right, left = rules.step, rules.step + 1
    found = 0
    if rules.backward or not down:
        found = (((((men << right) & enemy) << right) & empty) >> right) >> right
        found |= (((((men << left) & enemy) << left) & empty) >> left) >> left
    if rules.backward or down:
        found |= (((((men >> right) & enemy) >> right) & empty) << right) << right
        found |= (((((men >> left) & enemy) >> left) & empty) << left) << left
    return found


@njit(cache=True)
def can_take(at: int, king: int, live: int, empty: int, down: int, rules: KernelRules) -> bool:
    """Whether a piece on this square can take one of the live enemies."""
    for direction in range(4):
        back = direction >> 1
        if not king and not rules.backward and back != down:
            continue
        by = rules.step + (direction & 1)
        ahead = shifted(at, by, back)
        if king and rules.flying:
            while ahead & empty:
                ahead = shifted(ahead, by, back)
        if ahead & live and shifted(ahead, by, back) & empty:
            return True
    return False


@njit(cache=True)
def capturing_kings(kings: int, enemy: int, empty: int, down: int, rules: KernelRules) -> int:
    """The kings that can take something."""
    found = 0
    while kings:
        king = kings & -kings
        kings ^= king
        if can_take(king, 1, enemy, empty, down, rules):
            found |= king
    return found


@njit(cache=True)
def write(
    moves: Moves, first: int, count: int, origin: int, to: int, taken: int, crowned: int
) -> int:
    """Add a capture unless it is there since `first`; returns the number of rows."""
    for row in range(first, count):
        if moves[row, TO] == to and moves[row, TAKEN] == taken and moves[row, FROM] == origin:
            return count
    if count >= moves.shape[0]:
        raise ValueError("too many moves")
    moves[count, FROM] = origin
    moves[count, TO] = to
    moves[count, TAKEN] = taken
    moves[count, CROWNED] = crowned
    return count + 1


@njit(cache=True)
def push(moves: Moves, waiting: int, count: int, at: int, king: int, taken: int) -> int:
    """Put a capture that goes on at the end of the stack; returns the row it got."""
    if waiting - 1 <= count:
        raise ValueError("too many moves")
    moves[waiting - 1, TO] = at
    moves[waiting - 1, CROWNED] = king
    moves[waiting - 1, TAKEN] = taken
    return waiting - 1


@njit(cache=True)
def write_captures(
    origin: int,
    king: int,
    enemy: int,
    empty: int,
    down: int,
    rules: KernelRules,
    moves: Moves,
    first: int,
) -> int:
    """Write every capture of one piece that can capture; returns the row after the last.

    `empty` holds the square of the piece. Captures that go on wait in the last rows of the stack.
    """
    last = rules.bottom if down else rules.top
    count = first
    end = moves.shape[0]
    waiting = push(moves, end, count, origin, king, 0)
    while waiting < end:
        at, king, taken = moves[waiting, TO], moves[waiting, CROWNED], moves[waiting, TAKEN]
        waiting += 1
        for direction in range(4):
            back = direction >> 1
            if not king and not rules.backward and back != down:
                continue
            by = rules.step + (direction & 1)
            far = king and rules.flying
            victim = shifted(at, by, back)
            while far and victim & empty:
                victim = shifted(victim, by, back)
            landing = shifted(victim, by, back)
            if not victim & enemy & ~taken:
                continue
            now = taken | victim
            goes_on = False
            square = landing
            while square & empty:
                crowned = 1 if square & last and rules.promotion == AT_ONCE else king
                stops = square & last and not king and rules.promotion == ENDS_THE_MOVE
                if not stops and can_take(square, crowned, enemy & ~now, empty, down, rules):
                    goes_on = True
                    waiting = push(moves, waiting, count, square, crowned, now)
                square = shifted(square, by, back) if far else 0
            square = landing
            while not goes_on and square & empty:
                crowned = 1 if square & last else king
                count = write(moves, first, count, origin, square, now, crowned)
                square = shifted(square, by, back) if far else 0
    return count


@njit(cache=True)
def keep_majority(moves: Moves, first: int, count: int) -> int:
    """Drop the captures that take less than the most; returns the number of rows."""
    most = 0
    for row in range(first, count):
        most = max(most, popcount(moves[row, TAKEN]))
    kept = first
    for row in range(first, count):
        if popcount(moves[row, TAKEN]) == most:
            for column in range(4):
                moves[kept, column] = moves[row, column]
            kept += 1
    return kept


@njit(cache=True)
def jumped(men: int, enemy: int, empty: int, by: int, back: int) -> int:
    """Where men land that take something in this direction."""
    return shifted(shifted(men, by, back) & enemy, by, back) & empty


@njit(cache=True)
def single_jumps(
    men: int, enemy: int, empty: int, down: int, rules: KernelRules, moves: Moves, first: int
) -> int:
    """Write the captures of men, all of which end after one jump; returns the row after the last.

    Writes nothing and returns -1 if one of them goes on.
    """
    landed = 0
    for direction in range(4):
        if rules.backward or direction >> 1 == down:
            by = rules.step + (direction & 1)
            landed |= jumped(men, enemy, empty, by, direction >> 1)
    last = rules.bottom if down else rules.top
    if landed & last and rules.promotion == AT_ONCE:
        return -1
    if capturing_men(landed, enemy, empty, down, rules):
        return -1
    count = first
    for direction in range(4):
        back = direction >> 1
        if not rules.backward and back != down:
            continue
        by = rules.step + (direction & 1)
        landed = jumped(men, enemy, empty, by, back)
        while landed:
            to = landed & -landed
            landed ^= to
            victim = shifted(to, by, 1 - back)
            moves[count, FROM] = shifted(victim, by, 1 - back)
            moves[count, TO] = to
            moves[count, TAKEN] = victim
            moves[count, CROWNED] = 1 if to & last else 0
            count += 1
    return count


@njit(cache=True)
def captures(
    own: int, enemy: int, kings: int, down: int, rules: KernelRules, moves: Moves, first: int
) -> int:
    """Write all legal captures from row `first` on; returns the row after the last."""
    empty = rules.board & ~(own | enemy)
    able = capturing_men(own & ~kings, enemy, empty, down, rules)
    kings_able = 0
    if own & kings:
        kings_able = capturing_kings(own & kings, enemy, empty, down, rules)
    if not able | kings_able:
        return first
    if not kings_able:
        count = single_jumps(able, enemy, empty, down, rules, moves, first)
        if count >= 0:
            return count
    able |= kings_able
    count = first
    while able:
        piece = able & -able
        able ^= piece
        king = 1 if piece & kings else 0
        count = write_captures(piece, king, enemy, empty | piece, down, rules, moves, count)
    if rules.majority and count > first + 1:
        count = keep_majority(moves, first, count)
    return count


@njit(cache=True)
def write_quiet(moves: Moves, count: int, origin: int, to: int, crowned: int) -> int:
    """Add a move that takes nothing; returns the number of rows."""
    moves[count, FROM] = origin
    moves[count, TO] = to
    moves[count, TAKEN] = 0
    moves[count, CROWNED] = crowned
    return count + 1


@njit(cache=True)
def quiet_moves(
    own: int, enemy: int, kings: int, down: int, rules: KernelRules, moves: Moves, first: int
) -> int:
    """Write all moves that take nothing from row `first` on; returns the row after the last."""
    empty = rules.board & ~(own | enemy)
    last = rules.bottom if down else rules.top
    men = own & ~kings
    count = first
    for by in (rules.step, rules.step + 1):
        targets = shifted(men, by, down) & empty
        while targets:
            to = targets & -targets
            targets ^= to
            crowned = 1 if to & last else 0
            count = write_quiet(moves, count, shifted(to, by, 1 - down), to, crowned)
    walking = own & kings
    while walking:
        king = walking & -walking
        walking ^= king
        for direction in range(4):
            by = rules.step + (direction & 1)
            to = shifted(king, by, direction >> 1)
            while to & empty:
                count = write_quiet(moves, count, king, to, 1)
                if not rules.flying:
                    break
                to = shifted(to, by, direction >> 1)
    return count


@njit(cache=True)
def legal_moves(
    own: int, enemy: int, kings: int, down: int, rules: KernelRules, moves: Moves, first: int
) -> int:
    """Write all legal moves from row `first` on; returns the row after the last."""
    if first + 512 > moves.shape[0]:
        raise ValueError("too many moves")
    count = captures(own, enemy, kings, down, rules, moves, first)
    if count == first:
        count = quiet_moves(own, enemy, kings, down, rules, moves, first)
    return count


@njit(cache=True)
def has_capture(own: int, enemy: int, kings: int, down: int, rules: KernelRules) -> bool:
    """Whether the side to move can take something."""
    empty = rules.board & ~(own | enemy)
    if capturing_men(own & ~kings, enemy, empty, down, rules):
        return True
    return bool(own & kings) and capturing_kings(own & kings, enemy, empty, down, rules) != 0


@njit(cache=True)
def kings_after(kings: int, moves: Moves, row: int) -> int:
    """The kings of both sides after the move of a row."""
    origin = moves[row, FROM]
    left: int = kings & ~moves[row, TAKEN] & ~origin
    return left | moves[row, TO] if kings & origin or moves[row, CROWNED] else left
