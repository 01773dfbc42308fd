"""`igroteka bot`: a bot to begin with, and what is wrong with one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from igroteka.arena import bot_check
from igroteka.arena.bot_check import check_bot
from igroteka.bots import make_player_here
from igroteka.cli.bot.check import asked_for
from tests.cli.conftest import Run
from tests.contract.playing import own_games
from tests.hostile import sloppy

SLOPPY = sloppy.__file__
SLOW = """
import time
from igroteka import Player
class Slow(Player):
    plays = ("durak",)
    def choose(self, view):
        time.sleep(100)
"""


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("game", own_games())
def test_new_writes_a_bot_of_the_game_and_its_test(game: str, igroteka: Run) -> None:
    done = igroteka("bot", "new", game, f"my_{game}.py")
    assert done.status == 0
    name = f"My{game.capitalize()}"
    assert make_player_here(game, f"my_{game}.py:{name}").plays == (game,)
    test = Path(f"test_my_{game}.py").read_text()
    assert f'check_bot(BOT, "{game}")' in test
    assert f"igroteka bot check my_{game}.py" in done.out


@pytest.mark.slow
@pytest.mark.parametrize("game", own_games())
def test_what_new_writes_passes_its_test(game: str, igroteka: Run) -> None:
    assert igroteka("bot", "new", game).status == 0
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_bot.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "2 passed" in done.stdout, done.stdout


@pytest.mark.parametrize("there", ["my_bot.py", "test_my_bot.py"])
def test_new_writes_over_nothing(there: str, igroteka: Run) -> None:
    Path(there).write_text("mine")
    done = igroteka("bot", "new", "durak")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"igroteka: {there} is there already")
    assert [(each.name, each.read_text()) for each in Path().iterdir()] == [(there, "mine")]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "there is no game 'chess'"),
        (["durak", "my-bot.py"], "'my-bot.py' is no name for a bot's file"),
        (["durak", "random.py"], "'random.py' would hide the module of that name"),
        (["durak", "./igroteka.py"], "would hide the module of that name"),
        (["durak", "bot.txt"], "'bot.txt' is no name for a bot's file"),
        (["durak", "nowhere/bot.py"], "nowhere/bot.py can't be written: No such file"),
    ],
)
def test_new_refuses_what_can_not_be(words: list[str], sentence: str, igroteka: Run) -> None:
    done = igroteka("bot", "new", *words)
    assert done.status == 2
    assert sentence in done.err
    assert list(Path().iterdir()) == []


# --- check ---


def test_check_says_what_is_wrong_with_a_bot_that_plays_to_the_end() -> None:
    report = check_bot(f"{SLOPPY}:Sloppy", "substitution")
    problems = {str(each.what): str(each.problem) for each in report.checks if each.problem}
    assert set(problems) == {
        "plays the same with the same seed",
        "leaves the view as it was",
        "begins with any view",
        "can be closed at any time",
        "plays the same in a process of its own",
    }
    repeats = problems["plays the same with the same seed"]
    assert repeats.endswith("all randomness should come from self.rng")
    assert problems["leaves the view as it was"] == "it changed it at its move 1"
    assert "I have missed the beginning (sloppy.py, line " in problems["begins with any view"]
    assert "takes 1 positional argument but 2 were given" in problems["can be closed at any time"]
    assert len(report.settings) == 6


def test_check_ends_with_status_1_and_the_line(igroteka: Run) -> None:
    done = igroteka("bot", "check", f"{SLOPPY}:Fails")
    assert done.status == 1
    assert (
        "NO  plays by the rules to the end, from every seat: turns=40, player 1: exception"
        in done.out
    )
    assert "(sloppy.py, line 34)" in done.out
    assert f'File "{SLOPPY}", line 34, in choose' in done.out
    assert f"{SLOPPY}:Fails is not ready for substitution: 1 of 1 checks failed." in done.out


def test_check_outlives_a_bot_that_dies() -> None:
    report = check_bot(f"{SLOPPY}:Dies", "substitution")
    assert report.problems == [
        "plays by the rules to the end, from every seat: its process ended with status 7"
    ]


def test_check_waits_in_vain_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_check, "MOVE", 0.2)
    Path("slow.py").write_text(SLOW)
    report = bot_check._Checker("slow.py:Slow", "durak").report()
    (problem,) = report.problems
    assert "hang: took more than 0.2 s for a move" in problem
    assert len(report.settings) <= 1


def test_check_takes_a_bot_that_a_file_imports() -> None:
    Path("theirs.py").write_text(SLOW)
    Path("mine.py").write_text("from theirs import Slow\n")
    assert list(asked_for("mine.py:Slow", None)) == [("mine.py:Slow", "durak")]


def test_files_of_like_names_are_not_taken_for_one_another() -> None:
    Path("a.b.py").write_text(SLOW)
    Path("a_b.py").write_text(SLOW.replace("durak", "bridge"))
    found = [
        make_player_here(game, f"{file}:Slow")
        for file, game in (("a.b.py", "durak"), ("a_b.py", "bridge"))
    ]
    assert [player.plays for player in found] == [("durak",), ("bridge",)]


def test_check_takes_every_bot_of_a_file_in_the_games_that_it_plays() -> None:
    Path("two.py").write_text(
        "from igroteka import Player\n\n\nclass Any(Player):\n    def choose(self, view):\n"
        "        return view.actions()[0]\n\n\nclass Cards(Any):\n    plays = ('durak', 'bridge')\n"
    )
    every = [("two.py:Any", game) for game in ("draughts", "durak", "bridge", "substitution")]
    cards = [("two.py:Cards", "durak"), ("two.py:Cards", "bridge")]
    assert sorted(asked_for("two.py", None)) == sorted([*every, *cards])
    assert list(asked_for("two.py:Cards", None)) == cards
    assert list(asked_for("two.py", "bridge")) == [("two.py:Any", "bridge"), cards[1]]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nothing.py"], "there is no file"),
        (["empty.py"], "empty.py has no class derived from igroteka.Player"),
        (
            ["broken.py"],
            "broken.py fails when imported: NameError: name 'x' is not defined",
        ),
        ([f"{SLOPPY}:Fails", "--game", "durak"], "Fails plays substitution, not durak"),
        ([f"{SLOPPY}:Nobody"], "has no class 'Nobody' derived from igroteka.Player"),
        ([f"{SLOPPY}:Fails", "--game", "chess"], "there is no game 'chess'"),
    ],
)
def test_check_refuses_what_can_not_be(words: list[str], sentence: str, igroteka: Run) -> None:
    Path("empty.py").write_text("")
    Path("broken.py").write_text("x\n")
    done = igroteka("bot", "check", *words)
    assert (done.status, done.out) == (2, "")
    assert sentence in done.err
    assert len(done.err.splitlines()) == 1


def test_a_bot_for_another_game_is_refused_before_a_match(igroteka: Run) -> None:
    done = igroteka("match", "durak", f"{SLOPPY}:Fails", "random")
    assert (done.status, done.err) == (
        2,
        "igroteka: Fails plays substitution, not durak; see `igroteka match --help`\n",
    )
