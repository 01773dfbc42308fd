"""What differs from one operating system to another: forks, groups of processes, urgency.

Everything else asks here, so that nothing that only Unix has is imported or called elsewhere.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

FORKS: Final = sys.platform == "linux" and hasattr(os, "fork")
"""Whether a copy of this process can do its work; on a Mac system libraries do not survive it."""
GROUPS: Final = hasattr(os, "killpg")
"""Whether a child can lead a group of processes, and be given pipes beside its standard streams."""
LESS_URGENT: Final = 10
_SIGNAL_OF_PARENTS_DEATH: Final = 1
"""PR_SET_PDEATHSIG of Linux."""


def in_every_fork(call: Callable[[], object]) -> None:
    """Have this called first in every fork of this process, where there are any."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=call)


def apart() -> dict[str, Any]:
    """How `subprocess.Popen` starts a child that Ctrl-C at the terminal does not reach."""
    if GROUPS:
        return {"start_new_session": True}
    return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}


def words_of(command: str) -> list[str]:
    """The words of a command as a shell divides them; on Windows a backslash belongs to a path."""
    return shlex.split(command.replace("\\", "\\\\") if os.sep == "\\" else command)


def kill_group(pid: int) -> None:
    """Kill a child and what it started, without waiting for that."""
    if GROUPS:
        for send in (os.killpg, os.kill):  # its group may not be there yet
            with suppress(OSError):
                send(pid, signal.SIGKILL)
        return
    import psutil

    with suppress(psutil.NoSuchProcess):
        child = psutil.Process(pid)
        for each in (*child.children(recursive=True), child):
            with suppress(psutil.Error):
                each.kill()


def kill_left_behind(pid: int) -> None:
    """Kill what a child that has ended started, where its group still knows it."""
    if GROUPS:
        with suppress(OSError):
            os.killpg(pid, signal.SIGKILL)


def die_with_parent(wanted: bool) -> None:
    """Whether the system kills this process when the thread that started it ends, where it can.

    It does so whatever code runs here, and leaves no time to tidy up.
    """
    if sys.platform == "linux":
        import ctypes

        number = signal.SIGKILL if wanted else 0
        ctypes.CDLL(None).prctl(_SIGNAL_OF_PARENTS_DEATH, number, 0, 0, 0)


def lives(pid: int) -> bool:
    """Whether there is such a process on this machine."""
    if not GROUPS:  # a signal, even none, would end it there
        import psutil

        return bool(psutil.pid_exists(pid))
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def become_less_urgent() -> None:
    """Let every other process go first."""
    if hasattr(os, "nice"):
        os.nice(LESS_URGENT)
        return
    import psutil

    psutil.Process().nice(getattr(psutil, "BELOW_NORMAL_PRIORITY_CLASS", LESS_URGENT))


def print_to_error_output() -> None:
    """Have all that this process prints go where its complaints go."""
    with suppress(AttributeError, ValueError, OSError):
        sys.stdout.flush()
    with suppress(OSError):
        os.dup2(2, 1)
    sys.stdout = sys.stderr
