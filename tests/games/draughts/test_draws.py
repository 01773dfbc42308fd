"""Every draw rule, with its number in the outcome."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from igroteka.contract import OVER
from igroteka.games.draughts.draws import Clocks, drawn_by
from igroteka.games.draughts.state import Position
from tests.games.draughts.positions import play, position


def shuffle(state: Position, line: str, plies: int) -> Position:
    """Moves of a round trip, as long as told or until the game is over."""
    for text in islice(cycle(line.split()), plies):
        if state.turn == OVER:
            break
        state = state.play(state.game.read(text))
    return state


def drawn(fen: str, clocks: Clocks, variant: str = "russian") -> str:
    """The rule that makes a draw of this position, or nothing."""
    state = position(fen, variant)
    return (drawn_by(state.game.variant, state.board, clocks) or "").partition(":")[0]


def test_the_same_position_three_times() -> None:
    start = position("W:WKc1,a3,h2:BKf8,h6,a7")
    twice = shuffle(start, "c1-b2 f8-e7 b2-c1 e7-f8", 7)
    assert twice.outcome is None
    thrice = shuffle(start, "c1-b2 f8-e7 b2-c1 e7-f8", 8)
    assert thrice.outcome == (None, "drawn by rule 7.2.3: the same position 3 times")
    assert thrice.scores() == (0.5, 0.5)


def test_a_man_that_moved_makes_earlier_positions_impossible() -> None:
    state = shuffle(position("W:WKc1,a3,h2:BKf8,h6,a7"), "c1-b2 f8-e7 b2-c1 e7-f8", 4)
    assert play(state, "h2-g3").clocks == Clocks(balance=5)


@pytest.mark.parametrize(
    ("rule", "fen", "moves", "clock"),
    [
        ("7.2.4", "W:WKa1,Kc1,Ke1:BKb8", 15, "balance"),
        ("7.2.4", "B:WKa1,Kc1,Ke1,Kg1:BKb8", 15, "balance"),
        ("7.2.5", "W:WKa1,a3,h2:BKh8,h6,a7", 15, "man"),
        ("7.2.6", "W:WKa1,a3:BKb8,h6", 30, "balance"),
        ("7.2.6", "W:WKa1,a3,h2:BKb8,h6,a7", 60, "balance"),
        ("7.2.7", "W:WKa3,Kc1,Ke1:BKh8", 5, "road"),
        ("7.2.7", "W:WKa3,c1,e1:BKh8", 5, "road"),
        ("7.2.8", "W:WKa1,Kc1:BKb8", 5, "balance"),
        ("7.2.8", "W:WKa1,c1:BKb8", 5, "balance"),
        ("7.2.8", "W:WKa1:BKb8", 5, "balance"),
    ],
)
def test_too_many_moves_without_progress(rule: str, fen: str, moves: int, clock: str) -> None:
    assert drawn(fen, Clocks(**{clock: 2 * moves})) == f"drawn by rule {rule}"  # type: ignore[arg-type]
    assert drawn(fen, Clocks(**{clock: 2 * moves - 1})) == ""  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fen", ["W:WKa1,Kc1:Bb8", "W:Wa1,c1:BKb8", "W:WKa1,Kc1,Ke1:Bb8,a7", "W:Wa1,a3:Bb8,h6"]
)
def test_without_a_lone_king_or_kings_on_both_sides_play_goes_on(fen: str) -> None:
    assert drawn(fen, Clocks(balance=119)) == ""


def test_the_main_road_counts_only_while_the_king_keeps_it() -> None:
    start = position("W:WKa5,Kh4,Kh2:BKh8")
    kept = play(start, "a5-b6 h8-a1 b6-a5 a1-b2")
    assert kept.clocks.road == 4
    assert play(kept, "a5-b6 b2-a3").clocks.road == 0


def test_a_game_really_ends_by_the_clock() -> None:
    line = "a5-b6 h6-g7 b6-a7 g7-h8 a7-b8 h8-g7 b8-a7 g7-h6 a7-b6 h6-g7"
    end = play(position("W:WKa5:BKh6"), line)
    assert end.outcome is not None
    assert end.outcome[1].startswith("drawn by rule 7.2.8")


@pytest.mark.parametrize(
    ("variant", "rule", "fen", "clocks"),
    [
        ("english", "40 moves", "W:WK32:BK1", Clocks(man=80)),
        ("international", "25 moves", "W:WK50,K49,K48:BK1,K2", Clocks(man=50)),
        ("international", "16 moves", "W:WK50,K49,48:BK1", Clocks(balance=32)),
        ("international", "5 moves", "W:WK50,49:BK1", Clocks(balance=10)),
        ("pool", "13 moves", "W:WK32,K31,K30:BK1", Clocks(balance=26)),
        ("brazilian", "7.2.5", "W:WKa1,Ka3,Ka5:BKh8,Kb8", Clocks(man=30)),
    ],
)
def test_other_variants_have_their_own(variant: str, rule: str, fen: str, clocks: Clocks) -> None:
    assert drawn(fen, clocks, variant) == f"drawn by rule {rule}"
