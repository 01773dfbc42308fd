"""Puzzles: one move is clearly best, and it was missed or is a shot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from igroteka.basics.randomness import Stream
from igroteka.cli import app
from igroteka.cli.puzzles import Posed, solve
from igroteka.contract import Action, Player, View
from igroteka.records.record import Record
from igroteka.registry import make_game
from igroteka.study.puzzles import Puzzle, find_puzzle
from igroteka.study.review import asked, choices, chosen_adviser

SHOT = "W:Wf4,a3,g3,b2,d2,h2,a1,e1,g1:Bb8,f8,h8,a7,e7,g7,d6,h6,e3"
"""g3-h4 gives up three men and takes four."""
DRAUGHTS = make_game("draughts", {})


class Sure(Player):
    """Promises this much for the first listed move, and that much for every other."""

    def __init__(self, best: float, others: float) -> None:
        self.best, self.others = best, others

    def choose(self, view: View) -> Action:
        return view.actions()[0]

    def analyse(self, view: View) -> Sequence[tuple[Action, float]]:
        first, *rest = view.actions()
        return [(first, self.best), *((action, self.others) for action in rest)]


def a_record(deal: str, *actions: str) -> Record:
    return Record("draughts", DRAUGHTS.options, ("Dad", "Masha"), deal, actions, None)


def found(record: Record, analyst: str) -> list[Puzzle]:
    adviser = chosen_adviser(DRAUGHTS, analyst)
    questions = [asked(DRAUGHTS, adviser, choice) for choice in choices(DRAUGHTS, record)]
    return [puzzle for each in questions if (puzzle := find_puzzle(each))]


def sure(best: float, others: float) -> str:
    return f"{__file__}:Sure(best={best},others={others})"


START = DRAUGHTS.deal(Stream(0))
FIRST, SECOND = START.actions()[:2]


@pytest.mark.parametrize(
    ("best", "others", "count"),
    [(0.9, 0.6, 1), (1.0, 0.5, 1), (0.84, 0.1, 0), (0.95, 0.7, 0)],
)
def test_a_missed_move_makes_a_puzzle_if_it_is_clearly_best(
    best: float, others: float, count: int
) -> None:
    missed = a_record(START.deal, str(SECOND))
    assert len(found(missed, sure(best, others))) == count


def test_a_move_that_was_found_makes_none() -> None:
    assert found(a_record(START.deal, str(FIRST)), sure(1.0, 0.0)) == []


def test_a_shot_makes_a_puzzle_even_where_it_was_found() -> None:
    (puzzle,) = found(a_record(SHOT, "g3-h4"), "engine")
    assert not puzzle.missed
    assert str(puzzle.best) == "g3-h4"
    assert [str(move) for move in puzzle.line][:4] == ["e3:c1", "b2-c3", "c1:g5", "h4:d8"]


def test_a_missed_shot_is_solved_by_its_move_only() -> None:
    (puzzle,) = found(a_record(SHOT, "f4-g5"), "engine")
    assert puzzle.missed
    assert puzzle.solved_by(DRAUGHTS.read("g3h4"))
    assert not puzzle.solved_by(DRAUGHTS.read("f4-g5"))


def test_puzzles_are_printed_with_solutions_each_once(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    line = a_record(SHOT, "f4-g5").to_line()
    path.write_text(f"{line}\n{line}\n", encoding="utf-8")
    told = CliRunner().invoke(app, ["puzzles", str(path), "--bot", "engine"]).output
    assert told.count("Puzzle") == 1
    assert "Puzzle 1: games.jsonl:1, move 1" in told
    assert "One move is clearly best for white." in told
    assert "Solution: g3-h4 e3:c1 b2-c3 c1:g5 h4:d8" in told
    assert "In the game white played f4-g5." in told


def test_games_without_puzzles_are_told_so(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(a_record(START.deal, "c3-d4").to_line() + "\n", encoding="utf-8")
    told = CliRunner().invoke(app, ["puzzles", str(path), "--bot", "engine(depth=2)"]).output
    assert told == "No position of these games makes a puzzle.\n"


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (["g3-h4"], ["Right: g3-h4", "1 of 1 right."]),
        (["c3-d4", "banana", "g3h4"], ["no piece on c3", "is no move", "Right", "1 of 1"]),
        (["f4-g5"], ["No: g3-h4", "0 of 1 right."]),
        ([""], ["No: g3-h4", "0 of 1 right."]),
        (["q"], ["No puzzle was solved."]),
        ([], ["No puzzle was solved."]),
    ],
)
def test_a_person_is_told_right_or_wrong(
    answers: list[str], told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    rest = iter(answers)

    def ask(prompt: str) -> str:
        assert "your move" in prompt
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    def posed() -> Iterator[Posed]:
        (puzzle,) = found(a_record(SHOT, "f4-g5"), "engine")
        yield DRAUGHTS, str(puzzle.view), puzzle

    solve(posed(), ask)
    printed = capsys.readouterr().out
    for text in told:
        assert text in printed
