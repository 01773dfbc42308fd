"""Several processes that serve one house at one address; who dies is replaced."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple, NoReturn

import typer

LISTENER, DOORS, FIRST = "IGROTEKA_LISTENER", "IGROTEKA_DOORS", "IGROTEKA_FIRST"
PARENT = "IGROTEKA_PARENT"
"""Variables by which a worker knows what it inherits, and from whom."""
LOOK = 0.2
BREATH = 1.0
"""Seconds after a start before which a worker that died is not started again."""
LEAVING = 15.0
"""Seconds for a worker to close; then it is ended."""


class _Stopped(Exception):  # noqa: N818 - named after what happened
    """Somebody wants the house to close."""


class Inherited(NamedTuple):
    """What a worker has from who started it."""

    listener: socket.socket
    doors: Path
    """Where the workers find each other."""
    first: bool
    parent: int
    """The process that started it, without which it closes."""


def inherited() -> Inherited | None:
    """What was left to this process; None if it is nobody's worker."""
    if LISTENER not in os.environ:
        return None
    listener = socket.socket(fileno=int(os.environ.pop(LISTENER)))
    doors, first = Path(os.environ.pop(DOORS)), os.environ.pop(FIRST) == "1"
    return Inherited(listener, doors, first, int(os.environ.pop(PARENT)))


def keep_workers(count: int, listener: socket.socket, address: str) -> None:
    """Serve with so many processes until somebody ends this one."""
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, _stop)
    listener.listen(2048)
    with tempfile.TemporaryDirectory(prefix="igroteka-") as folder:
        workers = [_Worker(number, listener, folder) for number in range(count)]
        try:
            typer.echo(f"Igroteka is open at {address} with {count} workers")
            while True:
                time.sleep(LOOK)
                for worker in workers:
                    worker.look()
        except _Stopped:
            pass
        finally:
            _end([worker.process for worker in workers])


def _stop(*_: int | FrameType | None) -> NoReturn:
    raise _Stopped


class _Worker:
    """One of the processes."""

    def __init__(self, number: int, listener: socket.socket, folder: str) -> None:
        self._number = number
        self._listener = listener
        self._folder = folder
        self.process = self._start()

    def look(self) -> None:
        """Start it again if it is gone."""
        status = self.process.poll()
        if status is not None and time.monotonic() > self._started + BREATH:
            typer.echo(f"Worker {self._number + 1} ended ({status}) and is started again", err=True)
            self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        self._started = time.monotonic()
        handle = self._listener.fileno()
        inherits = {LISTENER: str(handle), DOORS: self._folder, FIRST: str(int(not self._number))}
        inherits[PARENT] = str(os.getpid())
        return subprocess.Popen(
            [sys.executable, "-m", "igroteka", *sys.argv[1:]],
            env={**os.environ, **inherits},
            pass_fds=[handle],
            process_group=0,  # Ctrl-C reaches the one that ends them all
        )


def _end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.terminate()
    until = time.monotonic() + LEAVING
    for process in processes:
        try:
            process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
