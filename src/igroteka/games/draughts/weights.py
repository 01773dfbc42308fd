"""What pieces are worth where they stand, per variant."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from igroteka.games.draughts.board import coordinates
from igroteka.games.draughts.layout import rules_of
from igroteka.games.draughts.variants import Variant, variants

if TYPE_CHECKING:
    from igroteka.games.draughts.evaluation import Weights

MAN = 100
FLYING_KING, SHORT_KING = 290, 140


def weights_of(variant: Variant) -> Weights:
    """The weights of a variant."""
    return _weights(variant.name)


@cache
def _weights(name: str) -> Weights:
    from igroteka.games.draughts.evaluation import Weights

    variant = variants()[name]
    men, kings = np.zeros(64, dtype=np.int64), np.zeros(64, dtype=np.int64)
    for square in range(variant.squares):
        place = square + square // variant.size
        men[place] = MAN + _man_bonus(variant, square)
        kings[place] = _king_worth(variant, square)
    return Weights(
        men=men,
        kings=kings,
        last_bit=rules_of(variant).board.bit_length() - 1,
        turn=4,
        scarcity=200,
        lone_kings=60 if variant.flying_kings else 20,
        road=40 if variant.flying_kings else 0,
        reach=3,
        sign=-1 if variant.loser_wins else 1,
    )


def _man_bonus(variant: Variant, square: int) -> int:
    """Men are better advanced, in the centre, and on two guards of the home row."""
    size = variant.size
    row, column = coordinates(size, square)
    from_edge = min(column, size - 1 - column)
    if row == 0:
        return 12 if column in (2, size - 2) else 4
    advance = 3 * row + (row - size // 2 if row > size // 2 else 0) * 6
    return advance + 2 * min(from_edge, 3)


def _king_worth(variant: Variant, square: int) -> int:
    row, column = coordinates(variant.size, square)
    from_edge = min(row, column, variant.size - 1 - row, variant.size - 1 - column)
    base = FLYING_KING if variant.flying_kings else SHORT_KING
    return base + 4 * min(from_edge, 2)
