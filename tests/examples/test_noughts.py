"""A game that is installed from outside gets everything that the four have."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SUITES = (
    "tests/contract",
    "tests/test_russian.py",
    "tests/examples/with_noughts.py",
)
"""The rules of the house, its Russian words, and all of its rooms."""


@pytest.fixture(scope="module")
def with_noughts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The environment of a process in which the example is installed."""
    folder = tmp_path_factory.mktemp("installed")
    how = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "install", "--quiet", *how, "--target", str(folder)]
    _done([*command, str(ROOT / "examples" / "noughts")], os.environ)
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    return {**kept, "PYTHONPATH": str(folder)}


def _done(command: list[str], environment: Mapping[str, str], typed: str = "") -> str:
    """What a command prints that succeeds."""
    done = subprocess.run(
        command, capture_output=True, text=True, input=typed, cwd=ROOT, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_person_plays_it_at_the_terminal(with_noughts: Mapping[str, str]) -> None:
    command = [sys.executable, "-m", "igroteka", "play", "noughts", "2=perfect", "--no-keep"]
    shown = _done([*command, "--seed", "1"], with_noughts, "b4\nb2\nb2\nh\nq\n")
    assert "'b4' is no square: write a letter from a to c and a row, like b2" in shown
    assert "on b2 there is a sign already" in shown
    assert "2  · X ·" in shown
    assert "hint:    0.500" in shown


@pytest.mark.slow
def test_it_keeps_the_contract_and_has_all_of_the_house(with_noughts: Mapping[str, str]) -> None:
    chosen = "noughts or every_text_of_the_site"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    report = _done([*command, "-m", "not slow", "-k", chosen, *SUITES], with_noughts)
    assert " passed" in report
    assert "skipped" not in report


def test_the_page_on_adding_a_game_shows_the_files_as_they_are() -> None:
    page = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    folder = ROOT / "examples" / "noughts"
    files = [path for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".po")]
    written = "\n".join(path.read_text(encoding="utf-8") for path in files)
    shown = re.findall(r"```(?:python|toml)\n(.*?)```", page, re.DOTALL)
    assert shown
    assert [block for block in shown if block not in written] == []
