"""One solver process and the questions to it; whatever happens to it costs one answer at most."""

from __future__ import annotations

import os
import pickle
import select
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from typing import Any, Final

from igroteka.contract import IgrotekaError, Seat
from igroteka.games.bridge.doubledummy.process import LENGTH
from igroteka.games.bridge.doubledummy.questions import (
    MOST_LAYOUTS,
    MOST_TABLES,
    CardValue,
    Layout,
    Par,
    Solution,
    TableQuestion,
)

PATIENCE: Final = 120.0
"""Seconds that one call may take: the hardest deals take a few."""
ROBOT_PATIENCE: Final = 15.0
"""The same for a robot, which then goes by its rules, so that a hung solver costs it no game."""
TRIES: Final = 2


class Unsolved(IgrotekaError):  # noqa: N818 - named after what happened
    """The solver died, hung or refused, each time that it was asked."""


class Solver:
    """A solver process, started when first asked. Threads may share it; it answers one at a time.

    If it dies or takes longer than `patience` it is ended and the question asked once more of a new
    one. An exception that comes from elsewhere while waiting, such as the alarm of a match, ends
    the process too, so that an answer never meets the wrong question.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self.abandoned = False
        _LIVING.add(self)

    @property
    def pid(self) -> int | None:
        """The process that answers now."""
        return self._process.pid if self._process else None

    def tables(self, questions: Sequence[TableQuestion]) -> list[Solution]:
        """Full tables with par. Raises `Unsolved`."""
        found: list[Solution] = []
        for at in range(0, len(questions), MOST_TABLES):
            found += self._ask("tables", (questions[at : at + MOST_TABLES],))
        return found

    def layouts(
        self, questions: Sequence[Layout], every_card: bool = True, patience: float | None = None
    ) -> list[list[CardValue]]:
        """The value of every card that may be played, or of one best card. Raises `Unsolved`."""
        found: list[list[CardValue]] = []
        for at in range(0, len(questions), MOST_LAYOUTS):
            piece = questions[at : at + MOST_LAYOUTS]
            found += self._ask("layouts", (piece, every_card), patience)
        return found

    def par(self, rows: Sequence[Sequence[int]], dealer: Seat, vulnerability: int) -> Par:
        """Par of a table that is known already. Raises `Unsolved`."""
        found: Par = self._ask("par", (rows, dealer, vulnerability))
        return found

    def _ask(self, name: str, arguments: tuple[Any, ...], patience: float | None = None) -> Any:
        with self._lock:
            reason = ""
            for _ in range(TRIES):
                try:
                    return self._answer(name, arguments, patience or self.patience)
                except (OSError, EOFError, pickle.UnpicklingError, TimeoutError) as error:
                    self._end()
                    reason = str(error)
                except BaseException:
                    self._end()
                    raise
            raise Unsolved(f"the double-dummy solver gave no answer: {reason}")

    def _answer(self, name: str, arguments: tuple[Any, ...], patience: float) -> Any:
        if self.abandoned:
            raise Unsolved("the double-dummy solver was told to stop")
        process = self._process or self._start()
        assert process.stdin is not None
        text = pickle.dumps((name, arguments))
        process.stdin.write(LENGTH.pack(len(text)) + text)
        process.stdin.flush()
        until = time.monotonic() + patience
        try:
            size = LENGTH.unpack(self._read(process, LENGTH.size, until))[0]
            error, answer = pickle.loads(self._read(process, size, until))
        except TimeoutError as late:
            raise TimeoutError(f"it took more than {patience:g} s") from late
        if error:
            raise Unsolved(f"the double-dummy solver refused: {error}")
        return answer

    def _read(self, process: subprocess.Popen[bytes], size: int, until: float) -> bytes:
        assert process.stdout is not None
        pipe, parts = process.stdout.fileno(), bytearray()
        while len(parts) < size:
            ready, _, _ = select.select([pipe], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError
            part = os.read(pipe, size - len(parts))
            if not part:
                raise EOFError("its process ended")
            parts += part
        return bytes(parts)

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "igroteka.games.bridge.doubledummy.process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        self._let_go(process)

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            self._end()

    def abandon(self) -> None:
        """End the process for good, also in the middle of a question that another thread asked."""
        self.abandoned = True
        process = self._process
        if process is not None:
            process.kill()
            process.wait()

    def forget(self) -> None:
        """In a forked child: the process belongs to the parent, its pipes are none of ours."""
        process, self._process = self._process, None
        self._lock = threading.Lock()
        if process is not None:
            self._let_go(process)
            process.returncode = 0  # so that nobody here waits for another's child

    @staticmethod
    def _let_go(process: subprocess.Popen[bytes]) -> None:
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue  # an unsent question to a dead process


_LIVING: weakref.WeakSet[Solver] = weakref.WeakSet()
_OWN: Final = Solver()


def own_solver() -> Solver:
    """The solver that everything in this process may share."""
    return _OWN


def _after_fork() -> None:
    for solver in list(_LIVING):
        solver.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
