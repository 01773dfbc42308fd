"""Commands that are typed in this process, and what is a plain refusal."""

from __future__ import annotations

import io
import re
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

from igroteka import cli
from tests.walk.command_tree import Command

REFUSED = 2
STOPPED = 130
"""Statuses: what was typed is wrong; somebody pressed Ctrl-C."""
LONGEST_SENTENCE = 600
AGAIN = 0.3
"""Seconds after which Ctrl-C is pressed once more."""
NOT_PLAIN = re.compile(
    r"Traceback|Usage:|[\u2500-\u257f]|\[Errno|Errno|Input should|<class |0x[0-9a-f]{6}|"
    r"\b[A-Z]\w+(Error|Exception)\b|\bNone\b|\{\w*\}"
)
"""What no sentence for people has."""


class Done(NamedTuple):
    """What came of a command."""

    status: int
    out: str
    err: str
    seconds: float

    @property
    def complaints(self) -> list[str]:
        """The lines of the error output that do not tell of compiling."""
        return [line for line in self.err.splitlines() if not line.startswith("Preparing ")]


def typed(
    tree: Any, words: Sequence[str], folder: Path, answers: str = "", limit: float = 20.0
) -> Done:
    """Run a command as a person does who types these answers, and Ctrl-C when it takes too long."""
    said, complained = io.StringIO(), io.StringIO()
    began = time.perf_counter()
    with pytest.MonkeyPatch.context() as patch, _limited(limit):
        patch.setattr(cli, "get_command", lambda _: tree)
        patch.setattr(sys, "argv", ["igroteka", *words])
        patch.setattr(sys, "stdin", io.StringIO(answers))
        patch.chdir(folder)
        with redirect_stdout(said), redirect_stderr(complained):
            status = _status()
    return Done(status, said.getvalue(), complained.getvalue(), time.perf_counter() - began)


def _status() -> int:
    try:
        cli.main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except KeyboardInterrupt:
        return STOPPED
    except BaseException:
        traceback.print_exc(file=sys.stderr)
        return 1
    return 0


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _interrupt(_number: int, frame: FrameType | None) -> None:
    """Press Ctrl-C, but not in the middle of an import, which would stay half done."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def unlike_a_refusal(done: Done, command: Command) -> str | None:
    """What a refusal should be and this is not; None if it is one."""
    if done.status != REFUSED:
        return f"ends with status {done.status}: {_shortened(done.err or done.out)}"
    if done.out.strip():
        return f"prints {_shortened(done.out)}"
    if len(done.complaints) != 1:
        return f"complains in {len(done.complaints)} lines: {_shortened(done.err)}"
    (line,) = done.complaints
    if not line.startswith("igroteka: ") or len(line) > LONGEST_SENTENCE or NOT_PLAIN.search(line):
        return f"is no plain sentence: {_shortened(line)}"
    if f"`{command.path} --help`" not in line:
        return f"does not lead to `{command.path} --help`: {_shortened(line)}"
    return None


def _shortened(text: str) -> str:
    return text if len(text) < 800 else f"{text[:200]} … {text[-600:]}"
