"""`igroteka bridge lab …`: questions of bidding answered by deals, and whole systems checked."""

from __future__ import annotations

import typer

from igroteka.cli.bridge.lab import ask, check, compare

COMMANDS = (ask, check, compare)
"""One module a command, in the order in which they are listed."""


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(
        name="lab",
        help="Answer questions of bidding by deals, and check systems of rules.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in COMMANDS:
        command.register(group)
    app.add_typer(group)
