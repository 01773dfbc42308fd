"""The page of a run: complete, self-contained, with games that open."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from igroteka.arena.executors import process_pool
from igroteka.arena.match import Match
from igroteka.arena.plan import match_plan, tournament_plan
from igroteka.arena.results import MatchResult
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.tournament_result import TournamentResult
from igroteka.basics.batch import Seeds
from igroteka.bots import make_player
from igroteka.contract import Game
from igroteka.records.record import Record, read_records
from igroteka.registry import make_game
from igroteka.report import page, pieces
from igroteka.report.frames import replay_frames
from igroteka.report.listings import all_rows
from tests.web.browsing import chromium, needs_chromium


@pytest.fixture(scope="module")
def run_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("run") / "run.jsonl"


@pytest.fixture(scope="module")
def tournament(run_file: Path) -> TournamentResult:
    game = make_game("substitution", {"turns": "10"})
    plan = tournament_plan(game, ["random", "short", "search"], 3, seed=1)
    result = TournamentResult(plan)
    with RunFile(plan, run_file) as file:
        for played in play_plan(plan, file, lambda: process_pool(1), 1):
            result.add(played)
    return result


def _embedded(text: str, name: str) -> Any:
    found = re.search(rf"const {re.escape(name)} = (.*);\n", text)
    assert found is not None
    return json.loads(found[1])


def _frames(packed: str, number: int) -> list[str]:
    """What the page's script makes of a piece: a 0 is the line of the frame before."""
    told = json.loads(zlib.decompress(base64.b64decode(packed)))[str(number)]
    frames, lines = [], list[str]()
    for changes in told:
        lines = [lines[place] if line == 0 else line for place, line in enumerate(changes)]
        frames.append("\n".join(lines))
    return frames


def test_a_page_carries_its_games_step_by_step(
    tournament: TournamentResult, run_file: Path, tmp_path: Path
) -> None:
    assert page.write_page(tournament, tmp_path / "run.html", run_file) == 0
    text = (tmp_path / "run.html").read_text()
    games = _embedded(text, "games")
    assert [game[0] for game in games] == list(range(1, 19))
    frames = _frames(_embedded(text, "packed")[str(games[4][3])], 5)
    line = tournament.lines[4]
    assert line.scores is not None
    assert f"Game over: {line.scores[0]:g} to {line.scores[1]:g}." in frames[-1]
    assert all("dice" in frame or "player" in frame for frame in frames)
    record = list(read_records(run_file))[4]
    assert frames == replay_frames(tournament.plan.game, record)[0]


def test_a_page_needs_nothing_from_elsewhere(
    tournament: TournamentResult, run_file: Path, tmp_path: Path
) -> None:
    page.write_page(tournament, tmp_path / "run.html", run_file)
    text = (tmp_path / "run.html").read_text()
    assert "<svg" in text
    assert not re.findall(r'(?:src|href)\s*=\s*"', text)
    assert set(re.findall(r"https?://[^\"' ]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert not (tmp_path / "run.games").exists()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five games a piece, and a page that has room for one piece."""
    monkeypatch.setattr(pieces, "GAMES", 5)
    monkeypatch.setattr(page, "WITHIN", 10)


@pytest.mark.usefixtures("small")
def test_games_that_do_not_fit_a_page_are_in_files_beside_it(
    tournament: TournamentResult, run_file: Path, tmp_path: Path
) -> None:
    size = page.write_page(tournament, tmp_path / "run.html", run_file)
    text = (tmp_path / "run.html").read_text()
    assert list(_embedded(text, "packed")) == ["0"]
    files = {file.stem: file.read_text() for file in (tmp_path / "run.games").iterdir()}
    assert set(files) == {"1", "2", "3"}
    assert size == pytest.approx(sum(map(len, files.values())), rel=0.05)
    for number, _, _, piece in _embedded(text, "games"):
        if piece:
            run, place, packed = json.loads("[" + files[str(piece)][len("take_piece(") : -3] + "]")
            assert (run, place) == (tournament.plan.run, piece)
            assert "player 1" in _frames(packed, number)[0]


@pytest.mark.usefixtures("small")
def test_files_of_a_page_that_was_there_before_do_not_stay(
    tournament: TournamentResult, run_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run.games"
    folder.mkdir()
    (folder / "7.js").write_text('take_piece("another run",7,"");\n')
    (folder / "8.js").write_text("alert('somebody has written me')\n")
    page.write_page(tournament, tmp_path / "run.html", run_file)
    assert {file.name for file in folder.iterdir()} == {"1.js", "2.js", "3.js", "8.js"}
    (folder / "8.js").unlink()
    monkeypatch.setattr(page, "WITHIN", 10_000_000)
    page.write_page(tournament, tmp_path / "run.html", run_file)
    assert not folder.exists()


@pytest.mark.usefixtures("small")
def test_a_game_of_every_seating_comes_first(
    tournament: TournamentResult, run_file: Path, tmp_path: Path
) -> None:
    page.write_page(tournament, tmp_path / "run.html", run_file)
    text = (tmp_path / "run.html").read_text()
    first = [seating for _, seating, _, piece in _embedded(text, "games") if piece == 0]
    assert len(first) == len(set(first)) == 5


@pytest.mark.usefixtures("small")
def test_a_run_beyond_all_bounds_names_the_command(
    tournament: TournamentResult, run_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "BESIDE", 10)
    assert page.write_page(tournament, tmp_path / "run.html", run_file) == 0
    text = (tmp_path / "run.html").read_text()
    assert sum(game[3] is None for game in _embedded(text, "games")) == 13
    assert "igroteka replay games.jsonl:" in text


@needs_chromium
@pytest.mark.usefixtures("small")
def test_any_game_opens_in_a_browser(
    tournament: TournamentResult, run_file: Path, tmp_path: Path
) -> None:
    page.write_page(tournament, tmp_path / "run.html", run_file)
    with chromium() as browser:
        opened = browser.new_page()
        opened.goto(f"file://{tmp_path / 'run.html'}")
        assert opened.locator("#list li").count() == 18
        for number in (1, 18):
            opened.fill("#number", str(number))
            opened.click("#filters button")
            opened.wait_for_selector("#viewer[open]")
            opened.keyboard.press("End")
            scores = tournament.lines[number - 1].scores
            assert scores is not None
            assert f"Game over: {scores[0]:g} to {scores[1]:g}." in opened.inner_text("#frame")
            opened.click("#close")
        opened.select_option(
            "#result", "drawn" if opened.locator("option[value=drawn]").count() else "won by random"
        )
        assert 0 < opened.locator("#list li").count() < 18


def test_hands_of_a_finished_game_lie_open_and_of_another_do_not() -> None:
    game = make_game("durak", {})
    whole = _played(game)
    deck = whole.deal.split(" / ")[0].split()
    first = replay_frames(game, whole)[0][0]
    assert all(card in first for card in deck)
    unfinished = replace(whole, scores=None)
    spectated = replay_frames(game, unfinished)[0][0]
    assert sum(card in spectated for card in deck) <= 2, "the trump, and one that was shown for it"
    own = replay_frames(game, whole, seat=0)[0][0]
    assert all(card in own for card in deck[:6])
    assert sum(card in own for card in deck[6:]) <= 2


def test_all_four_hands_of_a_finished_board_lie_open() -> None:
    game = make_game("bridge", {})
    whole = _played(game)
    spectated = replay_frames(game, replace(whole, scores=None))[0]
    opened = replay_frames(game, whole)[0]
    assert spectated[0].count("13 cards") == 4
    assert "13 cards" not in opened[0]
    assert opened[-1] == spectated[-1]


def _played(game: Game) -> Record:
    players = [make_player(game.name, "random") for _ in range(game.seats)]
    return Match(game, players, ["random"] * game.seats, Seeds.of_game(1, 0, game.seats)).play()


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
