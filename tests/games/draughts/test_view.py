"""What a page is told of a position: squares, pieces, and every legal move square by square."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.games.draughts.board import squares_by_name
from igroteka.games.draughts.fen import write_fen
from igroteka.games.draughts.movement import legal_paths
from igroteka.games.draughts.notation import name_of
from igroteka.games.draughts.variants import variants
from tests.drawing import examples
from tests.games.draughts.boards import boards
from tests.games.draughts.positions import position


def test_the_bits_are_numbered_right_to_left_from_below() -> None:
    bits_of = [squares_by_name(8)[name] for name in ("g1", "e1", "c1", "a1", "h2", "b8")]
    assert bits_of == [0, 1, 2, 3, 4, 31]


def test_a_capture_is_told_square_by_square_with_what_falls() -> None:
    (path,) = position("W:Wa1:Bb2,d4,h8").view(0).to_json()["paths"]
    assert path == {"squares": ["a1", "c3", "e5"], "takes": ["b2", "d4"]}


def test_with_captures_only_capturing_pieces_may_be_lifted() -> None:
    paths = position("W:Wc3,h2:Bd4,f6").view(0).to_json()["paths"]
    assert {path["squares"][0] for path in paths} == {"c3"}


@pytest.mark.parametrize("name", list(variants()))
@examples(60)
@given(data=st.data())
def test_the_paths_of_a_view_are_the_legal_moves_and_no_others(
    name: str, data: st.DataObject
) -> None:
    variant = variants()[name]
    board = data.draw(boards(variant))
    state = position(write_fen(variant, board), name)
    legal = {
        (name_of(variant, path.squares[0]), name_of(variant, path.squares[-1]),
         frozenset(name_of(variant, square) for square in path.captured))
        for path in legal_paths(variant, board)
    }  # fmt: skip
    told = [
        (path["squares"][0], path["squares"][-1], frozenset(path["takes"]))
        for path in state.view(0).to_json()["paths"]
    ]
    assert len(told) == len(set(told))
    assert set(told) == legal
