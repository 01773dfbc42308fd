"""`igroteka club …`: evenings of people, one small file a command."""

from __future__ import annotations

import typer

from igroteka.cli.club import export, movement, results, simulate

COMMANDS = (movement, results, simulate, export)
"""One module a command, in the order in which they are listed."""


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(
        name="club",
        help="Run a club's evening: who meets whom, where, with which boards, and who won.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in COMMANDS:
        command.register(group)
    app.add_typer(group)
