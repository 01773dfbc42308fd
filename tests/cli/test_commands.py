"""The command line as people use it: what it prints, what it refuses, how it stops and goes on."""

from __future__ import annotations

import json
import math
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import ROOT, igroteka, json_of, python_m_igroteka
from tests.interrupting import interruptible

BOTS = "random,short,search(depth=1)"
HELP = "; see `igroteka match --help`\n"


def test_games_and_bots_are_listed() -> None:
    assert "substitution: " in python_m_igroteka("games").stdout
    listed = igroteka("bots", "substitution").stdout
    assert "search(depth=4)" in listed
    assert "mixed(w1=1, w2=1, w3=1, w4=1)" in listed


def test_doctor_finds_everything_well() -> None:
    done = igroteka("doctor")
    assert done.returncode == 0, done.stdout
    assert "FAIL" not in done.stdout
    assert "fast games of durak, substitution" in done.stdout


def test_match_prints_one_object() -> None:
    found = json_of("match", "substitution", "search", "random", "--games", "60", "--seed", "3")
    assert found["players"] == ["search", "random"]
    assert found["games"] == 60
    assert found["wins"][0] + found["wins"][1] + found["draws"] == 60
    assert found["interval"][0] <= found["score"] <= found["interval"][1] <= 1
    assert found["faults"] == []
    assert found["options"]["turns"] == "200"
    assert found["seconds"] > 0


def test_the_command_that_a_result_tells_plays_the_same_again(tmp_path: Path) -> None:
    typed = ["match", "substitution", "search(depth=1)", "random", "--games", "6"]
    wide = ["--option", "turns=10", "--csv", str(tmp_path / "a b.csv"), "--jobs", "1"]
    first = json.loads(python_m_igroteka(*typed, *wide, "--json").stdout)
    words = shlex.split(first["command"])
    assert words == ["igroteka", *typed, "--seed", "1", "--option", "turns=10"]
    again = json_of(*words[1:])
    assert again["fingerprint"] == first["fingerprint"]
    for told in (first, again):
        del told["seconds"]
    assert again == first
    assert set(first["versions"]) >= {"igroteka", "numpy", "python"}
    assert (tmp_path / "a b.csv").read_text().startswith("player,opponent,games,")


def test_tournament_prints_cells_of_the_row_moving_first() -> None:
    found = json_of("tournament", "substitution", "--bots", BOTS, "--games", "20", "--seed", "1")
    assert found["players"] == ["random", "short", "search(depth=1)"]
    for first, row in enumerate(found["cells"]):
        for second, cell in enumerate(row):
            assert sum(cell.values()) == (20 if first != second else 0)
    assert [each["player"] for each in found["ratings"]] == found["players"]


def test_output_is_the_same_for_any_number_of_workers() -> None:
    words = ("tournament", "substitution", "--bots", BOTS, "--games", "30", "--seed", "1")
    one, two = json_of(*words, "--jobs", "1"), json_of(*words, "--jobs", "2")
    assert one.pop("seconds") != two.pop("seconds")
    assert one == two


def test_letters_are_written_into_a_pipe_that_would_not_take_them() -> None:
    command = [sys.executable, "-m", "igroteka", "club", "movement", "--pairs", "4"]
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    command += ["--kind", "howell", "--language", "ru"]
    shown = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert "Ховелл" in shown.stdout.decode("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("match", "chess", "a", "b"), "there is no game 'chess'"),
        (("match", "substitution", "random", "rnd"), "there is no bot 'rnd'"),
        (
            ("match", "substitution", "random"),
            f"is played by 2 sides, but 1 bot is named{HELP}",
        ),
        (
            ("match", "draughts", "a", "b", "c"),
            f"is played by 2 sides, but 3 bots are named{HELP}",
        ),
        (
            ("match", "durak", "random", "random", "random"),
            "durak is played by 2 sides, but 3 bots are named; with --option players=3 they can",
        ),
        (("match", "substitution", "random", "search(depth=x)"), "depth should be a whole number"),
        (("match", "substitution", "random", "search(deep=1)"), "has no parameter 'deep'"),
        (("match", "substitution", "random", "search("), "'search(' is no bot"),
        (("match", "substitution", "random", "random", "--option", "turns"), "written NAME=VALUE"),
        (("match", "substitution", "random", "random", "--option", "x=1"), "has no option 'x'"),
        (
            ("match", "substitution", "random", "random", "--option", "grammar=A->a"),
            "starts with S",
        ),
        (("match", "substitution", "random", "random", "--games", "0"), "--games"),
        (("match", "substitution", "random", "random", "--sprt", "5"), "two rising Elo"),
        (
            ("match", "substitution", "random", "random", "--sprt", "0,5", "--alpha", "0.6"),
            "below 0.5",
        ),
        (("match", "durak", "random", "random", "--beta", "0.1"), "tell it by --sprt"),
        (
            ("match", "durak", "a", "b", "c", "--option", "players=3", "--sprt", "0,5"),
            "of two sides",
        ),
        (
            ("tournament", "durak", "--bots", "random,greedy", "--option", "players=3"),
            "at least 3 bots",
        ),
        (("match", "substitution", "random", "nothing.py:Bot"), "there is no file"),
        (("match", "substitution", "random", "external(nothing)"), "no program 'nothing'"),
        (("match", "substitution", "random", "random", "--records", "/proc/x"), "can't be written"),
        (("tournament", "substitution", "--bots", "random"), "at least two bots"),
        (("match", "durak", "random", "random", "--game-time", "1:30"), "like 60 or 60+0.5"),
        (("match", "durak", "random", "random", "--game-time", "0+5"), "should be above 0"),
        (("replay", "nothing.jsonl"), "there is no file nothing.jsonl"),
        (("replay", "README.md"), "line 1: this is not a line of JSON"),
        (("reproduce", "substitution", "--table", "x"), "there is no table 'x'"),
        (("play", "substitution", "3=random"), "a seat from 1 to 2"),
        (("grammar", "S->a|"), "empty right side"),
        (("frob",), "No such command 'frob'"),
    ],
)
def test_what_is_typed_wrong_gets_one_sentence_and_status_two(
    words: tuple[str, ...], sentence: str
) -> None:
    done = igroteka(*words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.startswith("igroteka: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_bot_from_a_file_plays() -> None:
    found = json_of(
        "match", "substitution", "examples/my_bot.py:MyBot", "random", "--games", "6",
        "--option", "turns=20",
    )  # fmt: skip
    assert found["games"] == 6
    assert found["faults"] == []


def test_a_kept_game_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    json_of(
        "match", "substitution", "random", "short", "--games", "4", "--option", "turns=5",
        "--records", str(file),
    )  # fmt: skip
    assert len(file.read_text().splitlines()) == 4
    done = igroteka("replay", f"{file}:3")
    assert done.returncode == 0
    assert done.stdout.startswith("substitution: random – short; ")
    assert "Game over: " in done.stdout
    assert "has no game 9" in igroteka("replay", f"{file}:9").stderr


def test_a_record_that_leaves_the_rules_says_where(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    json_of(
        "match", "substitution", "random", "short", "--games", "1", "--option", "turns=5",
        "--records", str(file),
    )  # fmt: skip
    record = json.loads(file.read_text().splitlines()[0])
    record["actions"][4] = "77 0 0"
    file.write_text(json.dumps(record) + "\n")
    done = igroteka("replay", str(file))
    assert done.returncode == 2
    assert "action 5, '77 0 0': " in done.stderr


def test_the_sequential_test_stops_early() -> None:
    words = ("match", "substitution", "search", "random", "--sprt", "0,100", "--json")
    done = igroteka(*words, "--games", "5000")
    assert json.loads(done.stdout)["games"] < 2000
    assert "H1" in done.stderr


def test_without_games_the_sequential_test_goes_on_until_it_is_decided() -> None:
    words = ("match", "substitution", "search", "short", "--option", "turns=20", "--sprt", "0,10")
    found = json_of(*words)
    assert found["asked"] is None
    assert found["games"] > 100
    assert found["sprt"]["verdict"] == "H1"
    assert found["sprt"]["ratio"] >= found["sprt"]["high"] == pytest.approx(math.log(19))


def test_games_are_the_ceiling_of_the_sequential_test() -> None:
    words = ("match", "substitution", "search", "random", "--option", "turns=5", "--games", "4")
    found = json_of(*words, "--sprt", "0,10", "--alpha", "0.01", "--beta", "0.1")
    test = found["sprt"]
    assert (found["asked"], found["games"], test["verdict"]) == (4, 4, None)
    assert [test[name] for name in ("elo0", "elo1", "alpha", "beta")] == [0, 10, 0.01, 0.1]
    assert (test["low"], test["high"]) == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--html", "."), ". is a folder; name a file in it"),
        (("--csv", "x", "--markdown", "x"), "x is named twice"),
        (("--html", "x", "--records", "x"), "x is named twice"),
        (("--csv", "/no/such/x"), "/no/such/x can't be written: there is no such folder"),
    ],
)
def test_a_file_that_can_not_be_written_is_refused_before_the_games(
    words: tuple[str, ...], sentence: str
) -> None:
    done = igroteka("match", "durak", "random", "random", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_ctrl_c_and_the_same_command_again(tmp_path: Path) -> None:
    """A run that is stopped goes on, and ends as if nothing had happened."""
    words = [
        "tournament", "substitution", "--bots", "random,examples/my_bot.py:MyBot,short",
        "--games", "40", "--option", "turns=120", "--json",
    ]  # fmt: skip
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "stopped")}
    command = [sys.executable, "-m", "igroteka", *words]
    run = interruptible(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    )
    journal = tmp_path / "stopped" / "igroteka" / "runs"
    _wait_until(lambda: any(file.stat().st_size for file in journal.glob("*.jsonl")))
    run.send_signal(signal.SIGINT)
    _, complaint = run.communicate(timeout=30)
    assert run.returncode == 130
    assert "the same command goes on from there" in complaint
    (left,) = journal.glob("*.jsonl")
    held = len(left.read_text().splitlines())
    assert 0 < held < 240
    again = subprocess.run(command, env=environment, capture_output=True, cwd=ROOT, check=True)
    fresh = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "fresh")}
    whole = subprocess.run(command, env=fresh, capture_output=True, cwd=ROOT, check=True)
    one, two = json.loads(again.stdout), json.loads(whole.stdout)
    for told in (one, two):
        del told["seconds"], told["move_seconds"]
    assert one == two
    assert not list(journal.glob("*.jsonl"))


def _wait_until(condition: Any) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_person_plays_and_asks_for_a_hint() -> None:
    done = igroteka(
        "play", "substitution", "2=random", "--option", "grammar=S->aA|b;A->c", "--option",
        "turns=6", "--seed", "5", "--hints", "search", input="h\n" + "1\n" * 40,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "hint: S → " in done.stdout
    assert "Game over: " in done.stdout
    assert "substitution: person – random; " in done.stdout


def test_leaving_the_table_keeps_the_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    done = igroteka(
        "play", "substitution", "--option", "grammar=S->a", "--records", str(file),
        input="1\nrubbish\n99\nq\n",
    )  # fmt: skip
    assert "is no move: write form, group and production" in done.stdout
    assert "there is no action 99; they go from 1 to 1" in done.stdout
    record = json.loads(file.read_text())
    assert record["ending"] == "unfinished"
    assert record["actions"] == ["roll 0", "-1 0 0", "roll 0"]


def test_published_figures_are_judged() -> None:
    done = igroteka("reproduce", "substitution", "--table", "trap", "--json")
    (trap,) = json.loads(done.stdout)
    assert trap["agrees"]
    assert trap["outside"] == 0
