"""`igroteka archive …`: games found again, and the archive cared for; alone it is the search."""

from __future__ import annotations

import typer

from igroteka.cli.archive import backup, check, repair, search

COMMANDS = (check, backup, repair)
"""One module a command, in the order in which they are listed."""


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(name="archive", rich_markup_mode=None)
    search.register(group)
    for command in COMMANDS:
        command.register(group)
    app.add_typer(group)
