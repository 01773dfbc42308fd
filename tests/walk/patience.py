"""How long a line may go on: a limit of work, so that a busy machine changes nothing.

Work is what processors did for this process and for all that it has started.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType, FrameType

WAITING = 300.0
"""Seconds by the clock for a line that waits for something and does no work."""
LOOK = 0.1
MORE_WORK, MORE_WAITING = 0.5, 20.0
"""What it may go on for until Ctrl-C is pressed once more."""


class Watch:
    """Presses Ctrl-C for a function of the main thread that has worked for too long."""

    def __init__(self, function: CodeType, limit: float) -> None:
        self.pressed = False
        self._function = function
        self._limit = limit
        self._last = work_done()
        self._work = 0.0
        self._until = time.monotonic() + WAITING
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="watch", daemon=True)

    def work(self, counts: bool = True) -> float:
        """Seconds that were worked since it began, if what was done since the last look counts.

        Processes that end without anybody who waits for them take theirs along: that is no step
        back.
        """
        last, self._last = self._last, work_done()
        if counts:
            self._work += max(0.0, self._last - last)
        return self._work

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Watch what is done inside."""
        before = signal.signal(signal.SIGINT, self._press)
        self._thread.start()
        try:
            yield
        finally:
            self._over.set()
            self._thread.join()
            signal.signal(signal.SIGINT, before)

    def _look(self) -> None:
        main = threading.main_thread().ident
        assert main is not None
        while not self._over.wait(LOOK):
            compiles = _compiles(sys._current_frames()[main])
            work = self.work(counts=not compiles)
            if not compiles and (work > self._limit or time.monotonic() > self._until):
                signal.pthread_kill(main, signal.SIGINT)

    def _press(self, _number: int, frame: FrameType | None) -> None:
        """Raise what Ctrl-C raises, but not in an import, which would stay half done."""
        inside = False
        while frame is not None:
            if frame.f_code.co_filename.startswith("<frozen importlib"):
                return
            inside |= frame.f_code is self._function
            frame = frame.f_back
        if inside:
            self.pressed = True
            self._limit = self._work + MORE_WORK
            self._until = time.monotonic() + MORE_WAITING
            raise KeyboardInterrupt


def _compiles(frame: FrameType | None) -> bool:
    """Whether a thread is about to compile a kernel, which is done once on a machine."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("numba.core"):
            return True
        frame = frame.f_back
    return False


def work_done() -> float:
    """Seconds that processors have worked for this process and for its children, ever."""
    times = os.times()
    return sum(times[:4]) + sum(_worked(child) for child in _children(os.getpid()))


def _children(pid: int) -> Iterator[int]:
    """All processes below one; none where the system does not tell."""
    with suppress(OSError):  # it may end meanwhile
        for file in list(Path(f"/proc/{pid}/task").glob("*/children")):
            for child in file.read_text().split():
                yield int(child)
                yield from _children(int(child))


def _worked(pid: int) -> float:
    """Seconds of a process, and of those of its children that are over."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0
