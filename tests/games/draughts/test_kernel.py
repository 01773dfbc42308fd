"""The compiled generator finds exactly the moves of the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.games.draughts.board import Board, bits
from igroteka.games.draughts.kernel import counting, moves
from igroteka.games.draughts.kernel.layout import pad, padded, rules_of, unpad
from igroteka.games.draughts.movement import after, legal_paths
from igroteka.games.draughts.variants import Variant, variants
from tests.drawing import examples
from tests.games.draughts.boards import boards

STACK = moves.move_stack()
Key = tuple[int, int, frozenset[int]]


def kernel_moves(variant: Variant, board: Board) -> dict[Key, Board]:
    """Every move of the kernel with the position it leads to."""
    own, enemy, kings, down = padded(variant, board)
    end = moves.legal_moves(own, enemy, kings, down, rules_of(variant), STACK, 0)
    found: dict[Key, Board] = {}
    for row in range(end):
        origin, to, taken = (unpad(variant, int(STACK[row, column])) for column in range(3))
        moved = unpad(variant, own) & ~origin | to
        left = unpad(variant, enemy) & ~taken
        white, black = (left, moved) if down else (moved, left)
        crowns = unpad(variant, int(moves.kings_after(kings, STACK, row)))
        key = origin.bit_length() - 1, to.bit_length() - 1, frozenset(bits(taken))
        assert key not in found
        found[key] = Board(white, black, crowns, 1 - down)
    return found


@pytest.mark.parametrize("name", list(variants()))
@examples(400)
@given(data=st.data())
def test_the_kernel_moves_like_the_rules(name: str, data: st.DataObject) -> None:
    variant = variants()[name]
    board = data.draw(boards(variant))
    expected = {p.key: after(variant, board, p) for p in legal_paths(variant, board)}
    assert kernel_moves(variant, board) == expected
    position, rules = padded(variant, board), rules_of(variant)
    assert counting.count_legal(*position, rules, STACK, 0) == len(expected)


@pytest.mark.parametrize("name", list(variants()))
def test_padding_is_undone(name: str) -> None:
    variant = variants()[name]
    for square in range(variant.squares):
        assert unpad(variant, pad(variant, 1 << square)) == 1 << square
