"""The command line in this process, the same at every terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from igroteka.cli import main

ENVIRONMENT = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb"}
UNSET = (
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "IGROTEKA_DB",
    "IGROTEKA_TOKEN",
    "PY_COLORS",
    "TERMINAL_WIDTH",
    "TTY_COMPATIBLE",
    "TTY_INTERACTIVE",
)


@contextmanager
def steady(folder: Path) -> Iterator[Path]:
    """Work in a folder, whatever the terminal and the user's own settings are."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        for name in UNSET:
            patch.delenv(name, raising=False)
        for name in ("DATA", "STATE", "CONFIG"):
            patch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
        patch.setattr(sys.modules["__main__"], "__package__", "", raising=False)
        patch.chdir(folder)
        yield folder


def igroteka(*words: str, input: str = "", status: int = 0) -> str:
    """What a command prints, complaints last. Fails if it ends with another status."""
    said, complained = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["igroteka", *words])
        patch.setattr(sys, "stdin", io.StringIO(input))
        with redirect_stdout(said), redirect_stderr(complained):
            ended = _status()
    complaints = complained.getvalue().splitlines(keepends=True)
    told = [line for line in complaints if not line.startswith("Preparing ")]  # of compiling
    text = said.getvalue() + "".join(told)
    assert ended == status, f"igroteka {' '.join(words)}: {text}"
    return text


def _status() -> object:
    try:
        main()
    except SystemExit as end:
        return end.code
    return 0


def shown(*words: str, input: str = "", status: int = 0) -> str:
    """A command as it is typed, and what it prints."""
    typed = " ".join(f"'{word}'" if set(word) & set(" ;>()") else word for word in words)
    return f"$ igroteka {typed}\n{igroteka(*words, input=input, status=status)}\n"
