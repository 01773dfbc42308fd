"""Solved endgames: the counts are the published ones, and every ending follows from the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.contract import BadOption
from igroteka.games.draughts.board import BLACK, WHITE, Board, last_row
from igroteka.games.draughts.endgame_tables import EndgameTables, EndgameValue, load, tables
from igroteka.games.draughts.movement import after, legal_paths
from igroteka.games.draughts.variants import variants
from tests.drawing import examples
from tests.games.draughts.positions import position

RUSSIAN = variants()["russian"]
COUNTS = {
    2: (1291, 690, 1507),
    3: (67475, 33413, 95144),
    4: (2409393, 1255909, 2544014),
    5: (55883180, 30199747, 53367881),
}
"""Won, lost and drawn for the side to move."""


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_the_counts_are_the_published_ones(pieces: int) -> None:
    assert tables(RUSSIAN).counts(pieces) == COUNTS[pieces]


@pytest.mark.slow
def test_the_counts_of_five_pieces_are_the_published_ones() -> None:
    assert load(RUSSIAN, 5).counts(5) == COUNTS[5]


@pytest.mark.parametrize(
    ("fen", "ending"),
    [
        ("W:WKa1:Bb8", EndgameValue(1, 5)),
        ("W:Wa7:Bh2", EndgameValue(0, 0)),
        ("W:WKa3,Kc1,Ke1:BKh8", EndgameValue(0, 0)),
        ("W:Wa5:Bb6,c7,h4", EndgameValue(-1, 0)),
        ("W:Wc3:Bd4", EndgameValue(1, 1)),
    ],
)
def test_endings_that_players_know(fen: str, ending: EndgameValue) -> None:
    assert tables(RUSSIAN).ending(position(fen).board) == ending


@st.composite
def few(draw: st.DrawFn) -> Board:
    """A position of two to four pieces."""
    squares = draw(st.lists(st.integers(0, 31), min_size=2, max_size=4, unique=True))
    split = draw(st.integers(1, len(squares) - 1))
    white = sum(1 << square for square in squares[:split])
    black = sum(1 << square for square in squares[split:])
    home = white & last_row(8, WHITE) | black & last_row(8, BLACK)
    kings = (white | black) & (home | draw(st.integers(0, 2**32 - 1)))
    return Board(white, black, kings, draw(st.sampled_from([WHITE, BLACK])))


def follows(solved: EndgameTables, board: Board) -> EndgameValue:
    """The ending that follows from the endings of the next positions."""
    nexts = [solved.ending(after(solved.variant, board, p)) for p in legal_paths(RUSSIAN, board)]
    endings = [ending for ending in nexts if ending is not None]
    lost = [ending.moves for ending in endings if ending.result == -1]
    if lost:
        return EndgameValue(1, 1 + min(lost))
    if any(ending.result == 0 for ending in endings):
        return EndgameValue(0, 0)
    return EndgameValue(-1, 1 + max((ending.moves for ending in endings), default=-1))


@examples(400)
@given(board=few())
def test_every_ending_follows_from_the_next_positions(board: Board) -> None:
    solved = tables(RUSSIAN)
    assert solved.ending(board) == follows(solved, board)


def test_tables_are_kept_and_read_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(tmp_path / name))
    solved = load(RUSSIAN, 3)
    assert [file.name for file in (tmp_path / "igroteka" / "draughts").iterdir()]
    calls: list[tuple[int, int]] = []
    again = load(RUSSIAN, 3, lambda *done: calls.append(done))
    assert not calls
    assert (again.codes == solved.codes).all()


def test_a_broken_file_is_solved_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(tmp_path / name))
    load(RUSSIAN, 2)
    (file,) = (tmp_path / "igroteka" / "draughts").iterdir()
    file.write_bytes(b"banana")
    assert load(RUSSIAN, 2).counts(2) == COUNTS[2]


def test_without_a_place_to_keep_them_tables_are_still_solved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda _: str(blocked))
    assert load(RUSSIAN, 2).counts(2) == COUNTS[2]


@pytest.mark.parametrize(
    ("name", "pieces"), [("international", 3), ("poddavki", 3), ("russian", 9)]
)
def test_tables_that_do_not_exist_are_refused(name: str, pieces: int) -> None:
    with pytest.raises(BadOption):
        load(variants()[name], pieces)
