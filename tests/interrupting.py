"""Commands to which Ctrl-C is sent, also where the tests themselves run in the background.

A shell starts background jobs with that signal ignored, and what they start inherits it.
"""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Sequence
from typing import Any


def interruptible(command: Sequence[str], **how: Any) -> subprocess.Popen[Any]:
    """A process that hears Ctrl-C as one at a terminal does."""
    return subprocess.Popen(command, preexec_fn=hear_interrupts, **how)


def hear_interrupts() -> None:
    """End this process by Ctrl-C again, whatever it inherited."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
