"""The board as a small picture for lists."""

from __future__ import annotations

from igroteka.basics.pictures import SIDE, ground, picture
from igroteka.games.draughts.board import Board, bits, coordinates


def board_picture(size: int, board: Board) -> str:
    """The squares and the pieces, white below; a king has a ring."""
    unit = SIDE / size
    places = (coordinates(size, square) for square in range(size * size // 2))
    dark = (
        f"M{column * unit:g} {(size - 1 - row) * unit:g}h{unit:g}v{unit:g}h-{unit:g}z"
        for row, column in places
    )
    squares = f'<path d="{"".join(dark)}" fill="var(--sq-d)"/>'
    pieces = (_piece(size, board, square) for square in bits(board.occupied))
    return picture(ground("sq-l"), squares, *pieces)


def _piece(size: int, board: Board, square: int) -> str:
    unit = SIDE / size
    row, column = coordinates(size, square)
    x, y = (column + 0.5) * unit, (size - 0.5 - row) * unit
    colour = "bm" if board.black >> square & 1 else "wm"
    drawn = (
        f'<circle cx="{x:g}" cy="{y:g}" r="{unit * 0.38:g}" fill="var(--{colour})" '
        f'stroke="var(--{colour}-edge)" stroke-width=".6"/>'
    )
    if board.kings >> square & 1:
        drawn += f'<circle cx="{x:g}" cy="{y:g}" r="{unit * 0.17:g}" fill="var(--turn)"/>'
    return drawn
