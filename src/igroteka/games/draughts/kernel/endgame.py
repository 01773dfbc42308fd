"""The kernel of the endgame tables: how positions are numbered, and how they are solved.

A position is turned so that the side to move goes up the board, and numbered by its material and
the places of its pieces. Its code says how it ends with best play: 0 a draw, an odd number a loss
in code − 1 moves of either side, an even one a win in code − 1. Importing this imports Numba.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from igroteka.basics.compiling import njit
from igroteka.games.draughts.kernel.bitwise import lowest, popcount, reversed_bits
from igroteka.games.draughts.kernel.layout import KernelRules
from igroteka.games.draughts.kernel.moves import (
    FROM,
    TAKEN,
    TO,
    Moves,
    kings_after,
    legal_moves,
    shifted,
)

DRAW, LOST = 0, 1
"""Codes: nobody wins; the side to move has lost already."""
IMPOSSIBLE = 255
"""The code of a number whose pieces would share a square."""

Array = Any
_UNUSED_BITS = 29
"""A padded 8×8 board has 35 bits."""


class Numbering(NamedTuple):
    """What numbers positions: `endgame_tables.py` makes it."""

    offsets: Array
    """The first number of each material: own men, own kings, enemy men, enemy kings."""
    binomials: Array
    """How many ways to choose so many of so many."""
    own_men: Array
    """For each count and rank, the mask of men that go up, the last row left out."""
    enemy_men: Array
    """The same for men that go down."""
    kings: Array
    """The same for kings, on all squares."""
    pieces: int
    """The most pieces on the board."""


class Material(NamedTuple):
    """How many of each stand on the board, from the side to move."""

    own_men: int
    own_kings: int
    enemy_men: int
    enemy_kings: int


@njit(cache=True)
def turned(mask: int) -> int:
    """The mask of an 8×8 board from the other side of the table."""
    return (reversed_bits(mask) >> _UNUSED_BITS) & ((1 << (64 - _UNUSED_BITS)) - 1)


@njit(cache=True)
def rank(mask: int, below: int, binomials: Array) -> int:
    """The number of a set of squares among the sets of its size, from a square on."""
    number = 0
    size = 0
    while mask:
        place = lowest(mask)
        mask &= mask - 1
        size += 1
        number += binomials[place - place // 9 - below, size]
    return number


@njit(cache=True)
def number_of(own: int, enemy: int, kings: int, down: int, numbering: Numbering) -> int:
    """The number of a position with few enough pieces, at least one of each side."""
    if down:
        own, enemy, kings = turned(own), turned(enemy), turned(kings)
    binomials = numbering.binomials
    own_men, own_kings = own & ~kings, own & kings
    enemy_men, enemy_kings = enemy & ~kings, enemy & kings
    a, b = popcount(own_men), popcount(own_kings)
    c, d = popcount(enemy_men), popcount(enemy_kings)
    number: int = rank(own_men, 0, binomials)
    number = number * binomials[28, c] + rank(enemy_men, 4, binomials)
    number = number * binomials[32, b] + rank(own_kings, 0, binomials)
    number = number * binomials[32, d] + rank(enemy_kings, 0, binomials)
    first: int = numbering.offsets[a, b, c, d]
    return first + number


@njit(cache=True)
def code_of(own: int, enemy: int, kings: int, down: int, codes: Array, numbering: Numbering) -> int:
    """What the table says of a position with few enough pieces."""
    if not own:
        return LOST
    code: int = codes[number_of(own, enemy, kings, down, numbering)]
    return code


@njit(cache=True)
def evaluate(
    own: int,
    enemy: int,
    kings: int,
    rules: KernelRules,
    codes: Array,
    numbering: Numbering,
    moves: Moves,
) -> int:
    """The code that follows from the codes of all next positions; 0 if it does not follow yet."""
    end = legal_moves(own, enemy, kings, 0, rules, moves, 0)
    soonest_loss, latest_win, open_question = IMPOSSIBLE, LOST - 1, False
    for row in range(end):
        left = enemy & ~moves[row, TAKEN]
        moved = (own & ~moves[row, FROM]) | moves[row, TO]
        code = code_of(left, moved, kings_after(kings, moves, row), 1, codes, numbering)
        if code == DRAW:
            open_question = True
        elif code & 1:
            soonest_loss = min(soonest_loss, code)
        else:
            latest_win = max(latest_win, code)
    if soonest_loss < IMPOSSIBLE:
        return soonest_loss + 1
    return DRAW if open_question else latest_win + 1


@njit(cache=True)
def mark_earlier(
    own: int,
    enemy: int,
    kings: int,
    rules: KernelRules,
    codes: Array,
    due: Array,
    when: int,
    numbering: Numbering,
) -> None:
    """Have every position looked at again from which a quiet move of the enemy leads here."""
    empty = rules.board & ~(own | enemy)
    pieces = enemy
    while pieces:
        piece = pieces & -pieces
        pieces ^= piece
        king = piece & kings
        for direction in range(4):
            back = direction >> 1
            if back and not king:
                continue
            by = rules.step + (direction & 1)
            origin = shifted(piece, by, back)
            while origin & empty:
                crowns = (kings ^ piece) | origin if king else kings
                number = number_of((enemy ^ piece) | origin, own, crowns, 1, numbering)
                if codes[number] == DRAW and (due[number] == 0 or due[number] > when):
                    due[number] = when
                if not king or not rules.flying:
                    break
                origin = shifted(origin, by, back)


@njit(cache=True)
def solve_round(
    when: int,
    material: Material,
    rules: KernelRules,
    codes: Array,
    due: Array,
    numbering: Numbering,
    moves: Moves,
) -> int:
    """Settle the positions of one material that end after exactly `when` − 1 moves.

    Returns how many positions have to be looked at later.
    """
    a, b, c, d = material
    binomials = numbering.binomials
    first = numbering.offsets[a, b, c, d]
    size = binomials[28, a] * binomials[28, c] * binomials[32, b] * binomials[32, d]
    later = 0
    for place in range(size):
        number = first + place
        if when > 1 and due[number] != when:
            later += due[number] > when
            continue
        enemy_kings = numbering.kings[d, place % binomials[32, d]]
        rest = place // binomials[32, d]
        own_kings = numbering.kings[b, rest % binomials[32, b]]
        rest //= binomials[32, b]
        own = numbering.own_men[a, rest // binomials[28, c]] | own_kings
        enemy = numbering.enemy_men[c, rest % binomials[28, c]] | enemy_kings
        if popcount(own | enemy) < a + b + c + d:
            codes[number] = IMPOSSIBLE
            continue
        kings = own_kings | enemy_kings
        code = evaluate(own, enemy, kings, rules, codes, numbering, moves)
        due[number] = 0
        if code > when:
            due[number] = code
            later += 1
        elif code != DRAW:
            codes[number] = code
            mark_earlier(own, enemy, kings, rules, codes, due, when + 1, numbering)
            later += 1
    return later
