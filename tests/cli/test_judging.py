"""`analyse` and `puzzles` with many workers: the same answers, and failing advisers are told of."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from igroteka.basics.pieces_of_work import in_order
from igroteka.cli import judging
from igroteka.cli.judging import Question
from igroteka.records.record import read_records
from igroteka.registry import make_game
from igroteka.study.review import chosen_adviser, review
from tests.cli.conftest import Run
from tests.contract.playing import random_record
from tests.hostile import advisers
from tests.interrupting import interruptible

forks = pytest.mark.skipif(sys.platform != "linux", reason="processes are killed")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Three short games of durak; action 16 is the first of many."""
    game = make_game("durak", {"cards": "24"})
    path = tmp_path / "games.jsonl"
    lines = [random_record(game, seed).to_line() + "\n" for seed in range(3)]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def adviser(name: str, *arguments: object) -> str:
    return f"{advisers.__file__}:{name}" + (f"({','.join(map(str, arguments))})" * bool(arguments))


@pytest.mark.parametrize(
    ("command", "bot"),
    [
        (("analyse", "--all", "--json"), "master(iterations=5)"),
        (("analyse", "--all", "--json"), adviser("Prefers")),
        (("puzzles",), adviser("Prefers")),
        pytest.param(("puzzles",), "master(iterations=5)", marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_what_is_found_does_not_depend_on_the_number_of_workers(
    igroteka: Run, games: Path, command: tuple[str, ...], bot: str
) -> None:
    name, *options = command
    one, two = (igroteka(name, games, *options, "--bot", bot, "--jobs", n) for n in ("1", "2"))
    assert (one.status, one.out) == (two.status, two.out)
    assert (two.status, two.err) == (0, "")
    assert len(one.out) > 500


def test_workers_judge_as_this_process_does(igroteka: Run, games: Path) -> None:
    record = next(read_records(games))
    game = make_game(record.game, record.options)
    here = review(game, record, chosen_adviser(game, adviser("Prefers")))
    there = igroteka("analyse", games, "--all", "--json", "--bot", adviser("Prefers")).out
    told = [(move["number"], move["best"], move["cost"]) for move in json.loads(there)["moves"]]
    assert told == [(each.number, each.verdict.best, round(each.cost, 4)) for each in here]


@forks
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Raises", "exception: KeyError: 'my table' (advisers.py, line "),
        ("Hangs", "hang: took more than 3 s for a move"),
        pytest.param("Deaf", "hang: took more than 3 s for a move", marks=pytest.mark.slow),
        ("Dies", "death: its process ended with status 3"),
        ("Eats", "exception: MemoryError (advisers.py, line "),
    ],
)
def test_an_adviser_that_fails_is_told_of_with_the_move(
    igroteka: Run, games: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    monkeypatch.setattr(judging, "PATIENCE", 3.0 if told.startswith("hang") else 60.0)
    monkeypatch.setenv("IGROTEKA_BOT_MEMORY", "300")
    done = igroteka("analyse", games, "--bot", adviser(name), "--jobs", "2")
    assert (done.status, done.out) == (2, "")
    assert f"igroteka: {games}, action 16: " in done.err
    assert f"{adviser(name)} can't judge it ({told}" in done.err
    assert done.err.count("\n") == 1


@forks
def test_puzzles_before_the_move_at_which_an_adviser_fails_are_the_same_for_any_number_of_workers(
    igroteka: Run, games: Path
) -> None:
    one, two = (
        igroteka("puzzles", games, "--bot", adviser("Raises"), "--jobs", n) for n in ("1", "2")
    )
    assert one == two
    assert "Puzzle 1: games.jsonl:1, move " in one.out
    assert "igroteka: games.jsonl:1, action 16: " in one.err


@forks
def test_a_killed_worker_costs_nothing(igroteka: Run, games: Path, tmp_path: Path) -> None:
    sign = tmp_path / "killed"
    words = ("analyse", games, "--all", "--json", "--jobs", "2", "--bot")
    killed = igroteka(*words, adviser("KilledOnce", sign))
    assert sign.exists()
    assert killed == igroteka(*words, adviser("Prefers"))


@forks
def test_verdicts_that_were_kept_before_an_adviser_failed_are_not_asked_for_again(
    igroteka: Run, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    igroteka("import", games)
    failed = igroteka("analyse", "1", "--bot", adviser("Raises"), "--jobs", "2")
    assert "igroteka: 1, action 16: " in failed.err
    monkeypatch.setattr(judging, "in_order", _only_late)
    again = igroteka("analyse", "1", "--bot", adviser("Raises"), "--jobs", "2")
    assert again == failed


def _only_late(pieces: Iterable[Question], *rest: Any) -> Any:
    questions = list(pieces)
    assert min(each.decision.number for each in questions) == 16
    return in_order(questions, *rest)


@forks
def test_ctrl_c_ends_the_workers(games: Path, tmp_path: Path) -> None:
    sign = tmp_path / "thinks"
    words = ["analyse", str(games), "--bot", adviser("Ponders", sign), "--jobs", "2"]
    run = interruptible([sys.executable, "-m", "igroteka", *words], stderr=subprocess.PIPE)
    _until(lambda: sign.exists() and bool(sign.read_text()))
    run.send_signal(signal.SIGINT)
    _, complaint = run.communicate(timeout=30)
    assert (run.returncode, complaint) == (130, b"")
    worker = int(sign.read_text())
    _until(lambda: not _runs(worker))


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
