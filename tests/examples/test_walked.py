"""A game with an option, a page and a command that are added are walked without anybody's doing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.walk.recording import FOLDER, recorded

ROOT = Path(__file__).parents[2]
ADDED = '''
"""Adds a page, with a link at the top of every page, and a command, wherever Python runs."""
from fastapi import APIRouter, Request
import typer
from igroteka.cli import app
from igroteka.text import Text
from igroteka.web.pages import common, study

command = typer.Typer()

@command.command("added")
def added(times: int = typer.Option(1, min=1, max=9, help="How often.")) -> None:
    """Say something."""
    print("added" * times)

app.registered_commands.extend(command.registered_commands)
common.ROOMS += (("/added", Text("Study"), "tree"),)

@study.router.get("/added")
def page(request: Request):
    return common.page(request, "error.html", {"sentence": Text("Something that was added")})
'''
WALKS = (
    ("tests/walk/test_boards.py", "noughts"),
    ("tests/walk/test_pages.py", "fits and stranger and en"),
    ("tests/walk/test_commands.py", "added"),
    ("tests/walk/test_routes.py", "answered or breaks or forms"),
)


@pytest.mark.slow
def test_what_is_added_is_walked(tmp_path: Path) -> None:
    installed, told = tmp_path / "installed", tmp_path / "told"
    how = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    install = [sys.executable, "-m", "pip", "install", "--quiet", *how, "--target", str(installed)]
    subprocess.run([*install, str(ROOT / "examples" / "noughts")], check=True)
    (installed / "sitecustomize.py").write_text(ADDED, encoding="utf-8")
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    path = os.pathsep.join(filter(None, (str(installed), kept.get("PYTHONPATH"))))
    environment = {**kept, "PYTHONPATH": path, FOLDER: str(told)}
    for file, chosen in WALKS:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen]
        done = subprocess.run(
            [*command, file], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
    walked = {(each["kind"], str(each["path"])) for each in recorded(told)}
    boards = [path for kind, path in walked if kind == "board"]
    assert any("'wins'" in each for each in boards)
    assert any("'loses'" in each for each in boards)
    assert ("page", "/added") in walked
    assert ("route", "GET /added") in walked
    assert any(kind == "command" and "added" in path for kind, path in walked)
