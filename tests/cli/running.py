"""Commands as they are typed: in this process, or in one of their own as people start it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from igroteka.cli import main

ROOT = Path(__file__).parents[2]


def igroteka(*words: str, input: str = "") -> CompletedProcess[str]:
    """A command in this process, which has loaded already what a new one would load again."""
    out, err = _stream(), _stream()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["igroteka", *words])
        patch.setattr(sys, "stdin", _stream(input))
        patch.chdir(ROOT)
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
            main()
    status = left.value.code
    assert isinstance(status, int)
    said, complained = (each.buffer.getvalue().decode() for each in (out, err))
    return CompletedProcess(list(words), status, said, complained)


class _Stream(io.TextIOWrapper):
    buffer: io.BytesIO


def _stream(text: str = "") -> _Stream:
    return _Stream(io.BytesIO(text.encode()), encoding="utf-8", write_through=True)


def python_m_igroteka(*words: str) -> CompletedProcess[str]:
    """A command, started as people start it."""
    command = [sys.executable, "-m", "igroteka", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def json_of(*words: str) -> dict[str, Any]:
    """The object that a command prints which ends well."""
    done = igroteka(*words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


SMALL = ("--option", "grammar=S->aA|b;A->c", "--option", "turns=6")
