"""What a process of code that the house does not trust may use, and how all of it is ended.

The limits hold for each process by itself and are handed on to what it starts. On Linux such a
process adopts those of its descendants that lose their parents, so they are found below it, and all
carry its mark in their environment. Who takes off the mark and outlives the process that was
started is not found.

Run as a program, this file sets the limits and becomes the program that its arguments name; so it
imports the standard library alone.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

MEMORY: Final = "IGROTEKA_BOT_MEMORY"
"""The variable that tells how many MiB of memory such a process may have; 0 is no limit."""
USUAL_MEMORY: Final = 2048
LARGEST_FILE: Final = 1 << 30
MOST_OPEN_FILES: Final = 1024
MARK: Final = "IGROTEKA_BOT"
"""The variable by which its descendants are known."""
FINDS: Final = sys.platform == "linux" and hasattr(os, "killpg") and Path("/proc/self").exists()
"""Whether descendants that have left the group can be found."""
ROUNDS: Final = 20
"""How often descendants are looked for, since they may start others meanwhile."""
_ADOPT_ORPHANS: Final = 36
"""PR_SET_CHILD_SUBREAPER of Linux."""


def confine() -> None:
    """Limit this process and all that it will start, as far as the system can."""
    try:
        import resource
    except ImportError:  # on Windows
        return
    wanted = os.environ.get(MEMORY, "")
    memory = (int(wanted) if wanted.isdecimal() else USUAL_MEMORY) << 20
    limits = {
        resource.RLIMIT_DATA: memory or resource.RLIM_INFINITY,
        resource.RLIMIT_FSIZE: LARGEST_FILE,
        resource.RLIMIT_NOFILE: MOST_OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    for limit, most in limits.items():
        _, hard = resource.getrlimit(limit)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        if allowed != resource.RLIM_INFINITY:
            with suppress(ValueError, OSError):
                resource.setrlimit(limit, (allowed, allowed))
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)


def confined_program(words: Sequence[str]) -> list[str]:
    """The command that starts a program with these limits, where the system has any."""
    if not hasattr(os, "killpg"):  # on Windows
        return list(words)
    return [sys.executable, "-I", "-S", __file__, *words]


def stop_and_kill_descendants(pid: int, mark: str) -> None:
    """Stop a confined process, so that it starts no more, and kill all that it has started."""
    if not FINDS:
        return
    with suppress(OSError):
        os.kill(pid, signal.SIGSTOP)
    for _ in range(ROUNDS):
        found = {*_descendants(pid), *_marked(mark)} - {pid}
        if not found:
            return
        _kill(found)


def kill_marked(mark: str) -> None:
    """Kill what a confined process that has ended left behind."""
    if not FINDS:
        return
    for _ in range(ROUNDS):
        found = set(_marked(mark))
        if not found:
            return
        _kill(found)


def _kill(pids: set[int]) -> None:
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def _descendants(pid: int) -> Iterator[int]:
    """All below a process that still run."""
    children: dict[int, list[int]] = {}
    for folder in _processes():
        with suppress(OSError, ValueError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                children.setdefault(int(parent), []).append(int(folder.name))
    found = list(children.get(pid, ()))
    for each in found:
        found += children.get(each, ())
    yield from found


def _marked(mark: str) -> Iterator[int]:
    """All processes that have this mark; one that has ended has no environment any more."""
    wanted = f"{MARK}={mark}".encode()
    for folder in _processes():
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)


def _processes() -> Iterator[Path]:
    return (folder for folder in Path("/proc").iterdir() if folder.name.isdecimal())


def _become(words: list[str]) -> None:
    """Replace this process by a program, with the signals that Python ignores as they were."""
    confine()
    for name in ("SIGPIPE", "SIGXFSZ"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        os.execvp(words[0], words)
    except OSError as error:
        sys.exit(f"{words[0]} can't be started: {error.strerror}")


if __name__ == "__main__":
    _become(sys.argv[1:])
