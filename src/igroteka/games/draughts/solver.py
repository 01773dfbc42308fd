"""What a board needs to know: which pieces may be lifted, and where each may be put, step by step.

Squares are bits as in `board.py`, so that `mask >> square & 1` asks a mask for a square.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from igroteka.contract import IllegalMove
from igroteka.games.draughts.board import Board, last_row
from igroteka.games.draughts.movement import Path, captures_from, legal_paths
from igroteka.games.draughts.notation import read_move, read_square, written
from igroteka.games.draughts.refusal import refusal, ways
from igroteka.games.draughts.variants import Variant, variants


class Step(NamedTuple):
    """Where a lifted piece may be put next."""

    square: int
    victim: int | None
    """The enemy piece that falls by it."""
    promotes: bool
    """A man becomes a king there."""
    ends: bool
    """The move is over there; if not, the capture goes on."""


@dataclass(frozen=True)
class Solution:
    """Everything that may be touched in a position."""

    movable: int
    """Own pieces that may be lifted."""
    capturing: int
    """Own pieces that can take something; all of `movable`, if there are any."""
    victims: int
    """Enemy pieces that can fall in this move."""
    steps: Mapping[int, Sequence[Step]]
    """For every movable piece, where it may be put first."""


def solve(variant: Variant, board: Board) -> Solution:
    """The pieces that can move, those that can capture, what can be captured, and the squares."""
    paths = legal_paths(variant, board)
    movable = _mask(path.squares[0] for path in paths)
    return Solution(
        movable=movable,
        capturing=movable if paths and paths[0].captured else 0,
        victims=_mask(square for path in paths for square in path.captured),
        steps={
            square: next_steps(variant, board, (square,))
            for square in sorted({path.squares[0] for path in paths}, reverse=True)
        },
    )


def _mask(squares: Iterable[int]) -> int:
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def next_steps(variant: Variant, board: Board, squares: tuple[int, ...]) -> Sequence[Step]:
    """Where a piece may go on that was lifted from the first and put on the other squares.

    The board is the one before the move. Empty when the move is over or was never legal.
    """
    found: dict[tuple[int, int | None], Step] = {}
    for way in _ways(variant.name, board, squares[0]):
        done = len(squares)
        if way.squares[:done] != squares or len(way.squares) == done:
            continue
        square, victim = way.squares[done], way.captured[done - 1] if way.captured else None
        found[square, victim] = Step(
            square,
            victim,
            promotes=_promotes(variant, board, way, done),
            ends=len(way.squares) == done + 1,
        )
    return tuple(found.values())


def _promotes(variant: Variant, board: Board, way: Path, place: int) -> bool:
    if board.kings >> way.squares[0] & 1:
        return False
    ends = place == len(way.squares) - 1
    row = last_row(variant.size, board.mover)
    earlier = variant.promotion == "at once" and any(row >> s & 1 for s in way.squares[1:place])
    crowned_here = ends or variant.promotion == "at once"
    return bool(row >> way.squares[place] & 1) and crowned_here and not earlier


@lru_cache(maxsize=256)
def _ways(name: str, board: Board, square: int) -> tuple[Path, ...]:
    """Every legal move of a piece, with every way of going round."""
    variant = variants()[name]
    legal = [path for path in legal_paths(variant, board) if path.squares[0] == square]
    if not legal or not legal[0].captured:
        return tuple(legal)
    keys = {path.key for path in legal}
    return tuple(way for way in captures_from(variant, board, square) if way.key in keys)


def why_not(variant: Variant, board: Board, text: str) -> str | None:
    """Why a move as it is written is not legal here, in a sentence; None if it is legal."""
    try:
        move = read_move(variant, text)
        squares = [read_square(variant, name) for name in move.squares]
    except IllegalMove as error:
        return str(error)
    known = written(variant, board)
    if move in known:
        return None
    if not known:
        return "the game is over: there is no legal move"
    fitting = [
        path
        for path in known.values()
        if move.capture and path.captured and ways(variant, board, squares, path)
    ]
    return None if len(fitting) == 1 else refusal(variant, board, move)
