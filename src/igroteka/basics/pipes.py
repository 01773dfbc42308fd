"""The pipes between a process and its child: questions, answers, and the child's life line.

Nothing is ever written to a life line. The child holds its reading end, and only the parent its
writing end, so it breaks when the parent ends, also by a kill.

- On Linux the kernel then kills the child's whole group, whatever that is doing and whichever
  thread started it; a death signal of the child would come when that thread ends.
- Elsewhere, or where a program closes what it does not know, a Python child notices it in a thread,
  as soon as its calculation lets one run, and any other program at the end of its standard input.
"""

from __future__ import annotations

import fcntl
import os
import signal
import threading
from typing import Final, NamedTuple

CLOSED: Final = -1
"""In place of a descriptor."""


class Ends(NamedTuple):
    """The child's ends."""

    questions: int
    answers: int
    life: int


def make_pipes() -> tuple[Ends, tuple[int, int, int]]:
    """The child's ends, and ours in the same order. Writing to ours never waits."""
    (questions, asking), (hearing, answers), (life, line) = (os.pipe() for _ in Ends._fields)
    os.set_blocking(asking, False)
    return Ends(questions, answers, life), (asking, hearing, line)


def close(*descriptors: int) -> None:
    """Close those that are not closed."""
    for descriptor in descriptors:
        if descriptor != CLOSED:
            os.close(descriptor)


def tie(life: int, group: int) -> None:
    """Let the kernel kill this process group when the life line breaks."""
    if hasattr(fcntl, "F_SETSIG"):
        fcntl.fcntl(life, fcntl.F_SETOWN, -group)
        fcntl.fcntl(life, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)


def end_with_parent(life: int) -> None:
    """In a child that leads its group: end both when the life line breaks."""
    threading.Thread(target=_follow, args=(life,), daemon=True).start()


def _follow(life: int) -> None:
    os.read(life, 1)
    os.killpg(os.getpid(), signal.SIGKILL)
