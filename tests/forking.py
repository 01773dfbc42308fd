"""Processes that start at once, being forked from one that has imported everything already.

Each is a process like any other, to be killed and waited for; only what every start would load
again is loaded once, by `tests.warmed`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

FORKING: Final = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["tests.warmed"])


def started(
    program: Callable[[], None], words: Sequence[str], folder: Path, streams: Sequence[Path]
) -> ForkServerProcess:
    """A process that runs a program; it reads and writes the files of these names."""
    args = (program, words, folder, streams, dict(os.environ))
    process = FORKING.Process(target=_run, args=args)
    process.start()
    return process


def _run(
    program: Callable[[], None],
    words: Sequence[str],
    folder: Path,
    streams: Sequence[Path],
    environment: Mapping[str, str],
) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, (stream, mode) in enumerate(zip(streams, ("r", "w", "w"), strict=True)):
        with stream.open(mode) as file:
            os.dup2(file.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    sys.argv = list(words)
    program()
