"""Perft: the leaves of the move tree, counted at speed to prove the generator."""

from __future__ import annotations

import time
from typing import NamedTuple

from igroteka.contract import BadOption
from igroteka.games.draughts.board import COLOURS, Board, start_board
from igroteka.games.draughts.fen import read_fen, write_fen
from igroteka.games.draughts.kernel.layout import padded, rules_of
from igroteka.games.draughts.variants import Variant, variant_named
from igroteka.text import Text

MOST_DEPTH = 30


class Count(NamedTuple):
    """The leaves of a tree, and how long counting took."""

    variant: str
    fen: str
    depth: int
    leaves: int
    seconds: float


def leaves(variant: Variant, board: Board, depth: int) -> int:
    """The leaves of the move tree of this depth. Draw rules are not asked."""
    from igroteka.games.draughts.kernel.counting import count_leaves
    from igroteka.games.draughts.kernel.moves import move_stack

    if depth == 0:
        return 1
    position = padded(variant, board)
    return int(count_leaves(*position, depth, rules_of(variant), move_stack(), 0))


def perft(variant_name: str, fen: str | None, depth: int) -> Count:
    """Count from a position, the start by default, after the kernel is compiled."""
    variant = variant_named(variant_name)
    if not 0 <= depth <= MOST_DEPTH:
        raise BadOption(
            Text(
                "the depth should be from 0 to {most}, but is {depth}",
                most=MOST_DEPTH,
                depth=depth,
            )
        )
    start = start_board(variant.size, COLOURS.index(variant.begins))
    board = read_fen(variant, fen) if fen else start
    leaves(variant, board, 1)
    begun = time.perf_counter()
    count = leaves(variant, board, depth)
    seconds = time.perf_counter() - begun
    return Count(variant.name, write_fen(variant, board), depth, count, seconds)
