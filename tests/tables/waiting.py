"""Questions that need no bot, for processes of bots."""

from __future__ import annotations

import time
from pathlib import Path


def wait_for_a_sign(path: str) -> str:
    """Keep a process busy until a file is there."""
    while not Path(path).exists():
        time.sleep(0.01)
    return "done"


def say_hello(name: str) -> str:
    return f"hello {name}"
