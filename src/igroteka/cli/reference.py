"""All commands as Markdown: `python -m igroteka.cli.reference > docs/commands.md`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

from igroteka.cli import COMMANDS

HEAD = """# Commands

Generated from the program's own help by `make docs`.
"""


def reference() -> str:
    """Every command's help, in the order in which the program lists them."""
    names = [name for command in COMMANDS for name in _names(command)]
    return "\n".join([HEAD, *(f"## {name}\n\n```\n{_help(name)}```\n" for name in names)])


def _names(command: ModuleType) -> Iterator[str]:
    """The command's name and, for a group, those of its own commands behind it."""
    name = command.__name__.rpartition(".")[2].rstrip("_").replace("_", "-")
    yield name
    for each in getattr(command, "COMMANDS", ()):
        yield from (f"{name} {inner}" for inner in _names(each))


def _help(name: str) -> str:
    environment = {**os.environ, "COLUMNS": "96", "TERMINAL_WIDTH": "96", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "igroteka", *name.split(), "--help"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip().replace("python -m igroteka", "igroteka") + "\n"


if __name__ == "__main__":
    print(reference(), end="")
