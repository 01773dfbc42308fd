"""Standings while games are played: on a terminal, seldom, and nowhere else."""

from __future__ import annotations

import itertools
import time

import pytest
from rich.console import Console

from igroteka.arena.match import Limits
from igroteka.arena.plan import match_plan, tournament_plan
from igroteka.arena.results import MatchResult, Results
from igroteka.arena.tournament_result import TournamentResult
from igroteka.arena.worker import Chunk, Keep, play_chunk
from igroteka.cli.run_plan import Standings, progress_bar
from igroteka.registry import make_game
from igroteka.report.listings import Rows, standing_rows

ROWS = Rows("Standings", ["player", "games", "score", ""], [["Anna", "8", "75.0%", "± 20.0%"]])


def _play(result: Results, games: int) -> None:
    plan = result.plan
    blocks = tuple(itertools.islice(plan.blocks(), games // 2))
    for played in play_chunk(Chunk(plan.game, blocks, plan.seed, Limits(), "", Keep.RESULTS)).games:
        result.add(played)


def test_before_the_first_game_nobody_stands_anywhere() -> None:
    plan = match_plan(make_game("durak", {}), ["random", "greedy"], 10, seed=1)
    assert standing_rows(MatchResult(plan)).lines == []


def test_the_better_one_stands_first() -> None:
    plan = match_plan(make_game("durak", {}), ["random", "greedy"], 40, seed=1)
    result = MatchResult(plan)
    _play(result, 20)
    first, second = standing_rows(result).lines
    assert (first[:2], second[:2]) == (["greedy", "20"], ["random", "20"])
    assert float(first[2].rstrip("%")) + float(second[2].rstrip("%")) == pytest.approx(100)
    assert first[3] == second[3]


def test_who_has_not_yet_played_is_left_out() -> None:
    bots = ["random", "greedy", "mplayer1"]
    result = TournamentResult(tournament_plan(make_game("durak", {}), bots, 20, seed=1))
    _play(result, 10)
    assert [line[0] for line in standing_rows(result).lines] == ["greedy", "random"]


def test_standings_are_counted_at_most_twice_a_second() -> None:
    asked = 0

    def rows() -> Rows:
        nonlocal asked
        asked += 1
        return ROWS

    standings = Standings(rows)
    until = time.monotonic() + 0.7
    while time.monotonic() < until:
        standings.now(40)
    assert asked == 2


def test_as_many_players_are_shown_as_there_is_room_for() -> None:
    many = ROWS._replace(lines=[[f"bot {number}", "8", "50.0%", ""] for number in range(99)])
    console = Console(width=80)
    with console.capture() as shown:
        console.print(Standings(lambda: many).now(16))
    assert "bot 9" in shown.get()
    assert "bot 10" not in shown.get()


@pytest.mark.parametrize("terminal", [True, False])
def test_standings_are_for_terminals_only(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1" if terminal else "0")
    monkeypatch.delenv("IGROTEKA_PROGRESS", raising=False)
    with progress_bar("durak", 10, 0, Standings(lambda: ROWS)) as advance:
        advance(10)
    said = capsys.readouterr()
    assert said.out == ""
    assert ("Anna" in said.err) is terminal
    assert bool(said.err) is terminal
