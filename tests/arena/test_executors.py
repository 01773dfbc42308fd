"""Workers end when they should, whatever they are doing."""

from __future__ import annotations

import subprocess
import sys
import time
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from igroteka.arena.executors import end_workers, process_pool
from tests.arena.stuck import stuck
from tests.basics.endings import gone, soon
from tests.hostile import bots

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are forked and killed")
ROOT = Path(__file__).parents[2]


def pid_in(note: Path) -> int:
    assert soon(lambda: note.exists() and note.read_text() != "", 20)
    return int(note.read_text())


def test_a_worker_in_compiled_code_is_ended_after_a_moment(tmp_path: Path) -> None:
    pool = process_pool(1)
    pool.submit(stuck, tmp_path / "pid")
    worker, begun = pid_in(tmp_path / "pid"), time.monotonic()
    end_workers()
    assert soon(lambda: gone(worker))
    pool.shutdown()
    assert time.monotonic() - begun < 10


def test_a_second_interrupt_leaves_no_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = process_pool(1)
    pool.submit(stuck, tmp_path / "pid")
    worker = pid_in(tmp_path / "pid")

    def interrupted(_process: BaseProcess, _timeout: float | None = None) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(BaseProcess, "join", interrupted)
        with pytest.raises(KeyboardInterrupt):
            end_workers()
    try:
        assert soon(lambda: gone(worker))
    finally:
        end_workers()
        pool.shutdown()


def test_an_answer_that_was_cut_off_keeps_no_command_from_ending() -> None:
    code = """
import os, time
from igroteka.arena.executors import end_workers, process_pool
pool = process_pool(1)
pool.submit(os.getpid).result()
os.write(pool._result_queue._writer.fileno(), bytes([0, 0, 1, 0]))
time.sleep(0.5)
end_workers()
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=60, check=False)
    assert done.returncode == 0


def test_a_worker_in_compiled_code_ends_with_a_killed_command(tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from igroteka.arena.executors import process_pool
from tests.arena.stuck import stuck
process_pool(1).submit(stuck, Path({str(tmp_path / "pid")!r})).result()
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) as command:
        worker = pid_in(tmp_path / "pid")
        command.kill()
    assert soon(lambda: gone(worker))


def test_a_thread_that_a_bot_has_left_does_not_keep_the_command_from_ending() -> None:
    words = ["match", "draughts", f"{bots.__file__}:LeavesThread", "random", "--games", "2"]
    command = [sys.executable, "-m", "igroteka", *words, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
