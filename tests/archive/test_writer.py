"""The one writer: what is acknowledged is stored, and nothing that fails takes others with it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from igroteka import registry
from igroteka.archive import Archive, ArchiveError
from igroteka.archive import move_tree as m
from igroteka.archive import queries as q
from igroteka.archive import updates as c
from igroteka.archive.models import MoveEntry
from igroteka.archive.schema import games, moves
from igroteka.basics.house_fault import HouseFault
from tests.archive.cluster import Cluster
from tests.archive.playing import new_game

PROGRAMS = Path(__file__).parent / "programs"


def _fail(connection: Connection) -> None:
    c.begin_game(connection, new_game())
    raise ValueError("no")


def _stop(connection: Connection, reached: threading.Event, go_on: threading.Event) -> None:
    reached.set()
    assert go_on.wait(30)


def _gathered(
    archive: Archive, *changes: Callable[[Connection], int | None]
) -> list[Future[int | None]]:
    """Changes that the writer finds waiting together."""
    reached, go_on = threading.Event(), threading.Event()
    archive.write(_stop, reached, go_on)
    assert reached.wait(30)
    futures = [archive.write(change) for change in changes]
    assert not any(future.done() for future in futures)
    go_on.set()
    return futures


def _begin(connection: Connection) -> int:
    return c.begin_game(connection, new_game())


def _count(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(games)) or 0


def test_a_change_that_fails_leaves_nothing_and_spoils_nothing(archive: Archive) -> None:
    first, failed, second = _gathered(archive, _begin, _fail, _begin)
    assert first.result(30) != second.result(30)
    with pytest.raises(ValueError, match="no"):
        failed.result(30)
    assert archive.read(_count) == 2


def test_what_waits_is_committed_together(archive: Archive) -> None:
    """The first of them can't be read before the last of them is written."""
    seen: list[int] = []

    def look(connection: Connection) -> int:
        seen.append(archive.read(_count))
        return 0

    for future in _gathered(archive, _begin, look, _begin, look):
        future.result(30)
    assert seen == [0, 0]
    assert archive.read(_count) == 2


def test_a_refusal_of_the_database_is_a_sentence(archive: Archive) -> None:
    def orphan(connection: Connection) -> None:
        row = {"game_id": 5, "ordinal": 1, "notation": "x", "before": "", "mark": "", "comment": ""}
        connection.execute(moves.insert().values(row))

    future, other = _gathered(archive, orphan, _begin)
    assert isinstance(future.exception(30), ArchiveError)
    assert "\n" not in str(future.exception(30))
    assert other.result(30)


def test_a_move_of_one_game_hangs_on_no_move_of_another(archive: Archive) -> None:
    one, other = (archive.apply(c.begin_game, new_game()) for _ in range(2))
    move = archive.apply(m.add_move, one, None, MoveEntry("c3-d4", 0))

    def misplace(connection: Connection) -> None:
        m.insert_line(connection, other, move, 1, [MoveEntry("d6-c5", 1)])

    with pytest.raises(ArchiveError):
        archive.apply(misplace)


def test_many_threads_write_and_read(archive: Archive) -> None:
    def play(name: str) -> int:
        number = archive.apply(c.begin_game, new_game(name, "Masha"))
        last = None
        for notation in ["c3-d4", "d6-c5", "b2-c3"]:
            last = archive.apply(m.add_move, number, last, MoveEntry(notation, None))
            assert archive.read(q.game, number).head == last
        return number

    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(play, [f"guest {n}" for n in range(24)]))
    assert len(set(numbers)) == 24
    for number in numbers:
        assert archive.read(q.record, number).actions == ("c3-d4", "d6-c5", "b2-c3")


def test_of_two_moves_after_the_same_one_only_one_is_kept(archive: Archive, url: str) -> None:
    """Also when they come through two doors."""
    number = archive.apply(c.begin_game, new_game())
    with Archive.open(url, registry) as second:
        futures = [
            each.write(m.add_move, number, None, MoveEntry("c3-d4", 0))
            for _ in range(4)
            for each in (archive, second)
        ]
        kept = [future for future in futures if future.exception(60) is None]
    assert len(kept) == 1
    assert len(archive.read(q.tree, number)) == 1


def test_a_future_can_be_awaited(archive: Archive) -> None:
    async def begin() -> int:
        return await asyncio.wrap_future(archive.write(c.begin_game, new_game()))

    assert archive.read(q.game, asyncio.run(begin())).ending == "unfinished"


def test_what_was_called_off_in_time_is_not_written(archive: Archive) -> None:
    reached, go_on = threading.Event(), threading.Event()
    archive.write(_stop, reached, go_on)
    assert reached.wait(30)
    future = archive.write(_begin)
    assert future.cancel()
    go_on.set()
    assert archive.apply(_count) == 0


def test_closing_writes_what_waits_and_then_nothing(url: str) -> None:
    archive = Archive.open(url, registry)
    futures = [archive.write(_begin) for _ in range(20)]
    archive.close()
    archive.close()
    assert len({future.result() for future in futures}) == 20
    with pytest.raises(ArchiveError, match="the archive is closed"):
        archive.write(_begin)


def test_a_lost_connection_costs_one_change(cluster: Cluster) -> None:
    def cut(connection: Connection) -> None:
        connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    with Archive.open(cluster.new_database(), registry) as archive:
        before, lost, after = _gathered(archive, _begin, cut, _begin)
        assert isinstance(lost.exception(30), HouseFault)
        assert before.result(30) != after.result(30)
        assert archive.read(_count) == 2
        assert archive.apply(_begin)


def _run(program: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(PROGRAMS / program), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_connection_that_is_lost_before_a_move_costs_that_move(cluster: Cluster) -> None:
    with Archive.open(cluster.new_database(), registry) as archive:
        number = archive.apply(_begin)

        def cut_off(connection: Connection) -> int:
            own = connection.scalar(text("SELECT pg_backend_pid()"))
            with archive._engine.connect() as other:
                other.execute(text(f"SELECT pg_terminate_backend({own}, 5000)"))
            return m.add_move(connection, number, None, MoveEntry("c3-d4", 0))

        with pytest.raises(HouseFault):
            archive.apply(cut_off)
        assert archive.apply(m.add_move, number, None, MoveEntry("c3-b4", 0))


def test_a_connection_that_is_lost_while_nobody_writes_costs_nothing(cluster: Cluster) -> None:
    with Archive.open(cluster.new_database(), registry) as archive:
        archive.apply(_begin)
        with archive._engine.connect() as connection:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            killing = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}"
            connection.execute(text(killing))
        archive.apply(_begin)
        assert archive.read(_count) == 2


@pytest.mark.parametrize(
    ("above", "kind"), [(None, None), (987654, IntegrityError)], ids=["first", "orphan"]
)
def test_a_prepared_statement_raises_what_sqlalchemy_does(
    archive: Archive, above: int | None, kind: type[Exception] | None
) -> None:
    row = {**m._move_row(archive.apply(_begin), above, MoveEntry("c3-d4", 0)), "above": above}

    def add(connection: Connection) -> str:
        try:
            assert m._ADD_MOVE.returned(connection, row) > 0
        except SQLAlchemyError as error:
            return type(error).__name__
        return ""

    assert archive.apply(add) == (kind.__name__ if kind else "")


@pytest.mark.parametrize("kills", [2, pytest.param(6, marks=pytest.mark.slow)])
def test_what_was_acknowledged_survives_a_kill(url: str, kills: int) -> None:
    """Killed again and again in the midst of writing, the archive keeps every told move."""
    with Archive.open(url, registry) as archive:
        number = archive.apply(c.begin_game, new_game())
    told: set[int] = set()
    for rounds in range(1, 1 + kills):
        child = _run("tries_moves.py", url, str(number))
        assert child.stdout is not None
        while len(told) < 70 * rounds:
            told.add(int(child.stdout.readline()))
        os.kill(child.pid, signal.SIGKILL)
        told |= {int(line) for line in child.stdout.read().splitlines()}
        child.wait(30)
        child.stdout.close()
    with Archive.open(url, registry) as archive:
        stored = {move.id for move in archive.read(q.tree, number)}
    assert len(told) >= 70 * kills
    assert told <= stored


def test_several_processes_write_one_archive(url: str) -> None:
    with Archive.open(url, registry) as archive:
        numbers = [archive.apply(c.begin_game, new_game()) for _ in range(3)]
        children = [_run("writes_moves.py", url, str(number), "60") for number in numbers]
        told = [child.communicate(timeout=60)[0].split() for child in children]
        for number, lines in zip(numbers, told, strict=True):
            line = archive.read(q.game, number).moves
            assert [str(move.id) for move in line] == lines
            assert len(line) == 60


def test_a_full_disk_fails_a_change_and_not_the_writer(tmp_path: Path) -> None:
    file = tmp_path / "archive.sqlite"
    child = _run("fills_the_disk.py", str(file))
    told, _ = child.communicate(timeout=60)
    refusal, *rest = told.splitlines()
    assert refusal.startswith(
        ("there is no room left where ", "the disk refuses to read or write ")
    )
    assert rest == ["written again"]
    with Archive.open(str(file), registry) as archive:
        assert archive.read(_count) == 2

        def check(connection: Connection) -> object:
            return connection.scalar(text("PRAGMA integrity_check"))

        assert archive.read(check) == "ok"
