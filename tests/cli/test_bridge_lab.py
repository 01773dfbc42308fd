"""`igroteka bridge lab` as people use it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from igroteka.games.bridge.bidding.system import NATURAL
from tests.cli.conftest import Run

ASK = (
    "bridge", "lab", "ask", "pass", "3NT", "--auction", "1NT pass ?",
    "--where", "north: 8-9 hcp 4333",
)  # fmt: skip


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is kept."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "igroteka"


def told(igroteka: Run, *words: str) -> Any:
    done = igroteka(*words, "--json")
    assert done.status == 0, done.err
    return json.loads(done.out)


def test_a_question_is_answered_for_each_vulnerability_with_intervals(igroteka: Run) -> None:
    found = told(igroteka, *ASK, "--deals", "10", "--jobs", "1")
    assert found["question"]["alternatives"] == ["pass", "3NT"]
    names = [verdict["vulnerability"] for verdict in found["verdicts"]]
    assert names == ["nobody", "we", "they", "everybody", "all together"]
    for verdict in found["verdicts"]:
        assert verdict["deals"] == 10
        for each in verdict["alternatives"]:
            value, low, high = each["against_best"]
            assert low <= value <= high
    assert found["depends_on"]["deals"] == 10
    again = igroteka(*ASK, "--deals", "10")
    assert "against the best" in again.out
    assert "1NT S 100%" in again.out


def test_one_seed_one_answer_with_any_number_of_workers(
    igroteka: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = []
    for jobs in ("1", "2"):
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / jobs))
        answers.append(told(igroteka, *ASK, "--deals", "10", "--jobs", jobs))
    assert answers[0] == answers[1]


@pytest.mark.slow
def test_killed_midway_it_goes_on(igroteka: Run, state: Path, tmp_path: Path) -> None:
    words = (*ASK, "--deals", "30", "--jobs", "1")
    child = subprocess.Popen(
        [sys.executable, "-m", "igroteka", *words],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _lines(state):
        time.sleep(0.1)
    child.send_signal(signal.SIGKILL)
    child.wait()
    before = _lines(state)
    assert 1 <= len(before) <= 3
    assert told(igroteka, *words)["deals"] == 30
    assert _lines(state)[: len(before)] == before


def _lines(state: Path) -> list[str]:
    """The pieces that are kept."""
    files = list((state / "laboratory").glob("*.jsonl"))
    return files[0].read_text().splitlines()[1:] if files else []


def test_two_files_are_compared_by_rule(igroteka: Run, tmp_path: Path) -> None:
    file = tmp_path / "eager.toml"
    text = NATURAL.read_text(encoding="utf-8")
    file.write_text(text.replace('"hcp 15-17, balanced"', '"hcp 14-17, balanced"'))
    words = ("bridge", "lab", "compare", file, "--differing", "3", "--boards", "100", "--jobs", "1")
    found = told(igroteka, *map(str, words))
    assert found["boards"] == 100
    assert found["differing"] >= 3
    assert any(each["new"] == "one notrump" for each in found["by_rule"])
    shown = igroteka(*words)
    assert "IMPs a board for the new rules: " in shown.out
    russian = igroteka(*words, "--language", "ru")
    assert "импов на сдачу в пользу новых правил" in russian.out


def test_a_check_stops_when_its_time_is_over(igroteka: Run) -> None:
    words = ("bridge", "lab", "check", str(NATURAL), "--budget", "0", "--jobs", "1")
    assert told(igroteka, *words)["complete"] is False
    assert "The time is over" in igroteka(*words).out


@pytest.mark.slow
def test_a_dask_cluster_gives_the_same_answer(
    igroteka: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    words = (*ASK, "--deals", "20")
    own = told(igroteka, *words, "--jobs", "1")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "cluster"))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        assert told(igroteka, *words, "--dask", cluster.scheduler_address) == own


@pytest.mark.slow
def test_a_rule_that_loses_is_found(igroteka: Run, tmp_path: Path) -> None:
    """Slam with every hand opposite 1NT."""
    file = tmp_path / "wild.toml"
    text = NATURAL.read_text(encoding="utf-8")
    file.write_text(
        text.replace('call = "6NT"\nneeds = "hcp 18-20"', 'call = "6NT"\nneeds = "hcp 0-20"')
    )
    words = ("bridge", "lab", "check", str(file), "--rules", "slam at notrump")
    worst = told(igroteka, *words)["rules"][0]
    assert worst["rule"] == "slam at notrump"
    assert worst["loses_to"] is not None
    assert worst["example"] is not None


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("ask", "pass", "3NT"), "is a call, so say after what"),
        (("ask", "2NT", "3NT"), "which deals are meant"),
        (("ask", "pass", "3NT", "--auction", "1NT pass ?", "--dealer", "up"), "North, East, South"),
        (("check", "nowhere.toml"), "can't be read as rules"),
        (("check", str(NATURAL), "--rules", "multi"), "no rule whose name contains"),
        (("compare", "nowhere.toml"), "can't be read as rules"),
        (("ask", "pass", "3NT", "--auction", "1NT pass ?", "--system", "none.toml"), "as rules"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(
    igroteka: Run, words: tuple[str, ...], why: str
) -> None:
    done = igroteka("bridge", "lab", *words)
    assert done.status == 2
    assert why in done.err
    assert "Traceback" not in done.err
