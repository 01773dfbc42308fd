"""Whether processes have ended."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

LONGEST_WAIT = 20.0


def gone(pid: int) -> bool:
    """Whether a process has ended; one that waits to be reaped has."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return True


def soon(condition: Callable[[], bool], seconds: float = LONGEST_WAIT) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True
