"""The board: dark squares as bits, who stands where, and who is to move.

Bit 0 is the rightmost dark square of white's first row (g1 on 8×8), and bits go on right to left,
row by row: e1 is 1, a1 is 3, h2 is 4, b8 is 31. The usual number of a square is the number of
squares minus its bit: b8 is 1, g1 is 32.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from igroteka.text import Text

WHITE, BLACK = 0, 1
COLOURS = (Text("white"), Text("black"))
FILES = "abcdefghij"

UP_RIGHT, UP_LEFT, DOWN_RIGHT, DOWN_LEFT = range(4)
UPWARD, DOWNWARD = (UP_RIGHT, UP_LEFT), (DOWN_RIGHT, DOWN_LEFT)
_STEPS = {UP_RIGHT: (1, 1), UP_LEFT: (1, -1), DOWN_RIGHT: (-1, 1), DOWN_LEFT: (-1, -1)}


class Board(NamedTuple):
    """Where the pieces stand, as masks of squares, and whose move it is."""

    white: int
    black: int
    kings: int
    """Kings of both colours."""
    mover: int
    """WHITE or BLACK."""

    @property
    def own(self) -> int:
        """Pieces of the side to move."""
        return self.black if self.mover else self.white

    @property
    def enemy(self) -> int:
        """Pieces of the other side."""
        return self.white if self.mover else self.black

    @property
    def occupied(self) -> int:
        return self.white | self.black


def bits(mask: int) -> Iterator[int]:
    """The squares of a mask, from the highest (numbered lowest) down."""
    while mask:
        square = mask.bit_length() - 1
        yield square
        mask ^= 1 << square


@cache
def coordinates(size: int, square: int) -> tuple[int, int]:
    """Row from the bottom and column from the left, both from 0."""
    row, place = divmod(square, size // 2)
    return row, size - 1 - 2 * place - (row + 1) % 2


def square_at(size: int, row: int, column: int) -> int:
    """The dark square of this row and column."""
    return row * (size // 2) + (size - 1 - column) // 2


@cache
def square_name(size: int, square: int) -> str:
    """Its name in letters, like c3."""
    row, column = coordinates(size, square)
    return f"{FILES[column]}{row + 1}"


@cache
def squares_by_name(size: int) -> dict[str, int]:
    """Every square by its name in letters and by its number."""
    count = size * size // 2
    names = {square_name(size, square): square for square in range(count)}
    return names | {str(count - square): square for square in range(count)}


@cache
def rays(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For every square and direction, the squares that way, nearest first."""
    return tuple(
        tuple(tuple(_ray(size, square, *_STEPS[direction])) for direction in range(4))
        for square in range(size * size // 2)
    )


def _ray(size: int, square: int, up: int, right: int) -> Iterator[int]:
    row, column = coordinates(size, square)
    while 0 <= row + up < size and 0 <= column + right < size:
        row, column = row + up, column + right
        yield square_at(size, row, column)


@cache
def reach(size: int, square: int, far: bool) -> int:
    """Where a piece meets others: on its diagonals as far as they go, or next to it."""
    near = None if far else 1
    return sum(1 << other for ray in rays(size)[square] for other in ray[:near])


@cache
def last_row(size: int, colour: int) -> int:
    """The squares on which men of this colour become kings."""
    half = size // 2
    top = size * half - half if colour == WHITE else 0
    return ((1 << half) - 1) << top


@cache
def main_road(size: int) -> int:
    """The long diagonal from corner to corner."""
    return sum(1 << square_at(size, place, place) for place in range(size))


@cache
def start_board(size: int, mover: int) -> Board:
    """All men at home: every row but the two in the middle is full."""
    count = (size // 2 - 1) * (size // 2)
    whole = size * size // 2
    white = (1 << count) - 1
    return Board(white, white << (whole - count), 0, mover)
