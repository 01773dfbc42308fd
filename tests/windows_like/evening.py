"""What a laptop without Unix must be able to do, but for the site: run in a process of its own."""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

import igroteka
from igroteka.basics import system
from tests.hostile import bots as hostile

NO_MODULES = ("igroteka.__main__", "igroteka.archive.migrations")
"""The first would run the command line; Alembic runs the others."""
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "random_bot.py"


def import_everything() -> int:
    """Import every module of the house; how many."""
    names = [found.name for found in pkgutil.walk_packages(igroteka.__path__, "igroteka.")]
    wanted = [name for name in names if not name.startswith(NO_MODULES)]
    for name in wanted:
        importlib.import_module(name)
    return len(wanted)


def told(*command: str) -> Any:
    """What a command says in JSON."""
    from igroteka.cli import app

    ended = CliRunner().invoke(app, [*command, "--seed", "1", "--jobs", "2", "--json"])
    assert ended.exit_code == 0, (ended.output, ended.exception)
    return json.loads(ended.stdout)


def bot(name: str) -> str:
    return f"{hostile.__file__}:{name}"


def main() -> None:
    """Play, and print what came of it."""
    assert not system.FORKS
    assert not system.GROUPS
    program = f"external('{sys.executable} {EXAMPLE}')"
    told_all = {
        "modules": import_everything(),
        "match": told("match", "draughts", "random", program, "--games", "4"),
        "hang": told(
            "match", "draughts", "random", bot("Loops"), "--games", "2", "--move-time", "2"
        ),
        "tournament": told(
            "tournament", "draughts", "--bots", f"{bot('First')},{bot('Dies')}", "--games", "1"
        ),
    }
    print(json.dumps(told_all))


if __name__ == "__main__":
    main()
