"""`igroteka bridge …`: scoring, dealing, solving and files of bridge, one small file a command."""

from __future__ import annotations

import typer

from igroteka.cli.bridge import (
    butler,
    check,
    compensation,
    convert,
    cross_imps,
    dd,
    deal,
    host,
    imps,
    join,
    lab,
    matchpoints,
    neuberg,
    score,
    tree,
    vp,
)

COMMANDS = (
    score,
    imps,
    vp,
    matchpoints,
    cross_imps,
    butler,
    neuberg,
    compensation,
    deal,
    dd,
    convert,
    check,
    host,
    join,
    tree,
    lab,
)
"""One module a command, in the order in which they are listed."""


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(
        name="bridge",
        help="Score, deal, solve and study boards of duplicate bridge.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in COMMANDS:
        command.register(group)
    app.add_typer(group)
