"""Moves as people write them: `c3-d4`, `c3:e5`, and `22-18`, `22x15` where squares have numbers.

A capture is written by its first and last square, and by its whole path only when two captures
between these squares take different pieces.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from igroteka.contract import IllegalMove
from igroteka.games.draughts.board import Board, coordinates, square_name, squares_by_name
from igroteka.games.draughts.movement import Path, legal_paths
from igroteka.games.draughts.variants import Variant, variants
from igroteka.text import Text, quoted

_LETTERED = re.compile(r"[a-j](?:10|[1-9])")
_NUMBER = re.compile(r"[1-9]\d?")
_MOVE = re.compile(
    rf"{_LETTERED.pattern}(?:\s*[-:x*]?\s*{_LETTERED.pattern})+"
    rf"|{_NUMBER.pattern}(?:\s*[-:x*]\s*{_NUMBER.pattern})+"
)


class Move(NamedTuple):
    """A move as it is written: its squares by name, and whether it takes something."""

    squares: tuple[str, ...]
    capture: bool = False

    def __str__(self) -> str:
        if not self.capture:
            return "-".join(self.squares)
        return (":" if self.squares[0][0].isalpha() else "x").join(self.squares)


def printed(move: Move) -> str:
    """The move as sentences print it: with a dash where it is noted down with a hyphen."""
    return str(move).replace("-", "–")


def name_of(variant: Variant, square: int) -> str:
    """A square as this variant writes it."""
    if variant.notation == "algebraic":
        return square_name(variant.size, square)
    return str(variant.squares - square)


def read_square(variant: Variant, text: str) -> int:
    """The square of a name or number. Raises `IllegalMove` if the board has none such."""
    square = squares_by_name(variant.size).get(text.lower())
    if square is None:
        corner = square_name(variant.size, 0)
        raise IllegalMove(
            Text(
                "the board has no dark square {square}: squares are written like "
                "{corner}, or as numbers from 1 to {most}",
                square=text,
                corner=corner,
                most=variant.squares,
            )
        )
    return square


def read_move(variant: Variant, text: str) -> Move:
    """The move that this text writes, in letters or numbers, legal or not."""
    written = text.strip().lower().replace("×", "x").replace("–", "-")
    if not _MOVE.fullmatch(written):
        raise IllegalMove(
            Text(
                "{text} is no move: write it like {example}",
                text=quoted(text),
                example=_example(variant),
            )
        )
    pattern = _LETTERED if written[0].isalpha() else _NUMBER
    squares = tuple(read_square(variant, found) for found in pattern.findall(written))
    capture = any(sign in written for sign in ":x*")
    if "-" not in written and not capture:
        capture = len(squares) > 2 or not _adjacent(variant, squares[0], squares[1])
    if squares[0] == squares[1] and not capture:
        raise IllegalMove(Text("{text} is no move: it stays on the same square", text=quoted(text)))
    if len(squares) > 2 and not capture:
        raise IllegalMove(
            Text("{text} is no move: only a capture has more than two squares", text=quoted(text))
        )
    return Move(tuple(name_of(variant, square) for square in squares), capture)


def _adjacent(variant: Variant, one: int, other: int) -> bool:
    here, there = coordinates(variant.size, one), coordinates(variant.size, other)
    return abs(here[0] - there[0]) == 1 == abs(here[1] - there[1])


def _example(variant: Variant) -> Text:
    if variant.notation == "algebraic":
        move, capture = "c3-d4", "c3:e5"
    else:
        move, capture = ("22-18", "22x15") if variant.size == 8 else ("32-28", "32x23")
    return Text("{move}, or {capture} for a capture", move=move, capture=capture)


def written(variant: Variant, board: Board) -> Mapping[Move, Path]:
    """Every legal move by its notation, in a fixed order."""
    return _written(variant.name, board)


@lru_cache(maxsize=8192)
def _written(name: str, board: Board) -> Mapping[Move, Path]:
    variant = variants()[name]
    paths = legal_paths(variant, board)
    ends = Counter((path.squares[0], path.squares[-1]) for path in paths)
    moves = {}
    for path in paths:
        unclear = ends[path.squares[0], path.squares[-1]] > 1
        squares = path.squares if unclear else (path.squares[0], path.squares[-1])
        moves[Move(tuple(name_of(variant, s) for s in squares), bool(path.captured))] = path
    return moves
