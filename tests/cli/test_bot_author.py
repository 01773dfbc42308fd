"""The walk of a bot's author, as docs/write-a-bot.md tells it: every command, every example."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PAGE = Path(__file__).parents[2] / "docs" / "write-a-bot.md"
BLOCK = re.compile(
    r"(?:into `(?P<file>\w+\.py)`:\n\n)?```(?P<language>\w*)\n(?P<text>.*?)```", re.DOTALL
)


def tutorial() -> Iterator[tuple[str, str]]:
    """What the author does, in order: a file to write, a command to give, a program to run."""
    walk = PAGE.read_text(encoding="utf-8").partition("\n## What a bot may use")[0]
    for block in BLOCK.finditer(walk):
        if block["file"]:
            yield block["file"], block["text"]
        elif block["language"] == "python":
            yield "program", block["text"]
        else:
            yield from (("command", line) for line in block["text"].splitlines())


@pytest.mark.slow
def test_the_tutorial_is_walked(
    igroteka: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("igroteka.arena.running.default_jobs", lambda: 1)
    said = {}
    for what, text in tutorial():
        if what == "command":
            program, *words = shlex.split(text)
            assert program == "igroteka"
            done = igroteka(*words)
            assert (text, done.status) == (text, 0), done
            said[text] = done.out
        elif what == "program":
            exec(compile(text, "notebook", "exec"), {"__name__": "__main__"})
            said[text] = capsys.readouterr().out
        else:
            Path(what).write_text(text, encoding="utf-8")
    commands = [text for text in said if text.startswith("igroteka ")]
    assert [text.split()[1] for text in commands] == [
        "bot", "bot", "match", "replay", "bot", "match", "tournament",
    ]  # fmt: skip
    assert "my_bot.py:MyBot is ready to play durak." in said["igroteka bot check my_bot.py"]
    assert "keeper.py:Keeper is ready to play durak." in said["igroteka bot check keeper.py"]
    assert not [text for text, out in said.items() if "Faults" in out]
    page = Path("page.html").read_text(encoding="utf-8")
    assert all(name in page for name in ("my_bot.py:MyBot", "keeper.py:Keeper", "<svg"))
    assert list(said.values())[-1].endswith(" is the best\n")
    assert len(said) == 9
