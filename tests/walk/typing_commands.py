"""Commands that are typed in this process, and what is a plain refusal."""

from __future__ import annotations

import io
import re
import sys
import traceback
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from igroteka import cli
from tests.walk.command_tree import Command
from tests.walk.patience import Watch

REFUSED = 2
STOPPED = 130
"""Statuses: what was typed is wrong; somebody pressed Ctrl-C."""
LONGEST_SENTENCE = 600
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
    work: float
    """Seconds that it worked."""
    late: bool
    """Whether it went on for too long and Ctrl-C was pressed."""

    @property
    def succeeded(self) -> bool:
        """Whether it came to its end by itself, and all was well."""
        return self.status == 0 and not self.late

    @property
    def complaints(self) -> list[str]:
        """The lines of the error output that do not tell of compiling."""
        return [line for line in self.err.splitlines() if not line.startswith("Preparing ")]


def typed(
    tree: Any, words: Sequence[str], folder: Path, answers: str = "", limit: float = 20.0
) -> Done:
    """Run a command as a person does who types these answers.

    When it has worked for so many seconds, Ctrl-C is pressed.
    """
    said, complained = io.StringIO(), io.StringIO()
    watch = Watch(cli.main.__code__, limit)
    with pytest.MonkeyPatch.context() as patch, watch.kept():
        patch.setattr(cli, "get_command", lambda _: tree)
        patch.setattr(sys, "argv", ["igroteka", *words])
        patch.setattr(sys, "stdin", io.StringIO(answers))
        patch.chdir(folder)
        with redirect_stdout(said), redirect_stderr(complained):
            status = _status()
    return Done(status, said.getvalue(), complained.getvalue(), watch.work(), watch.pressed)


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
