"""A move is the square on which a sign is put, like b2."""

from __future__ import annotations

from typing import NamedTuple

from igroteka import IllegalMove, Text, quoted

LETTERS = "abc"


class Square(NamedTuple):
    """A square by column and row, both from 0; a1 is at the lower left."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{LETTERS[self.column]}{self.row + 1}"


SQUARES = tuple(Square(column, row) for row in range(3) for column in range(3))
"""All squares, row by row from a1 to c3: the order in which a position lists them."""


def read_square(text: str) -> Square:
    """The square that somebody typed. Raises `IllegalMove`."""
    for square in SQUARES:
        if str(square) == text.strip().lower():
            return square
    raise IllegalMove(
        Text(
            "{text} is no square: write a letter from a to c and a row, like b2", text=quoted(text)
        )
    )
