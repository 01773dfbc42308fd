"""`igroteka bridge host` as people use it: real commands, real sockets, one archive."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from igroteka import registry
from igroteka.archive import Archive, queries, sittings
from igroteka.cli import main
from igroteka.cli.arguments import records_of
from igroteka.registry import format_named
from tests.cli.conftest import Run
from tests.forking import started

SEATS = ("North", "East", "South", "West")
LONGEST_WAIT = 60.0


def waited(answer: Callable[[], Any]) -> Any:
    """What is answered, as soon as it is true."""
    until = time.monotonic() + LONGEST_WAIT
    while not (found := answer()):
        assert time.monotonic() < until, "nothing came"
        time.sleep(0.02)
    return found


@contextmanager
def hosting_process(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "igroteka", "bridge", "host", "--site", "0", *words]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
    with (folder / "err").open("a") as err:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=err, text=True, cwd=folder, env=environment
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def announced(process: subprocess.Popen[str]) -> tuple[int, int]:
    """The number of the sitting and the port, once they are told."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"Sitting (\d+): programs at 127\.0\.0\.1:(\d+) ", line):
            return int(found[1]), int(found[2])
    raise AssertionError("the table was not opened")


def joining(folder: Path, seat: str, port: int, *words: str) -> ForkServerProcess:
    """A client of ours in a process of its own."""
    command = ["igroteka", "bridge", "join", f"127.0.0.1:{port}", "--seat", seat]
    command += ["--team", "Ours" if seat in ("North", "South") else "Theirs", *words]
    (folder / f"{seat}.in").touch()
    streams = [folder / f"{seat}.{stream}" for stream in ("in", "out", "err")]
    return started(main, command, folder, streams)


def stored(folder: Path, sitting: int) -> list[list[str]]:
    """The actions of every board of a sitting."""
    archive = Archive.open(str(folder / "games.sqlite"), registry)
    try:
        found = archive.read(sittings.sitting, sitting)
        games = [archive.read(queries.game, game.id) for game in found.games]
        return [[move.notation for move in game.moves] for game in games]
    finally:
        archive.close()


def matched(igroteka: Run, folder: Path, bot: str, deals: Path) -> list[list[str]]:
    """What `match` plays on the boards of a file, which both pairs play alike."""
    records = folder / "match.jsonl"
    words = ("match", "bridge", bot, bot, "--deals", deals, "--records", records, "--jobs", "1")
    done = igroteka(*words)
    assert done.status == 0, done.err
    played: dict[str, list[str]] = {}
    for record in records_of(records):
        actions = list(record.actions or ())
        assert played.setdefault(record.deal, actions) == actions
    return list(played.values())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def test_a_killed_host_resumes_and_all_boards_are_played_as_in_a_match(
    tmp_path: Path, igroteka: Run
) -> None:
    deals, pbn, log = tmp_path / "deals.pbn", tmp_path / "out.pbn", tmp_path / "lines.log"
    dealt = igroteka("bridge", "deal", "--boards", "4", "--seed", "7", "--output", deals)
    assert dealt.status == 0
    port = free_port()
    words = ["--port", str(port), "--db", str(tmp_path / "games.sqlite"), "--log", str(log)]
    with hosting_process(tmp_path, *words, "--seed", "7", "--boards", "4") as host:
        sitting, _ = announced(host)
        clients = [joining(tmp_path, seat, port) for seat in SEATS]
        waited(lambda: log.exists() and log.read_text().count(" plays ") > 20)
        host.kill()
    with hosting_process(tmp_path, *words, "--resume", str(sitting), "--pbn", str(pbn)) as host:
        assert announced(host) == (sitting, port)
        said, _ = host.communicate(timeout=LONGEST_WAIT)
        assert host.returncode == 0
    for client in clients:
        client.join(LONGEST_WAIT)
    assert [client.exitcode for client in clients] == [0, 0, 0, 0]
    assert "4 boards: North–South" in said
    boards = stored(tmp_path, sitting)
    assert boards == matched(igroteka, tmp_path, "simple", deals)
    read = [game.record for game in format_named("pbn").read(pbn.read_text())]
    assert [list(record.actions or ()) for record in read] == boards
