"""A result as CSV: columns as documented, figures as in the JSON."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import TypeVar

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.plan import Plan, match_plan, tournament_plan
from igroteka.arena.results import MatchResult
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.tournament_result import TournamentResult
from igroteka.registry import make_game
from igroteka.report.csv_file import COLUMNS, to_csv

R = TypeVar("R", MatchResult, TournamentResult)
Rows = dict[tuple[str, str], dict[str, str]]


def _played(plan: Plan, result: R, folder: Path) -> R:
    with RunFile(plan, folder / "run.jsonl") as file:
        for played in play_plan(plan, file, lambda: process_pool(1), 1):
            result.add(played)
    return result


def _rows(result: MatchResult | TournamentResult) -> Rows:
    read = csv.DictReader(io.StringIO(to_csv(result)))
    return {(row["player"], row["opponent"]): row for row in read}


def test_a_match_has_a_row_for_each_player(tmp_path: Path) -> None:
    plan = match_plan(make_game("durak", {}), ["greedy", "random"], 20, seed=1)
    result = _played(plan, MatchResult(plan), tmp_path)
    rows = _rows(result)
    assert set(rows) == {("greedy", "random"), ("random", "greedy")}
    first, second = rows.values()
    assert [int(first[name]) for name in ("games", "wins", "losses", "draws")] == [
        *(20, *result.pairing.wins, result.pairing.draws)
    ]
    assert (first["wins"], first["losses"]) == (second["losses"], second["wins"])
    assert float(first["score"]) == pytest.approx(result.score.value, rel=1e-5)
    assert float(first["score_low"]) == pytest.approx(result.score.low, rel=1e-5)
    assert float(first["elo"]) == pytest.approx(-float(second["elo"]), rel=1e-5)
    assert first["margin"] == first["last"] == first["moves"] == ""


def test_a_tournament_has_players_first_and_then_pairs(tmp_path: Path) -> None:
    plan = tournament_plan(make_game("durak", {}), ["random", "greedy", "mplayer1"], 4, seed=1)
    result = _played(plan, TournamentResult(plan), tmp_path)
    rows = _rows(result)
    assert [opponent == "" for _, opponent in rows] == [True] * 3 + [False] * 6
    cells = result.cells()
    assert int(rows["random", "greedy"]["first_wins"]) == cells[0][1].wins
    assert int(rows["greedy", "random"]["first_losses"]) == cells[1][0].losses
    for player in result.players:
        own = rows[player, ""]
        against = [row for (name, other), row in rows.items() if name == player and other]
        for column in ("games", "wins", "losses", "draws"):
            assert int(own[column]) == sum(int(row[column]) for row in against)


def test_a_board_has_its_margin_from_both_sides(tmp_path: Path) -> None:
    plan = match_plan(make_game("bridge", {}), ["simple", "random"], 2, seed=1)
    first, second = _rows(_played(plan, MatchResult(plan), tmp_path)).values()
    assert float(first["margin"]) == -float(second["margin"])
    assert float(first["margin_low"]) == -float(second["margin_high"])
    assert float(first["move_median"]) > 0
    assert first["first_wins"] == ""


def test_every_column_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")
    section = text.partition("## CSV")[2].partition("\n## ")[0]
    heads = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert tuple(name for head in heads for name in re.findall(r"`(\w+)`", head)) == COLUMNS
