"""Processes that start at once, being forked from one that has imported everything already.

Each is a process like any other, to be killed and waited for; only what every start would load
again is loaded once, by `tests.warmed`.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final

FORKING: Final = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["tests.warmed"])


def finished(
    program: Callable[[], None], words: Sequence[str], typed: str, folder: Path
) -> CompletedProcess[str]:
    """What a program came to in a process of its own that was started with these words there.

    It should start no pool of processes: such a process ends without telling pools to end.
    """
    with tempfile.TemporaryDirectory() as name:
        streams = [Path(name) / stream for stream in ("in", "out", "err")]
        streams[0].write_text(typed)
        process = started(program, words, folder, streams)
        process.join()
        status = process.exitcode
        assert status is not None
        return CompletedProcess(list(words), status, *(each.read_text() for each in streams[1:]))


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
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, (stream, mode) in enumerate(zip(streams, ("r", "w", "w"), strict=True)):
        with stream.open(mode) as file:
            os.dup2(file.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    sys.argv = list(words)
    program()
