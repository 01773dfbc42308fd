"""How a position looks to the kernel: padded masks, and the variant as a few numbers.

The kernel's board has a ghost square after every two rows, so that one step along a diagonal is
the same shift everywhere: by `step` toward the right edge, by `step + 1` toward the left. Pieces
that walk off the board land on a ghost or beyond the top, and are masked away.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from igroteka.games.draughts.board import BLACK, WHITE, Board, bits, last_row, main_road
from igroteka.games.draughts.variants import Variant, variants

AT_ONCE, AT_THE_END, ENDS_THE_MOVE = 0, 1, 2
_PROMOTIONS = ("at once", "at the end", "ends the move")


class KernelRules(NamedTuple):
    """A variant for the kernel; all whole numbers, masks padded."""

    step: int
    board: int
    top: int
    """White's last row."""
    bottom: int
    """Black's last row."""
    road: int
    """The main road."""
    backward: int
    """1 if men capture backward."""
    flying: int
    majority: int
    promotion: int
    loser_wins: int


class Padded(NamedTuple):
    """A position for the kernel, seen from the side to move."""

    own: int
    enemy: int
    kings: int
    down: int
    """1 if the side to move goes down the board, that is, is black."""


def pad(variant: Variant, mask: int) -> int:
    """A mask of the board as the kernel's."""
    return sum(1 << square + square // variant.size for square in bits(mask))


def unpad(variant: Variant, mask: int) -> int:
    """The mask of the board that a mask of the kernel means."""
    return sum(1 << place - place // (variant.size + 1) for place in bits(mask))


def padded(variant: Variant, board: Board) -> Padded:
    """A position as the kernel sees it."""
    return Padded(
        pad(variant, board.own), pad(variant, board.enemy), pad(variant, board.kings), board.mover
    )


@cache
def _rules(name: str) -> KernelRules:
    variant = variants()[name]
    size = variant.size
    return KernelRules(
        step=size // 2,
        board=pad(variant, (1 << variant.squares) - 1),
        top=pad(variant, last_row(size, WHITE)),
        bottom=pad(variant, last_row(size, BLACK)),
        road=pad(variant, main_road(size)),
        backward=int(variant.men_capture_backward),
        flying=int(variant.flying_kings),
        majority=int(variant.majority),
        promotion=_PROMOTIONS.index(variant.promotion),
        loser_wins=int(variant.loser_wins),
    )


def rules_of(variant: Variant) -> KernelRules:
    """The variant as the kernel takes it."""
    return _rules(variant.name)
