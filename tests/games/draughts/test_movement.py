"""How pieces move and capture, rule by rule."""

from __future__ import annotations

import pytest

from tests.games.draughts.positions import moves, play, position


def test_a_man_moves_one_square_forward() -> None:
    assert moves("W:Wc3:Bh8") == {"c3-b4", "c3-d4"}
    assert moves("B:Wa1:Bc5") == {"c5-b4", "c5-d4"}


def test_a_king_moves_along_whole_diagonals() -> None:
    assert moves("W:WKa1:Bh2") == {f"a1-{c}" for c in ("b2", "c3", "d4", "e5", "f6", "g7", "h8")}


def test_a_man_captures_forward_and_backward() -> None:
    assert moves("W:Wd4:Be5,c3") == {"d4:f6", "d4:b2"}


def test_capturing_is_a_must() -> None:
    assert moves("W:Wc3,h2:Bd4") == {"c3:e5"}


def test_any_capture_may_be_chosen() -> None:
    assert moves("W:Wc3,h2:Bd4,f6,g3") == {"c3:g7", "h2:f4"}


def test_a_capture_goes_on_while_it_can() -> None:
    assert moves("W:Wa1:Bb2,d4,f6") == {"a1:g7"}


def test_a_king_lands_on_any_free_square_behind() -> None:
    assert moves("W:WKa1:Bc3") == {"a1:d4", "a1:e5", "a1:f6", "a1:g7", "a1:h8"}


def test_a_king_must_land_where_the_capture_goes_on() -> None:
    assert moves("W:WKa1:Bc3,g5") == {"a1:h4"}


def test_taken_pieces_stay_until_the_move_is_over() -> None:
    """The Turkish strike: a piece already taken still stands in the way."""
    assert moves("W:WKd2,a1:Bc5,e5,c3,e3,b8") == {"d2:c1", "d2:d2", "d2:e1"}


def test_a_man_goes_on_as_a_king_at_once() -> None:
    assert moves("W:Wb6:Bc7,f6") == {"b6:g5", "b6:h4"}


def test_in_pool_a_man_that_passes_the_last_row_stays_a_man() -> None:
    """b6 takes c7, lands on d8 and can go on backward over e7 as a man."""
    state = position("W:Wb6:Bc7,e7,a3", "pool")
    (move,) = state.actions()
    assert str(move) == "9x11"
    assert state.play(move).pieces()["11"] == "w"


def test_in_english_draughts_men_capture_forward_only_and_stop_on_the_last_row() -> None:
    assert moves("W:W18:B14,23", "english") == {"18x9"}
    state = position("W:W9:B6,7,12", "english")
    (move,) = state.actions()
    assert str(move) == "9x2"
    assert state.play(move).pieces()["2"] == "W"


def test_english_kings_go_one_square() -> None:
    assert moves("W:WK18:B1", "english") == {"18-14", "18-15", "18-22", "18-23"}


def test_brazilian_draughts_takes_the_majority() -> None:
    assert moves("W:Wc3,h2:Bd4,f6,g3", "brazilian") == {"c3:g7"}


def test_white_begins_in_russian_black_in_english() -> None:
    assert position().game.seat_name(0) == "white"
    english = position(variant="english")
    assert english.game.seat_name(0) == "black"
    assert english.turn == 0
    assert "9-13" in {str(move) for move in english.actions()}


def test_no_moves_is_lost_and_in_poddavki_won() -> None:
    line = "W:Wa5:Bb6,c7,h4"
    assert position(line).outcome == (1, "white has no moves left: black wins")
    assert position(line).scores() == (0.0, 1.0)
    assert position(line, "poddavki").scores() == (1.0, 0.0)
    assert position("W:W:Ba7").outcome == (1, "white has no pieces left: black wins")


@pytest.mark.parametrize("variant", ["russian", "poddavki", "brazilian", "pool", "english"])
def test_everybody_starts_with_seven_moves(variant: str) -> None:
    assert len(position(variant=variant).actions()) == 7


def test_international_starts_with_nine_moves_by_number() -> None:
    state = position(variant="international")
    assert "32-28" in {str(move) for move in state.actions()}
    assert len(state.actions()) == 9


def test_a_handicap_removes_pieces() -> None:
    from igroteka.registry import make_game

    start = make_game("draughts", {"without": "c1, e1"}).restore("W:Wa1:Bb8")
    assert start.turn == 0
    assert "without" not in start.game.options  # type: ignore[attr-defined]
    assert "c1" not in start.game.options["start"].split(":")[1]  # type: ignore[attr-defined]


def test_moves_follow_one_another() -> None:
    state = play(position(), "c3-d4 d6-c5 b2-c3 f6-g5")
    assert state.fen.startswith("W:W")
    assert state.pieces()["d4"] == "w"
