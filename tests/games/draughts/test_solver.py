"""What may be lifted and where it may be put."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.games.draughts.board import bits, squares_by_name
from igroteka.games.draughts.movement import legal_paths
from igroteka.games.draughts.notation import name_of
from igroteka.games.draughts.solver import next_steps, solve, why_not
from igroteka.games.draughts.variants import variants
from tests.drawing import examples
from tests.games.draughts.boards import boards
from tests.games.draughts.positions import position

RUSSIAN = variants()["russian"]


def names(mask: int) -> set[str]:
    return {name_of(RUSSIAN, square) for square in bits(mask)}


def steps(fen: str, *way: str) -> dict[str, str | None]:
    """The next squares of a lifted piece, each with what falls."""
    squares = tuple(squares_by_name(8)[name] for name in way)
    return {
        name_of(RUSSIAN, step.square): None
        if step.victim is None
        else name_of(RUSSIAN, step.victim)
        for step in next_steps(RUSSIAN, position(fen).board, squares)
    }


def test_the_bits_are_numbered_right_to_left_from_below() -> None:
    bits_of = [squares_by_name(8)[name] for name in ("g1", "e1", "c1", "a1", "h2", "b8")]
    assert bits_of == [0, 1, 2, 3, 4, 31]


def test_without_captures_every_free_piece_may_be_lifted() -> None:
    solution = solve(RUSSIAN, position().board)
    assert names(solution.movable) == {"a3", "c3", "e3", "g3"}
    assert solution.capturing == solution.victims == 0
    assert steps(position().fen, "c3") == {"b4": None, "d4": None}


def test_with_captures_only_capturing_pieces_may_be_lifted() -> None:
    solution = solve(RUSSIAN, position("W:Wc3,h2:Bd4,f6").board)
    assert names(solution.movable) == names(solution.capturing) == {"c3"}
    assert names(solution.victims) == {"d4", "f6"}


def test_a_capture_is_made_step_by_step() -> None:
    fen = "W:Wa1:Bb2,d4,h8"
    assert steps(fen, "a1") == {"c3": "b2"}
    assert steps(fen, "a1", "c3") == {"e5": "d4"}
    assert steps(fen, "a1", "c3", "e5") == {}


def test_a_king_is_put_only_where_the_capture_goes_on() -> None:
    fen = "W:WKa1:Bc3,g5"
    assert steps(fen, "a1") == {"f6": "c3"}
    assert steps(fen, "a1", "f6") == {"h4": "g5"}


def test_a_promotion_is_told_at_the_square_where_it_happens() -> None:
    board = position("W:Wb6:Bc7,f6").board
    b6, d8 = (squares_by_name(8)[name] for name in ("b6", "d8"))
    (first,) = next_steps(RUSSIAN, board, (b6,))
    assert first.promotes
    assert not first.ends
    assert all(not s.promotes and s.ends for s in next_steps(RUSSIAN, board, (b6, d8)))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("c3:e5", None),
        ("c3e5", None),
        ("h2-g3", "a capture must be made: c3:e5"),
        ("banana", "'banana' is no move: write it like c3-d4, or c3:e5 for a capture"),
    ],
)
def test_why_a_move_is_not_legal(text: str, why: str | None) -> None:
    assert why_not(RUSSIAN, position("W:Wc3,h2:Bd4").board, text) == why


@pytest.mark.parametrize("name", list(variants()))
@examples(60)
@given(data=st.data())
def test_steps_lead_to_every_legal_move_and_to_no_other(name: str, data: st.DataObject) -> None:
    variant = variants()[name]
    board = data.draw(boards(variant))
    legal = {path.key for path in legal_paths(variant, board)}
    reached = set()
    lifted: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
        ((square,), ()) for square in solve(variant, board).steps
    ]
    while lifted:
        way, taken = lifted.pop()
        for step in next_steps(variant, board, way):
            fallen = taken if step.victim is None else (*taken, step.victim)
            if step.ends:
                reached.add((way[0], step.square, frozenset(fallen)))
            else:
                lifted.append(((*way, step.square), fallen))
    assert reached == legal
