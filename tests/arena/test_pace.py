"""How long moves took: kept in little room, put together in any order."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from statistics import median, quantiles

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.match import Limits
from igroteka.arena.pace import Pace
from igroteka.arena.plan import match_plan
from igroteka.arena.results import MatchResult
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.registry import make_game
from igroteka.report.csv_file import to_csv
from igroteka.report.listings import pace_rows


def _times(count: int, seed: int = 1) -> list[float]:
    rng = random.Random(seed)
    return [rng.lognormvariate(-6, 2) for _ in range(count)]


def test_quantiles_are_right_to_within_a_twentieth() -> None:
    times = _times(20_000)
    pace = Pace(times)
    assert pace.moves == 20_000
    assert pace.quantile(0.5) == pytest.approx(median(times), rel=0.05)
    assert pace.quantile(0.99) == pytest.approx(quantiles(times, n=100)[-1], rel=0.07)
    assert pace.worst == max(times)


def test_a_hundred_thousand_moves_take_no_more_room_than_the_classes() -> None:
    assert len(json.dumps(Pace(_times(100_000)).to_json())) < 2500


def test_games_are_put_together_in_any_order() -> None:
    games = [_times(50, seed) for seed in range(8)]
    kept = [json.loads(json.dumps(Pace(game).to_json())) for game in games]
    one, other = Pace(), Pace()
    for each in kept:
        one.merge(each)
    for each in reversed(kept):
        other.merge(each)
    assert (
        one.to_json()
        == other.to_json()
        == Pace([each for game in games for each in game]).to_json()
    )


def test_no_moves_are_no_pace() -> None:
    assert (Pace().moves, Pace().worst, Pace().quantile(0.5)) == (0, 0.0, 0.0)


def _result(path: Path, limits: Limits | None = None) -> MatchResult:
    plan = match_plan(make_game("substitution", {"turns": "6"}), ["random", "short"], 4, 1, limits)
    result = MatchResult(plan)
    with RunFile(plan, path) as file:
        for played in play_plan(plan, file, lambda: process_pool(1), 1):
            result.add(played)
    return result


def test_moves_are_timed_where_games_are_played_move_by_move(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    result = _result(path, Limits(move=30))
    told = {each["player"]: each for each in result.to_json()["move_seconds"]}
    assert set(told) == {"random", "short"}
    for each in told.values():
        assert 0 < each["median"] <= each["p99"] <= each["worst"] < 30
        assert each["moves"] >= 8
    again = _result(path, Limits(move=30))
    assert again.to_json()["move_seconds"] == result.to_json()["move_seconds"], "read from its file"
    rows = pace_rows(result)
    assert rows is not None
    assert [line[0] for line in rows.lines] == ["random", "short"]


def test_who_made_no_moves_has_a_dash(tmp_path: Path) -> None:
    result = _result(tmp_path / "run.jsonl", Limits(move=30))
    result.paces["short"] = Pace()
    rows = pace_rows(result)
    assert rows is not None
    assert rows.lines[1] == ["short", "0", "–", "–", "–"]
    told = result.to_json()["move_seconds"][1]
    assert told == {"player": "short", "moves": 0, "median": None, "p99": None, "worst": None}
    assert list(csv.reader(to_csv(result).splitlines()))[2][-4:] == ["", "", "", ""]


def test_a_kernel_times_no_moves(tmp_path: Path) -> None:
    result = _result(tmp_path / "run.jsonl")
    assert result.to_json()["move_seconds"] == []
    assert pace_rows(result) is None
