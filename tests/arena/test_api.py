"""`from igroteka import arena`: matches and tournaments as calls of a program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from igroteka import Action, BadOption, IgrotekaError, Player, View, arena
from tests.cli.conftest import Run
from tests.cli.conftest import igroteka as igroteka

SMALL = {"turns": 10}
MY_BOT = f"{Path(__file__).parents[2] / 'examples' / 'my_bot.py'}:MyBot"
"""Like the bots of this program, it is none that a kernel could play."""


class Last(Player):
    """A bot of this program: the last action."""

    def choose(self, view: View) -> Action:
        return str(view.actions()[-1])


class Fails(Player):
    """One that raises."""

    def choose(self, view: View) -> Action:
        raise RuntimeError("no <idea>")


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_a_match_is_the_same_as_that_of_the_command(igroteka: Run, tmp_path: Path) -> None:
    bots, record = [MY_BOT, "random"], tmp_path / "games.jsonl"
    result = arena.play_match("substitution", bots, 20, 3, SMALL, jobs=1, records=record)
    command = ["match", "substitution", *bots, "--games", "20", "--seed", "3", "--jobs", "1"]
    printed = json.loads(igroteka(*command, "--option", "turns=10", "--json").out)
    del printed["command"]
    times = {"seconds": 0, "move_seconds": []}
    assert result.to_dict() | times == printed | times
    assert len(record.read_text().splitlines()) == 20


def test_a_match_tells_its_figures_and_shows_itself() -> None:
    result = arena.play_match("substitution", [Last, "random"], 20, 3, SMALL, jobs=1)
    assert result.games == 20
    assert result.score.low <= result.score.value <= result.score.high
    assert result.elo is not None
    assert result.elo.low <= result.elo.high
    assert "last" not in result.rows()[0]
    first = result.rows()[0]
    assert first["player"] == "Last"
    assert first["score"] == pytest.approx(result.score.value, abs=1e-4)
    head, *lines = result.table().splitlines()
    assert head.split()[:3] == ["player", "wins", "draws"]
    assert [line.split()[0] for line in lines] == ["Last", "random"]
    assert repr(result) == result.table()
    assert result._repr_html_().startswith("<table><tr><th>player</th><th>wins</th>")


def test_a_tournament_ranks_its_players() -> None:
    result = arena.play_tournament("substitution", ["random", MY_BOT, Last], 4, 1, SMALL, jobs=1)
    rows = result.rows()
    assert {row["player"] for row in rows} == {"random", MY_BOT, "Last"}
    assert [row["rating"] for row in rows] == sorted((row["rating"] for row in rows), reverse=True)
    assert len(result.to_dict()["cells"]) == 3


@pytest.mark.parametrize("game", ["substitution", "durak"])
def test_a_class_of_the_program_plays_in_all_workers(game: str) -> None:
    result = arena.play_match(game, [Last, "random"], games=6, jobs=2)
    assert result.faults == []
    assert result.to_dict()["players"] == ["Last", "random"]


def test_a_function_that_makes_a_bot_gives_it_its_name() -> None:
    def fearless() -> Player:
        return Last()

    result = arena.play_match("substitution", [fearless, Last], 2, 1, SMALL, jobs=1)
    assert [row["player"] for row in result.rows()] == ["fearless", "Last"]
    assert [row["draws"] for row in result.rows()] == [2, 2]


def test_a_bot_that_was_changed_is_another() -> None:
    """So that a journal of what an earlier version played is not taken for its own."""
    plans = [
        arena.play_match("substitution", [Last, "random"], 2, 1, SMALL, jobs=1).result.plan.run
        for _ in range(2)
    ]
    assert plans[0] != plans[1]


def test_faults_are_told_with_their_line() -> None:
    result = arena.play_match("substitution", [Fails, "random"], 2, 1, SMALL, jobs=1)
    (fault,) = result.faults
    assert (fault["player"], fault["kind"], fault["games"]) == ("Fails", "exception", 2)
    assert "RuntimeError: no <idea> (test_api.py, line " in result.table()
    assert "no &lt;idea&gt; (test_api.py, line " in result._repr_html_()
    assert 'raise RuntimeError("no <idea>")' in result.traces[0]


@pytest.mark.parametrize(
    ("game", "bots", "options", "sentence"),
    [
        ("chess", ["random", "random"], {}, "there is no game 'chess'"),
        ("durak", ["random", "nobody"], {}, "there is no bot 'nobody' for durak"),
        ("durak", ["random", "./none.py:Bot"], {}, "there is no file"),
        ("durak", ["random", "random"], {"cards": 37}, "cards"),
        ("durak", ["random"], {}, "durak is played by 2 sides, but 1 bot is named"),
    ],
)
def test_what_can_not_be_played_is_refused(
    game: str, bots: list[str], options: dict[str, str | int], sentence: str
) -> None:
    with pytest.raises(IgrotekaError, match=sentence):
        arena.play_match(game, bots, options=options)


def test_a_bot_of_the_program_needs_a_name_of_its_own() -> None:
    def random() -> Player:
        return Last()

    for bot in (random, lambda: Last()):
        with pytest.raises(BadOption, match="needs a name of its own"):
            arena.play_match("durak", [bot, "greedy"])


def test_two_bots_of_one_name_are_refused_and_one_may_meet_itself() -> None:
    def maker() -> type[Player]:
        class Last(Player):
            def choose(self, view: View) -> Action:
                return str(view.actions()[0])

        return Last

    with pytest.raises(BadOption, match="two bots of this program have the name 'Last'"):
        arena.play_match("substitution", [Last, maker()], 2, 1, SMALL)
    assert arena.play_match("substitution", [Last, Last], 2, 1, SMALL, jobs=1).games == 2


@pytest.mark.parametrize("games", [0, -5])
def test_fewer_games_than_one_are_refused(games: int) -> None:
    for play in (arena.play_match, arena.play_tournament):
        with pytest.raises(BadOption, match="games: at least 1"):
            play("durak", ["random", "greedy"], games=games)


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_a_move_has_some_time(seconds: float) -> None:
    with pytest.raises(BadOption, match="move_time: above 0 seconds"):
        arena.play_match("durak", ["random", "greedy"], games=2, move_time=seconds)


def test_of_three_there_is_no_elo_difference_but_how_often_each_was_last() -> None:
    bots = ["random", "greedy", "random"]
    result = arena.play_match("durak", bots, 12, options={"players": 3}, jobs=1)
    assert result.elo is None
    assert [row["last"] for row in result.rows()] == result.to_dict()["last"]


def test_a_tournament_of_three_at_a_table_tells_how_often_each_was_last() -> None:
    bots = ["random", "greedy", "mplayer1"]
    rows = arena.play_tournament("durak", bots, 12, options={"players": 3}, jobs=1).rows()
    match = arena.play_match("durak", bots, 12, options={"players": 3}, jobs=1)
    last = dict(zip(bots, match.to_dict()["last"], strict=True))
    assert {row["player"]: row["last"] for row in rows} == last


@pytest.mark.parametrize(("play", "games"), [(arena.play_match, 4), (arena.play_tournament, 6)])
def test_two_play_whole_blocks(play: Any, games: int) -> None:
    told = play("substitution", ["random", "short"], 3, options=SMALL, jobs=1).to_dict()
    assert (told["asked"], told["games"]) == (3, games)


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    code = "import sys; from igroteka import arena; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = arena.nothing
