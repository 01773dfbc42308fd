"""What pieces are worth where they stand, per variant."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import numpy as np

from igroteka.games.draughts.board import coordinates
from igroteka.games.draughts.kernel.layout import rules_of
from igroteka.games.draughts.variants import Variant, variants

if TYPE_CHECKING:
    from igroteka.games.draughts.kernel.evaluation import Weights

MAN = 100
FLYING_KING, SHORT_KING = 290, 140

PATTERNS = 9
"""Blocks of four rows and two squares a row: three heights by three places along the rows."""
_BLOCKS = [
    [4 * (row + up) + place + right for up in range(4) for right in range(2)]
    for row in (0, 2, 4)
    for place in range(3)
]


def weights_of(variant: Variant) -> Weights:
    """The weights of a variant."""
    return _weights(variant.name)


@cache
def _weights(name: str) -> Weights:
    from igroteka.games.draughts.kernel.evaluation import Weights

    variant = variants()[name]
    men, kings = np.zeros(64, dtype=np.int64), np.zeros(64, dtype=np.int64)
    for square in range(variant.squares):
        place = square + square // variant.size
        men[place] = MAN + _man_bonus(variant, square)
        kings[place] = _king_worth(variant, square)
    patterns = load_patterns(variant)
    return Weights(
        patterned=int(patterns is not None),
        patterns=np.zeros((PATTERNS, 1), np.int64) if patterns is None else patterns,
        blocks=np.array([[s + s // 8 for s in block[::2]] for block in _BLOCKS], dtype=np.int64),
        ternary=np.array([int(f"{mask:b}", 3) for mask in range(256)], dtype=np.int64),
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


def patterns_file(variant: Variant) -> Traversable:
    """Where the trained patterns of a variant are kept."""
    return files(__package__) / "patterns" / f"{variant.name}.npz"


def load_patterns(variant: Variant) -> Any:
    """For each block and each way to fill it with men, what that is worth; None if untrained."""
    kept = patterns_file(variant)
    if not kept.is_file():
        return None
    with as_file(kept) as path, np.load(path) as content:
        return content["weights"].astype(np.int64)


def pattern_numbers(white_men: int, black_men: int) -> Any:
    """The number of each block's filling, all blocks in one row of numbers."""
    found = []
    for place, block in enumerate(_BLOCKS):
        digits = [(white_men >> s & 1) + 2 * (black_men >> s & 1) for s in reversed(block)]
        found.append(place * 3**8 + int("".join(map(str, digits)), 3))
    return np.array(found, dtype=np.int64)
