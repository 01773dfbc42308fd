"""All commands as Markdown: `python -m igroteka.cli.reference > docs/commands.md`."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from typer.testing import CliRunner

from igroteka.cli import COMMANDS, app

HEAD = """# Commands

Generated from the program's own help by `make docs`.
"""
WIDTH = 78


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
    words = [*name.split(), "--help"]
    done = CliRunner().invoke(app, words, prog_name="igroteka", terminal_width=WIDTH)
    if done.exception is not None:
        raise done.exception
    return done.stdout.strip() + "\n"


if __name__ == "__main__":
    print(reference(), end="")
