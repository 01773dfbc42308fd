"""A power cut at any moment: every write and sync of a run is replayed to every point of it."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import TypeAlias

import pytest

from igroteka import registry
from igroteka.archive import Archive, queries
from igroteka.archive.checking import database_problems, game_problems
from tests.archive.crash_points import FATES, TRACED, Disk, Event, recorded

PROGRAM = Path(__file__).parent / "programs" / "plays_games.py"
ROOT = Path(__file__).parents[2]
needs_strace = pytest.mark.skipif(
    os.environ.get("IGROTEKA_TEST_ALL") != "1" and shutil.which("strace") is None,
    reason="strace is not installed",
)
Moves: TypeAlias = dict[int, list[str]]
"""By the numbers of games."""


def run(file: Path, logs: Path, games: int, moves: int) -> tuple[list[Event], Disk]:
    """What a program that plays does to an archive, and the disk before it."""
    with Archive.open(str(file), registry):
        pass
    before = {str(each): bytearray(each.read_bytes()) for each in file.parent.iterdir()}
    subprocess.run(
        [
            *("strace", "-ff", "-ttt", "-y", "-xx", "-s", "100000", "-e", f"trace={TRACED}"),
            *("-o", logs / "log", sys.executable, PROGRAM, file, str(games), str(moves)),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return recorded(sorted(logs.glob("log.*")), file.parent), Disk(before)


def check(files: dict[str, bytes], file: Path, told: Moves, played: Moves) -> None:
    """What was told is stored, once and in order; no more than one move beyond it; all is whole."""
    shutil.rmtree(file.parent)
    file.parent.mkdir()
    for path, content in files.items():
        if not path.endswith("-shm"):
            (file.parent / Path(path).name).write_bytes(content)
    with Archive.open(str(file), registry) as archive:
        assert archive.read(lambda reading: list(database_problems(reading))) == []
        assert archive.read(lambda reading: list(game_problems(reading, lambda: None))) == []
        for number, moves in told.items():
            line = [move.notation for move in archive.read(queries.game, number).moves]
            assert line == played[number][: len(line)]
            assert len(moves) <= len(line) <= len(moves) + 1


@pytest.mark.slow
@needs_strace
def test_at_every_point_of_a_run(tmp_path: Path) -> None:
    for name in ("run", "logs", "found"):
        (tmp_path / name).mkdir()
    events, disk = run(tmp_path / "run" / "games.sqlite", tmp_path / "logs", games=4, moves=16)
    played: Moves = defaultdict(list)
    for event in events:
        if event.kind == "told":
            number, move = event.data.decode().split()
            played[int(number)].append(move)
    assert sum(map(len, played.values())) == 64
    told: Moves = defaultdict(list)
    rng, states = random.Random(1), 0
    for event in events:
        disk.happen(event)
        if event.kind == "told":
            number, move = event.data.decode().split()
            told[int(number)].append(move)
        for fate in FATES:
            check(disk.after_cut(fate, rng), tmp_path / "found" / "games.sqlite", told, played)
            states += 1
    print(f"{len(events)} points, {states} states")
    assert len(events) >= 1000


def test_a_disk_keeps_what_was_synced_and_perhaps_the_rest() -> None:
    disk = Disk({"a": bytearray(b"....")})
    rng = random.Random(1)
    disk.happen(Event("write", "a", 0, b"AB"))
    assert disk.after_cut("lost", rng)["a"] == b"...."
    assert disk.after_cut("kept", rng)["a"] == b"AB.."
    disk.happen(Event("sync", "a"))
    disk.happen(Event("write", "a", 2, b"CD"))
    disk.happen(Event("write", "b", 0, b"new"))
    assert disk.after_cut("lost", rng) == {"a": b"AB.."}
    assert disk.after_cut("kept", rng) == {"a": b"ABCD", "b": b"new"}
    disk.happen(Event("sync", "folder"))
    disk.happen(Event("cut", "a", 1))
    assert disk.after_cut("lost", rng) == {"a": b"AB..", "b": b""}
    assert disk.after_cut("kept", rng)["a"] == b"A"


@pytest.mark.slow
@needs_strace
def test_a_run_that_does_not_sync_is_found_out(tmp_path: Path) -> None:
    """The same with all syncs taken out of the record: then what was told can be lost."""
    for name in ("run", "logs", "found"):
        (tmp_path / name).mkdir()
    events, disk = run(tmp_path / "run" / "games.sqlite", tmp_path / "logs", games=1, moves=3)
    told: Moves = defaultdict(list)
    for event in events:
        if event.kind != "sync":
            disk.happen(event)
        if event.kind == "told":
            number, move = event.data.decode().split()
            told[int(number)].append(move)
    files = disk.after_cut("lost", random.Random(1))
    with pytest.raises(Exception, match=r"there is no game|assert"):
        check(files, tmp_path / "found" / "games.sqlite", told, told)
