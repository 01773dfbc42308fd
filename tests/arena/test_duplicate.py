"""Matches that count deals: every deal is played in both seatings, and the plays are compared."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.plan import Plan, match_plan, tournament_plan
from igroteka.arena.results import MatchResult
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.tournament_result import TournamentResult
from igroteka.arena.worker import Played
from igroteka.basics.intervals import mean_interval
from igroteka.contract import Game, Play
from igroteka.registry import make_game
from igroteka.report.listings import all_rows
from tests.hostile import bots as hostile

BRIDGE = make_game("bridge", {})


def played(plan: Plan, path: Path, most: int | None = None) -> list[Played]:
    with RunFile(plan, path) as file:
        return list(islice(play_plan(plan, file, lambda: process_pool(2), 2), most))


def result_of(plan: Plan, path: Path) -> MatchResult:
    result = MatchResult(plan)
    for each in played(plan, path):
        result.add(each)
    return result


def test_a_game_of_a_duplicate_match_is_a_deal_at_two_tables(tmp_path: Path) -> None:
    plan = match_plan(BRIDGE, ["simple", "random"], 3, seed=1)
    games = played(plan, tmp_path / "a.jsonl")
    assert len(games) == plan.total == 6
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.record.deal == second.record.deal
        assert first.record.players == ("simple", "random") * 2
        assert second.record.players == ("random", "simple") * 2


def test_a_match_tells_imps_a_board_with_their_interval(tmp_path: Path) -> None:
    result = result_of(match_plan(BRIDGE, ["simple", "random"], 8, seed=1), tmp_path / "a.jsonl")
    told = json.loads(json.dumps(result.to_json()))
    assert told["games"] == 8
    assert told["wins"][0] + told["wins"][1] + told["draws"] == 8
    assert told["score"] == (told["wins"][0] + told["draws"] / 2) / 8
    low, high = told["imps_interval"]
    assert 5 < low < told["imps_per_board"] < high
    texts = [text for rows in all_rows(result) for text in (rows.title, *rows.head)]
    assert any("8 boards of bridge" in text and "IMPs a board" in text for text in texts)


def test_other_games_count_every_play(tmp_path: Path) -> None:
    game = make_game("substitution", {"turns": "5"})
    result = result_of(match_plan(game, ["random", "short"], 6, seed=1), tmp_path / "a.jsonl")
    assert result.games == 6
    assert not any("imps" in key for key in result.to_json())


def test_an_interrupted_match_goes_on_at_a_whole_board(tmp_path: Path) -> None:
    plan = match_plan(BRIDGE, ["simple", "random"], 4, seed=2)
    whole = result_of(plan, tmp_path / "whole.jsonl").to_json()
    path = tmp_path / "cut.jsonl"
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3]))
    again = result_of(plan, path).to_json()
    for told in (whole, again):
        del told["seconds"], told["move_seconds"]
    assert again == whole


def test_a_tournament_counts_a_board_for_both(tmp_path: Path) -> None:
    plan = tournament_plan(BRIDGE, ["simple", "random"], 3, seed=1)
    result = TournamentResult(plan)
    for each in played(plan, tmp_path / "a.jsonl"):
        result.add(each)
    cells = result.to_json()["cells"]
    assert cells[0][1] == {"wins": 3, "losses": 0, "draws": 0}
    assert cells[1][0] == {"wins": 0, "losses": 3, "draws": 0}
    assert cells[0][0] == {"wins": 0, "losses": 0, "draws": 0}
    assert all_rows(result, 20)


def test_a_fault_costs_the_board(tmp_path: Path) -> None:
    cheat = f"{hostile.__file__}:Cheats"
    result = result_of(match_plan(BRIDGE, [cheat, "simple"], 2, seed=1), tmp_path / "a.jsonl")
    told = result.to_json()
    assert told["wins"] == [0, 2]
    assert told["imps_per_board"] == -24
    assert told["faults"][0]["games"] == 4


@pytest.mark.parametrize(
    ("plays", "imps"),
    [
        ([Play(0, (420, -420, 420, -420)), Play(1, (420, -420, 420, -420))], 0),
        ([Play(0, (420, -420, 420, -420)), Play(1, (170, -170, 170, -170))], 6),
        ([Play(0, (-50, 50, -50, 50)), Play(1, (620, -620, 620, -620))], -12),
        ([Play(0, None, faulty=0), Play(1, (420, -420, 420, -420))], -12),
        ([Play(0, None, faulty=1), Play(1, (420, -420, 420, -420))], 12),
        ([Play(0, None, faulty=0), Play(1, None, faulty=0)], 0),
        ([Play(0, None, faulty=0), Play(1, None, faulty=1)], -24),
    ],
)
def test_the_margin_of_a_board(plays: list[Play], imps: int) -> None:
    assert BRIDGE.margin(plays) == imps


def test_a_game_without_duplicate_has_no_margin() -> None:
    game: Game = make_game("substitution", {})
    with pytest.raises(NotImplementedError, match="not played in duplicate"):
        game.margin([])


def test_the_interval_of_a_mean_is_student_s() -> None:
    mean, low, high = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert mean == 2.5
    assert (round(low, 4), round(high, 4)) == (0.4457, 4.5543)
    assert mean_interval([3.0]) == (3.0, float("-inf"), float("inf"))
