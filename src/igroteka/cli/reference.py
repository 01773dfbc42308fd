"""All commands as Markdown: `python -m igroteka.cli.reference > docs/commands.md`."""

from __future__ import annotations

import os
import subprocess
import sys

from igroteka.cli import COMMANDS

HEAD = """# Commands

Generated from the program's own help by `make docs`.
"""


def reference() -> str:
    """Every command's help, in the order in which the program lists them."""
    names = [command.__name__.rpartition(".")[2].rstrip("_") for command in COMMANDS]
    return "\n".join([HEAD, *(f"## {name}\n\n```\n{_help(name)}```\n" for name in names)])


def _help(name: str) -> str:
    environment = {**os.environ, "COLUMNS": "96", "TERMINAL_WIDTH": "96", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "igroteka", name, "--help"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip().replace("python -m igroteka", "igroteka") + "\n"


if __name__ == "__main__":
    print(reference(), end="")
