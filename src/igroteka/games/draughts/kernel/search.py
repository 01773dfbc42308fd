"""The kernel of the engine: alpha-beta over the compiled generator. Importing this imports Numba.

Scores are for the side to move. A won game counts `WON` less the moves until it is won, so that
shorter wins are better; a score beyond `SURE` is proven. No number written in the text is handed
to the recursive function, only computed ones: what Numba caches of it would crash the next process.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from igroteka.basics.by_reference import by_reference
from igroteka.basics.compiling import njit
from igroteka.games.draughts.kernel.bitwise import lowest, popcount
from igroteka.games.draughts.kernel.endgame import DRAW, Numbering, code_of
from igroteka.games.draughts.kernel.evaluation import Weights, worth
from igroteka.games.draughts.kernel.layout import KernelRules
from igroteka.games.draughts.kernel.moves import (
    FROM,
    TAKEN,
    TO,
    captures,
    has_capture,
    kings_after,
    quiet_moves,
)

WON = 30_000
SURE = 28_000
LOWEST = -WON - 1
MOST_PLIES = 120

NODES, NODE_LIMIT, STOP, QUIET_LIMIT, TABLE_PIECES, BEYOND, SEEN_CAPTURES, START = range(8)
"""Places of the control array: nodes so far, how many may be, whether to stop at once, after how
many king moves of either side the game is drawn, up to how many pieces the tables are asked, how
far a threatened position is looked at beyond the depth, and how long a capture may be to be seen:
a weak player overlooks longer ones; and how many earlier positions the line begins with."""

LOWER, EXACT, UPPER = 1, 2, 3

Array = Any

_FACTORS = (
    -7046029254386353131,
    -4417276706812531889,
    1609587929392839161,
    6962109261908233991,
    -4658895280553007687,
)
"""Odd numbers without pattern, by which positions are mixed into keys."""


class Memory(NamedTuple):
    """The arrays that a search writes to."""

    moves: Array
    """The move stack."""
    order: Array
    """What each row of the move stack is tried for, highest first."""
    seen: Array
    """Keys, depths, scores and best moves of positions met before."""
    history: Array
    """How often a move from a square to a square was good."""
    killers: Array
    """For every ply, the last quiet moves that were too good."""
    line: Array
    """The keys of the positions since the last irreversible move: those of the game in any order,
    then those of the search."""
    control: Array


class Fixed(NamedTuple):
    """What stays the same during a search."""

    rules: KernelRules
    weights: Weights
    memory: Memory
    codes: Array
    numbering: Numbering


@njit(cache=True)
def key_of(own: int, enemy: int, kings: int, down: int) -> int:
    """A number that stands for a position."""
    key: int = own * _FACTORS[0] + enemy * _FACTORS[1]
    key ^= (kings * _FACTORS[2]) ^ (down * _FACTORS[3])
    key ^= (key >> 29) & 0x7FFFFFFFF
    key *= _FACTORS[4]
    return key ^ ((key >> 32) & 0xFFFFFFFF)


@njit(cache=True)
def move_code(moves: Array, row: int) -> int:
    """A move in twelve bits: its first and last place."""
    return lowest(moves[row, FROM]) * 64 + lowest(moves[row, TO])


@njit(cache=True)
def rank_moves(memory: Memory, first: int, end: int, best: int, ply: int, down: int) -> None:
    """Write for each move how early it should be tried."""
    for row in range(first, end):
        code = move_code(memory.moves, row)
        if code == best:
            memory.order[row] = 1 << 40
        elif memory.moves[row, TAKEN]:
            memory.order[row] = (1 << 30) + popcount(memory.moves[row, TAKEN])
        elif code == memory.killers[ply, 0] or code == memory.killers[ply, 1]:
            memory.order[row] = 1 << 28
        else:
            memory.order[row] = memory.history[down, code]


@njit(cache=True)
def bring_best(memory: Memory, row: int, end: int) -> None:
    """Swap the move that should be tried first of the rest into this row."""
    best = row
    for other in range(row + 1, end):
        if memory.order[other] > memory.order[best]:
            best = other
    if best != row:
        memory.order[row], memory.order[best] = memory.order[best], memory.order[row]
        for column in range(4):
            kept = memory.moves[row, column]
            memory.moves[row, column] = memory.moves[best, column]
            memory.moves[best, column] = kept


@njit(cache=True)
def remember_good(memory: Memory, row: int, ply: int, down: int, depth: int) -> None:
    """A quiet move was too good for the other side: try it earlier elsewhere."""
    if memory.moves[row, TAKEN]:
        return
    code = move_code(memory.moves, row)
    if memory.killers[ply, 0] != code:
        memory.killers[ply, 1] = memory.killers[ply, 0]
        memory.killers[ply, 0] = code
    memory.history[down, code] += depth * depth


@njit(cache=True)
def store(seen: Array, key: int, depth: int, score: int, bound: int, best: int, ply: int) -> None:
    """Remember what a search found; proven scores count from the position, not from the root."""
    if score > SURE:
        score += ply
    elif score < -SURE:
        score -= ply
    place = key & (seen.shape[0] - 1)
    seen[place, 0] = key
    seen[place, 1] = ((score + 32768) << 24) | (max(depth, 0) << 16) | (bound << 12) | best


@njit(cache=True)
def repeated(line: Array, here: int, quiet: int, key: int) -> bool:
    """Whether the position came up since the last irreversible move; keys know the side to move."""
    for back in range(max(0, here - quiet), here):  # noqa: SIM110 - compiled as a loop
        if line[back] == key:
            return True
    return False


@njit(cache=True)
def table_score(code: int, ply: int) -> int:
    """What a code of the endgame tables is worth."""
    if code == DRAW:
        return 0
    won = WON - ply - (code - 1)
    return -won if code & 1 else won


@njit(cache=True)
def reduction(depth: int, tried: int, taken: int, moves: int) -> int:
    """By how much later quiet moves are searched less deep."""
    if depth < 3 or taken or tried < 3 or moves < 4:
        return 0
    return 1 if tried < 6 or depth < 6 else 2


@njit(cache=True)
def drop_unseen(moves: Array, first: int, end: int, seen_captures: int) -> int:
    """Keep the captures that take no more than a player sees; returns the row after the last."""
    kept = first
    for row in range(first, end):
        if popcount(moves[row, TAKEN]) <= seen_captures:
            for column in range(4):
                moves[kept, column] = moves[row, column]
            kept += 1
    return kept


@njit(cache=True)
def recall(
    seen: Array, key: int, depth: int, alpha: int, beta: int, ply: int
) -> tuple[int, int, int]:
    """What is remembered of a position: its best move, its score, and whether that settles it."""
    place = key & (seen.shape[0] - 1)
    if seen[place, 0] != key:
        return 0, 0, 0
    entry = seen[place, 1]
    score = (entry >> 24) - 32768
    if score > SURE:
        score -= ply
    elif score < -SURE:
        score += ply
    bound = (entry >> 12) & 0xF
    fits = (
        bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
    )
    settled = 1 if fits and (entry >> 16) & 0xFF >= depth else 0
    return entry & 0xFFF, score, settled


@njit(cache=True)
def write_moves(
    own: int,
    enemy: int,
    kings: int,
    down: int,
    depth: int,
    rules: KernelRules,
    memory: Memory,
    first: int,
) -> int:
    """Write the moves to look at; returns the row after the last, or −1 if it is quiet enough.

    A position at its depth is looked at further while something can be taken by either side.
    """
    control = memory.control
    end = captures(own, enemy, kings, down, rules, memory.moves, first)
    if end > first:
        if control[SEEN_CAPTURES] < MOST_PLIES:
            end = drop_unseen(memory.moves, first, end, control[SEEN_CAPTURES])
        return end if end > first else -1
    if own and depth <= 0:
        threatened = has_capture(enemy, own, kings, 1 - down, rules)
        if depth <= -control[BEYOND] or not threatened:
            return -1
    return quiet_moves(own, enemy, kings, down, rules, memory.moves, first)


@njit(cache=True, nogil=True)
def search(
    own: int,
    enemy: int,
    kings: int,
    down: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    quiet: int,
    first: int,
    fixed: Fixed,
) -> int:
    """The score of a position within a window, so many moves deep and until it is quiet.

    `quiet` is how many king moves came just before it, `first` the first free row of the move
    stack.
    """
    rules, memory = fixed.rules, fixed.memory
    control, moves = memory.control, memory.moves
    zero = quiet * 0
    control[NODES] += 1
    if control[STOP] or control[NODES] > control[NODE_LIMIT]:
        control[STOP] = 1
        return 0
    if popcount(own | enemy) <= control[TABLE_PIECES]:
        code = code_of(own, enemy, kings, down, fixed.codes, fixed.numbering)
        return table_score(code, ply)
    key = key_of(own, enemy, kings, down)
    here = control[START] + ply
    memory.line[here] = key
    if quiet >= 2 and (quiet >= control[QUIET_LIMIT] or repeated(memory.line, here, quiet, key)):
        return 0
    end = write_moves(own, enemy, kings, down, depth, rules, memory, first)
    if end < 0 or ply >= MOST_PLIES:
        return worth(own, enemy, kings, down, rules, fixed.weights)
    if end == first:
        return WON - ply if rules.loser_wins else ply - WON
    best_code, score, settled = recall(memory.seen, key, depth, alpha, beta, ply)
    if settled:
        return score
    rank_moves(memory, first, end, best_code, ply, down)
    best, floor, deeper, other = -WON, alpha, depth - 1, 1 - down
    for row in range(first, end):
        bring_best(memory, row, end)
        left, moved = enemy & ~moves[row, TAKEN], (own & ~moves[row, FROM]) | moves[row, TO]
        crowns = kings_after(kings, moves, row)
        calm = quiet + 1 if kings & moves[row, FROM] and not moves[row, TAKEN] else zero
        less = reduction(deeper, row - first, moves[row, TAKEN], end - first)
        low = -beta if row == first else -floor - 1
        score = -search(
            left, moved, crowns, other, low, -floor, deeper - less, ply + 1, calm, end, fixed
        )
        if score > floor and row > first and (less or score < beta):
            score = -search(
                left, moved, crowns, other, -beta, -floor, deeper, ply + 1, calm, end, fixed
            )
        if control[STOP]:
            return 0
        if score > best:
            best, best_code = score, move_code(moves, row)
            floor = max(floor, score)
        if best >= beta:
            remember_good(memory, row, ply, down, max(depth, 1))
            break
    bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
    store(memory.seen, key, depth, best, bound, best_code, ply)
    return best


@njit(cache=True)
def nth_best(scores: Array, count: int, place: int) -> int:
    """The score that stands at this place, from 1 on, when so many are sorted, best first."""
    for row in range(count):
        better, equal = 0, 0
        for other in range(count):
            better += scores[other] > scores[row]
            equal += scores[other] == scores[row]
        if better < place <= better + equal:
            found: int = scores[row]
            return found
    return LOWEST


@njit(cache=True, nogil=True)
def search_root(
    own: int,
    enemy: int,
    kings: int,
    down: int,
    depth: int,
    quiet: int,
    lines: int,
    root: Array,
    scores: Array,
    fixed: Fixed,
) -> int:
    """Score the moves of `root`, the best so many exactly; returns how many were finished."""
    zero = quiet * 0
    lowest_score = zero + LOWEST
    at_fixed = by_reference(fixed)
    for row in range(root.shape[0]):
        floor = lowest_score
        if row >= lines:
            floor = nth_best(scores, row, lines)
        calm = quiet + 1 if kings & root[row, FROM] and not root[row, TAKEN] else zero
        score = -search(
            enemy & ~root[row, TAKEN],
            (own & ~root[row, FROM]) | root[row, TO],
            kings_after(kings, root, row),
            1 - down,
            lowest_score,
            -floor,
            depth - 1,
            zero + 1,
            calm,
            zero,
            at_fixed,
        )
        if fixed.memory.control[STOP]:
            return row
        scores[row] = score
    return len(root)
