"""The pipes between a process and its child: questions, answers, and the child's life line.

Nothing is ever written to a life line. The child holds its reading end, and only the parent its
writing end, so it breaks when the parent ends, also by a kill.

- On Linux the kernel then kills the child's whole group, whatever that is doing and whichever
  thread started it; a death signal of the child would come when that thread ends.
- Elsewhere, or where a program closes what it does not know, a Python child notices it in a thread,
  as soon as its calculation lets one run, and any other program at the end of its standard input.
- Where a child gets nothing but its standard streams, as on Windows, the end of its input is the
  life line of a Python child too.
"""

from __future__ import annotations

import os
import select
import signal
import threading
import time
from typing import Final, NamedTuple, Protocol

from igroteka.basics.error_output import ErrorOutput
from igroteka.basics.system import GROUPS
from igroteka.basics.threaded_pipes import PIECE, ThreadedPipes

CLOSED: Final = -1
"""In place of a descriptor."""


class Ends(NamedTuple):
    """The child's ends."""

    questions: int
    answers: int
    life: int


class Pipes(Protocol):
    """Our ends of the pipes for questions and answers. Times are those of `time.monotonic`."""

    def write(self, data: bytes, until: float | None) -> None:
        """Write all of it. Raises `TimeoutError`, or another `OSError` if nobody can read it."""

    def read(self, until: float | None) -> bytes:
        """Some bytes; none at the end. Raises `TimeoutError`."""

    def close_input(self) -> None:
        """Let the child read the end of its input; again is harmless."""

    def close(self) -> None:
        """Close both; again is harmless."""


def make_pipes() -> tuple[Ends, tuple[int, int, int]]:
    """The child's ends, and ours in the same order."""
    (questions, asking), (hearing, answers) = os.pipe(), os.pipe()
    life, line = os.pipe() if GROUPS else (CLOSED, CLOSED)
    return Ends(questions, answers, life), (asking, hearing, line)


def waiting_on(asking: int, hearing: int, errors: ErrorOutput | None = None) -> Pipes:
    """Our ends, on which one can wait for a limited time; meanwhile errors are taken in."""
    kind = PolledPipes if hasattr(select, "poll") else ThreadedPipes
    return kind(asking, hearing, errors)


def close(*descriptors: int) -> None:
    """Close those that are not closed."""
    for descriptor in descriptors:
        if descriptor != CLOSED:
            os.close(descriptor)


class PolledPipes:
    """Ends on which the system can wait."""

    def __init__(self, asking: int, hearing: int, errors: ErrorOutput | None = None) -> None:
        os.set_blocking(asking, False)
        self._asking, self._hearing, self._errors = asking, hearing, errors
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(hearing, select.POLLIN)
        self._writable.register(asking, select.POLLOUT)
        if errors is not None:
            os.set_blocking(errors.descriptor, False)
            for ready in (self._readable, self._writable):
                ready.register(errors.descriptor, select.POLLIN)

    def write(self, data: bytes, until: float | None) -> None:
        """Write all of it, without ever waiting for more than a full pipe."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._asking, rest) :]
            except BlockingIOError:
                self._wait(self._writable, until)

    def read(self, until: float | None) -> bytes:
        """What is there by then."""
        self._wait(self._readable, until)
        return os.read(self._hearing, PIECE)

    def _wait(self, ready: select.poll, until: float | None) -> None:
        """Until more than errors can be read or written."""
        errors = self._errors
        while True:
            left = None if until is None else max(until - time.monotonic(), 0) * 1000
            found = [descriptor for descriptor, _ in ready.poll(left)]
            if errors is None or errors.descriptor not in found:
                break
            if not errors.take():
                for each in (self._readable, self._writable):
                    each.unregister(errors.descriptor)
                errors.close()
                self._errors = errors = None
            if len(found) > 1:
                return
            if left == 0:
                raise TimeoutError
        if not found:
            raise TimeoutError

    def close_input(self) -> None:
        """Let the child read the end of its input."""
        descriptor, self._asking = self._asking, CLOSED
        close(descriptor)

    def close(self) -> None:
        """Close both."""
        descriptor, self._hearing = self._hearing, CLOSED
        close(descriptor)
        self.close_input()
        if self._errors is not None:
            self._errors.close()
            self._errors = None


def tie(life: int, group: int) -> None:
    """Let the kernel kill this process group when the life line breaks, where it can."""
    try:
        import fcntl
    except ImportError:
        return
    if life != CLOSED and hasattr(fcntl, "F_SETSIG"):
        fcntl.fcntl(life, fcntl.F_SETOWN, -group)
        fcntl.fcntl(life, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)


def end_with_parent(life: int) -> None:
    """In a child that leads its group: end both when the life line breaks."""
    if life != CLOSED:
        threading.Thread(target=_follow, args=(life,), daemon=True).start()


def _follow(life: int) -> None:
    os.read(life, 1)
    os.killpg(os.getpid(), signal.SIGKILL)


def end_with_input(questions: int) -> int:
    """In a child without a life line: where its questions can be read; it ends when they do."""
    relayed, relaying = os.pipe()
    threading.Thread(target=_relay, args=(questions, relaying), daemon=True).start()
    return relayed


def _relay(questions: int, relaying: int) -> None:
    while piece := os.read(questions, PIECE):
        rest = memoryview(piece)
        while rest:
            rest = rest[os.write(relaying, rest) :]
    os._exit(0)
