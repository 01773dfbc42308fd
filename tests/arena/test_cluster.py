"""A Dask cluster of processes over TCP, started as `docs/cluster.md` says: the same promises."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from igroteka.arena import cluster as cluster_module
from igroteka.arena.cluster import Cluster, dask_cluster
from igroteka.arena.executors import process_pool
from igroteka.arena.installation import difference, installation
from igroteka.arena.match import Limits
from igroteka.arena.plan import Plan, match_plan
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.worker import Played
from igroteka.cli import app
from igroteka.contract import IgrotekaError
from igroteka.records.record import Record, read_records
from igroteka.registry import make_game
from tests.contract.playing import random_record
from tests.hostile import advisers, bots, greedy

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are killed")

PAGE = Path(__file__).parents[2] / "docs" / "cluster.md"
LONG = 120.0
"""Seconds in which everything happens, also on a machine that has much else to do."""


def command(beginning: str) -> list[str]:
    """The first command of the page that begins so."""
    found = re.search(rf"^{beginning} .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return shlex.split(found[0])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Machines:
    """The processes of a cluster on loopback instead of two machines."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.started: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def start(self, words: Sequence[str]) -> subprocess.Popen[bytes]:
        """Start a command of the page, with other addresses and ports, and a small share of this
        machine."""
        text = " ".join(words).replace("192.168.1.10", "127.0.0.1").replace("8786", str(self.port))
        text = re.sub(r"-port 878\d", lambda _: f"-port {free_port()}", text)
        text = re.sub(r"--nthreads \d+", "--nthreads 1", text)
        log = (self.folder / f"{len(self.started)}.log").open("wb")
        process = subprocess.Popen(
            [sys.executable, "-m", *text.split(), "--no-dashboard"],
            cwd=self.folder,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        self.started.append(process)
        return process

    def scheduler(self) -> subprocess.Popen[bytes]:
        return self.start(command("dask scheduler"))

    def worker(self) -> None:
        self.workers.append(self.start(command("dask worker")))

    def end(self) -> None:
        for process in self.started:
            kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """As a machine that loses its power: the process and all that it has started."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def until(condition: Callable[[], bool]) -> None:
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < LONG
        time.sleep(0.05)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A scheduler and a worker; when that is killed, there is another."""
    found = Machines(tmp_path_factory.mktemp("machines"))
    before, cluster_module.PATIENCE = cluster_module.PATIENCE, LONG
    try:
        found.scheduler()
        found.worker()
        yield found
    finally:
        cluster_module.PATIENCE = before
        found.end()


def bot(name: str, file: Any = bots) -> str:
    return f"{file.__file__}:{name}"


def harmless(games: int) -> Plan:
    game = make_game("substitution", {"turns": "20"})
    return match_plan(game, [bot("First"), "random"], games, seed=4)


def hostile(game: str, name: str, move: float = 20.0) -> Plan:
    options = {"turns": "60"} if game == "substitution" else {}
    return match_plan(make_game(game, options), [name, "random"], 2, 1, Limits(move))


def play_here(plan: Plan, path: Path) -> list[Played]:
    with RunFile(plan, path) as file:
        return list(play_plan(plan, file, lambda: process_pool(2), 2))


def play_there(plan: Plan, path: Path, cluster: Cluster) -> Iterator[Played]:
    with RunFile(plan, path) as file:
        yield from play_plan(plan, file, cluster.executor, cluster.threads)


def without_times(path: Path) -> list[dict[str, Any]]:
    """Records to the letter, but for when and how long."""
    return [_without_times(record) for record in read_records(path)]


def _without_times(record: Record) -> dict[str, Any]:
    event = {**(record.event or {}), "timing": None}
    return {**vars(record), "seconds": None, "started": None, "event": event}


@pytest.mark.parametrize(
    ("plan", "kind"),
    [
        (harmless(6), None),
        (hostile("substitution", bot("Hangs"), 1.5), "hang"),
        (hostile("substitution", bot("Dies")), "death"),
        (hostile("durak", bot("Eats", greedy)), "exception"),
    ],
    ids=["sound", "hangs", "ends its process", "eats memory"],
)
def test_games_and_faults_are_those_of_one_machine(
    plan: Plan, kind: str | None, machines: Machines, tmp_path: Path
) -> None:
    play_here(plan, tmp_path / "here.jsonl")
    with dask_cluster(machines.address, plan.pairings[0].bots) as cluster:
        played = list(play_there(plan, tmp_path / "there.jsonl", cluster))
    assert {each.record.fault and str(each.record.fault.kind) for each in played} == {kind}
    assert without_times(tmp_path / "there.jsonl") == without_times(tmp_path / "here.jsonl")


@pytest.mark.parametrize("name", [pytest.param("Prefers", marks=pytest.mark.slow), "Dies"])
@pytest.mark.parametrize("command", [("analyse", "--all", "--json"), ("puzzles",)], ids=str)
def test_an_analysis_is_that_of_one_machine(
    command: tuple[str, ...], name: str, machines: Machines, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(random_record(make_game("durak", {"cards": "24"}), 0).to_line() + "\n")
    first, *options = command
    words = [first, str(file), *options, "--bot", bot(name, advisers)]
    here, there = (
        CliRunner().invoke(app, [*words, *where])
        for where in (["--jobs", "2"], ["--dask", machines.address])
    )
    assert (there.output, str(there.exception)) == (here.output, str(here.exception))
    assert ("its process ended with status 3" in str(there.exception)) == (name == "Dies")


@pytest.mark.slow
@pytest.mark.parametrize("late_comes_first", [False, True], ids=["after", "before"])
def test_a_killed_worker_costs_nothing_and_a_late_one_goes_on(
    late_comes_first: bool, machines: Machines, tmp_path: Path
) -> None:
    """The one that was there is killed in the middle of games that only the late one can end."""
    plan = match_plan(make_game("substitution", {"turns": "20"}), [bot("Ponders"), "random"], 30, 4)
    with dask_cluster(machines.address, plan.pairings[0].bots) as cluster:
        until(lambda: bool(cluster.workers))
        (doomed,), process = cluster.workers, machines.workers[-1]
        if late_comes_first:
            machines.worker()
            until(lambda: len(cluster.workers) == 2)
        games = play_there(plan, tmp_path / "there.jsonl", cluster)
        with ThreadPoolExecutor(1) as reading:
            playing = reading.submit(list, games)
            until(lambda: bool(cluster.client.processing().get(doomed)))
            kill(process)
            if not late_comes_first:
                machines.worker()
            played = playing.result(LONG)
        assert doomed not in cluster.workers
    assert [each.number for each in played] == list(range(1, 31))
    play_here(plan, tmp_path / "here.jsonl")
    assert without_times(tmp_path / "there.jsonl") == without_times(tmp_path / "here.jsonl")


def test_without_workers_it_is_told_and_waited_and_a_lost_scheduler_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines, told = Machines(tmp_path), list[str]()
    monkeypatch.setattr(cluster_module, "PATIENCE", LONG)
    scheduler = machines.scheduler()
    try:
        with dask_cluster(machines.address, tell=lambda text: told.append(str(text))) as cluster:
            cluster.client._timeout = 0.5  # that it may take to be back
            waiting = cluster.executor().submit(divmod, 7, 2)
            until(lambda: bool(told))
            assert "There is no worker" in told[0]
            assert not waiting.done()
            kill(scheduler)
            with pytest.raises(IgrotekaError, match="is lost; the same command goes on"):
                waiting.result(LONG)
    finally:
        machines.end()


def test_a_worker_that_lacks_the_file_of_a_bot_gets_no_work(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("from tests.hostile.bots import First as Mine\n")
    monkeypatch.chdir(tmp_path)
    told: list[str] = []
    names = ["./mine.py:Mine"]
    with dask_cluster(machines.address, names, lambda text: told.append(str(text))) as cluster:
        until(lambda: len(told) > 1)
        assert not cluster.workers
    assert re.fullmatch(
        r"The worker tcp://127\.0\.0\.1:\d+ gets no work: the files of the bot \./mine\.py:Mine "
        r"are missing where it was started, or are others\.",
        told[0],
    )


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("python", "3.9", "it has Python 3.9, and here is"),
        ("version", "0.0.1", "it has igroteka 0.0.1, and here is"),
        ("code", "0" * 16, "the files of its igroteka are not those of here"),
        ("games", (("noughts", "1.0"),), "its games from outside"),
    ],
)
def test_who_has_another_installation_is_told_what_differs(
    field: str, value: Any, why: str
) -> None:
    here = installation(["random"])
    assert difference(here, here, ["random"]) is None
    there = here._replace(**{field: value})
    assert why in str(difference(here, there, ["random"]))


def test_what_a_piece_raises_is_raised_here(machines: Machines) -> None:
    with dask_cluster(machines.address) as cluster:
        pool = cluster.executor()
        assert pool.submit(divmod, 7, 2).result(LONG) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            pool.submit(divmod, 7, 0).result(LONG)
        pool.shutdown()


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1.0)
    with (
        pytest.raises(IgrotekaError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"),
        dask_cluster("tcp://127.0.0.1:1"),
    ):
        pass
