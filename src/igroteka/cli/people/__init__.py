"""`igroteka people …`: what only who runs the house can do for its people, a file a command."""

from __future__ import annotations

import typer

from igroteka.cli.people import forget, reset_password

COMMANDS = (reset_password, forget)
"""One module a command, in the order in which they are listed."""


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(
        name="people",
        help="Look after the people of the site: a forgotten password, or somebody to forget.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in COMMANDS:
        command.register(group)
    app.add_typer(group)
