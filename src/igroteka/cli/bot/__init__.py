"""`igroteka bot …`: for who writes one, a small file a command."""

from __future__ import annotations

import typer

from igroteka.cli.bot import check, new

COMMANDS = (new, check)
"""One module a command, in the order in which they are listed."""


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(
        name="bot",
        help="Begin a bot of your own, and check it.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in COMMANDS:
        command.register(group)
    app.add_typer(group)
