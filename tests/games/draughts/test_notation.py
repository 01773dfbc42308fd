"""Moves and positions as text, and the sentences for what is not legal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.contract import IllegalMove
from igroteka.games.draughts.fen import BadFen, read_fen, write_fen
from igroteka.games.draughts.variants import variants
from tests.games.draughts.boards import boards
from tests.games.draughts.positions import moves, play, position


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("c3-d4", "c3-d4"),
        ("c3d4", "c3-d4"),
        ("C3-D4", "c3-d4"),
        ("22-18", "c3-d4"),
        ("c3:e5", "c3:e5"),
        ("c3xe5", "c3:e5"),
        ("c3e5", "c3:e5"),
        ("c3e5g7", "c3:e5:g7"),
        ("22x15", "c3:e5"),
    ],
)
def test_what_people_type_is_read(typed: str, meant: str) -> None:
    assert str(position().game.read(typed)) == meant


def test_other_variants_write_numbers() -> None:
    game = position(variant="international").game
    assert str(game.read("32-28")) == "32-28"
    assert str(game.read("32:23")) == "32x23"
    assert str(position(variant="english").game.read("c3-d4")) == "22-18"


def test_the_whole_path_is_written_only_when_needed() -> None:
    assert moves("W:Wa1:Bb2,d4,f6") == {"a1:g7"}
    assert moves("W:Wf6:Bc7,e7,g7,c5") == {"f6:h8", "f6:d8:b6:d4:h8"}
    two_ways = {"g3:e5:g7", "g3:e5:h8", "g3:e1:c3:g7", "g3:e1:c3:h8"}
    assert moves("W:WKg3:Bf6,f4,d2,f2") == two_ways


def test_more_squares_than_needed_are_understood() -> None:
    state = position("W:Wa1:Bb2,d4,h8")
    assert play(state, "a1:c3:e5").board == play(state, "a1:e5").board


@pytest.mark.parametrize(
    ("fen", "move", "why"),
    [
        ("W:Wc3:Bh8", "a3-b4", "there is no piece on a3"),
        ("W:Wc3:Bh8", "h8-g7", "the piece on h8 is not white's, and white is to move"),
        ("W:Wc3,d4:Bh8", "c3-d4", "d4 is occupied"),
        ("W:Wc3,h2:Bd4", "h2-g3", "a capture must be made: c3:e5"),
        ("W:Wc3:Bh8", "c3-b2", "a man does not move back, from c3 to b2; it only captures"),
        ("W:Wc3:Bh8", "c3-e5", "a man moves one square diagonally forward, not from c3 to e5"),
        ("W:WKa1,c3:Bh2", "a1-d4", "the way of the king from a1 to d4 is blocked"),
        ("W:WKa1:Bh2", "a1-a3", "the king on a1 moves along diagonals, and a3 is on none"),
        ("W:Wc3:Bh8", "c3:e5", "c3:e5 takes nothing: there is nothing to capture now"),
        ("W:Wa1:Bb2,d4,h8", "a1:c3", "the capture must go on from c3: a1:e5"),
        ("W:WKa1:Bc3,g5", "a1:d4", "the capture must go on from d4: a1:h4"),
        ("W:Wc3,g1:Bd4", "g1:e3", "the piece on g1 can't capture now: c3:e5"),
        ("W:Wc3:Bd4", "c3:a5", "c3:a5 is no capture here; the piece on c3 can take by c3:e5"),
    ],
)
def test_a_refusal_says_why(fen: str, move: str, why: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        play(position(fen), move)
    assert str(refusal.value).startswith(why)


def test_the_majority_rule_is_named() -> None:
    with pytest.raises(IllegalMove, match="most pieces must be taken: h2:f4 takes 1, but c3:g7"):
        play(position("W:Wc3,h2:Bd4,f6,g3", "brazilian"), "h2:f4")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("W:Wa3,Kc5:Bb8", "W:WKc5,a3:Bb8"),
        ("W:WK21-24:B1", "W:WKa3,Kc3,Ke3,Kg3:Bb8"),
        ("B:W32:B1.", "B:Wg1:Bb8"),
        ("W:W31-32:B1:H0:F1", "W:We1,g1:Bb8"),
        ("W:BKb8:Wg1", "W:Wg1:BKb8"),
    ],
)
def test_positions_of_the_wild_are_read(text: str, same: str) -> None:
    russian = variants()["russian"]
    read = read_fen(russian, text)
    assert write_fen(russian, read) == write_fen(russian, read_fen(russian, same))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("banana", "is no position"),
        ("W:Wa3", "is no position"),
        ("W:Wa3:Wa5", "each once"),
        ("W:Wa3:Ba3", "two pieces stand on one square"),
        ("W:Wa2:Bb8", "no dark square a2"),
        ("W:W33:Bb8", "no dark square 33"),
        ("W:Wb8:Bb6", "must be a king"),
    ],
)
def test_a_bad_position_is_explained(text: str, why: str) -> None:
    with pytest.raises(BadFen, match=why):
        read_fen(variants()["russian"], text)


@pytest.mark.parametrize("name", list(variants()))
@given(data=st.data())
def test_every_position_and_move_reads_back(name: str, data: st.DataObject) -> None:
    variant = variants()[name]
    board = data.draw(boards(variant))
    assert read_fen(variant, write_fen(variant, board)) == board
    state = position(write_fen(variant, board), name)
    assert len({state.path(move).key for move in state.actions()}) == len(state.actions())
    for move in state.actions():
        assert state.game.read(str(move)) == move
        assert state.notation(state.path(move)) == move
