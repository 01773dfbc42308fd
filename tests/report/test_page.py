"""The page of a run: complete, self-contained, with games that open."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.plan import match_plan, tournament_plan
from igroteka.arena.results import MatchResult, TournamentResult
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.registry import make_game
from igroteka.report import page
from igroteka.report.listings import all_rows


@pytest.fixture
def tournament(tmp_path: Path) -> TournamentResult:
    game = make_game("substitution", {"turns": "10"})
    plan = tournament_plan(game, ["random", "short", "search"], 3, seed=1)
    result = TournamentResult(plan)
    with RunFile(plan, tmp_path / "run.jsonl") as file:
        for played in play_plan(plan, file, lambda: process_pool(1), 1):
            result.add(played)
    return result


def _embedded(text: str, name: str) -> object:
    found = re.search(rf"const {name} = (.*);\n", text)
    assert found is not None
    return json.loads(found[1])


def test_a_page_carries_its_games_step_by_step(
    tournament: TournamentResult, tmp_path: Path
) -> None:
    page.write_page(tournament, tmp_path / "run.html", tmp_path / "run.jsonl")
    text = (tmp_path / "run.html").read_text()
    packed = _embedded(text, "packed")
    assert isinstance(packed, dict)
    assert len(packed) == 27
    frames = json.loads(zlib.decompress(base64.b64decode(packed["5"])))
    line = tournament.lines[4]
    assert line.scores is not None
    assert f"Game over: {line.scores[0]:g} to {line.scores[1]:g}." in frames[-1]
    assert all("dice" in frame or "player" in frame for frame in frames)


def test_a_page_needs_nothing_from_elsewhere(tournament: TournamentResult, tmp_path: Path) -> None:
    page.write_page(tournament, tmp_path / "run.html", tmp_path / "run.jsonl")
    text = (tmp_path / "run.html").read_text()
    assert "<svg" in text
    assert not re.findall(r'(?:src|href)\s*=\s*"', text)
    assert set(re.findall(r"https?://[^\"' ]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_a_page_within_its_budget_has_a_game_of_every_seating_first(
    tournament: TournamentResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "BUDGET", 9000)
    page.write_page(tournament, tmp_path / "run.html", tmp_path / "run.jsonl")
    packed = _embedded((tmp_path / "run.html").read_text(), "packed")
    assert isinstance(packed, dict)
    seatings = {tournament.lines[int(number) - 1].players for number in packed}
    assert 1 < len(packed) == len(seatings) < 27


def test_markdown_and_names_are_escaped() -> None:
    game = make_game("substitution", {"turns": "2"})
    plan = match_plan(game, ["random", "short"], 2, seed=1)
    result = MatchResult(plan)
    with RunFile(plan) as file:
        for played in play_plan(plan, file, lambda: process_pool(1), 1):
            result.add(played)
    markdown = all_rows(result)[0].to_markdown()
    assert "| random |" in markdown
    assert "| --- | --- |" in markdown
