"""Positions as text: `W:Wa3,Kc5:Bb8`, or with numbers and ranges, `W:WK21-24:B1`."""

from __future__ import annotations

import re

from igroteka.contract import IgrotekaError, IllegalMove
from igroteka.games.draughts.board import BLACK, WHITE, Board, bits, last_row
from igroteka.games.draughts.notation import name_of, read_square
from igroteka.games.draughts.variants import Variant
from igroteka.text import Text, quoted

_SIDES = {"W": WHITE, "B": BLACK}


class BadFen(IgrotekaError):  # noqa: N818 - named after what is wrong
    """A text that describes no position."""


def write_fen(variant: Variant, board: Board) -> str:
    """The position as text."""
    white, black = _names(variant, board, board.white), _names(variant, board, board.black)
    return f"{'WB'[board.mover]}:W{','.join(white)}:B{','.join(black)}"


def _names(variant: Variant, board: Board, mask: int) -> list[str]:
    return [
        ("K" if board.kings >> square & 1 else "") + name_of(variant, square)
        for square in bits(mask)
    ]


def read_fen(variant: Variant, text: str) -> Board:
    """The position that a text describes. Raises `BadFen` and says what is wrong with it."""
    parts = [part.strip() for part in text.strip().strip('"').rstrip(".").split(":")]
    if parts[0].upper() not in _SIDES or len(parts) < 3:
        raise BadFen(
            Text(
                "{text} is no position: it should be like W:Wa3,Kc5:Bb8, with the side "
                "to move first and then each side's pieces",
                text=quoted(text),
            )
        )
    masks, kings = [0, 0], 0
    for part in parts[1:3]:
        side = part[:1].upper()
        if side not in _SIDES or masks[_SIDES[side]]:
            raise BadFen(
                Text(
                    "{text}: {text_part} should be W or B and a list of squares, each once",
                    text=quoted(text),
                    text_part=quoted(part),
                )
            )
        for piece in filter(None, (piece.strip() for piece in part[1:].split(","))):
            king, squares = _squares(variant, piece)
            if squares & (masks[WHITE] | masks[BLACK]):
                raise BadFen(
                    Text(
                        "{text}: two pieces stand on one square, see {text_piece}",
                        text=quoted(text),
                        text_piece=quoted(piece),
                    )
                )
            masks[_SIDES[side]] |= squares
            kings |= squares if king else 0
    for colour in (WHITE, BLACK):
        stuck = masks[colour] & last_row(variant.size, colour) & ~kings
        for square in bits(stuck):
            where = name_of(variant, square)
            raise BadFen(
                Text(
                    "{text}: a man on {here} has reached its last row and must be a king",
                    text=quoted(text),
                    here=where,
                )
            )
    return Board(masks[WHITE], masks[BLACK], kings, _SIDES[parts[0].upper()])


def _squares(variant: Variant, piece: str) -> tuple[bool, int]:
    """Whether it is a king, and the squares: one, or all of a range of numbers."""
    king = piece[0] in "Kk"
    body = piece[1:] if king else piece
    try:
        if found := re.fullmatch(r"(\d{1,2})-(\d{1,2})", body):
            numbers = range(int(found[1]), int(found[2]) + 1)
            if not numbers:
                raise BadFen(
                    Text(
                        "in the position, {text}: a range goes from low to high", text=quoted(piece)
                    )
                )
            return king, sum(1 << read_square(variant, str(number)) for number in numbers)
        return king, 1 << read_square(variant, body)
    except IllegalMove as error:
        raise BadFen(
            Text("in the position, {text}: {reason}", text=quoted(piece), reason=error.sentence)
        ) from None
