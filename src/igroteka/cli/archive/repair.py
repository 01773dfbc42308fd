"""`igroteka archive repair`: what can be read of a damaged archive, in a new one."""

from __future__ import annotations

from typing import Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a
from igroteka.cli.archive.counting import counted


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def repair(
        to: Annotated[str, typer.Option(metavar="FILE", help="The new file.")],
        db: a.Database = None,
    ) -> int:
        """Save what can still be read of a damaged archive into a new file.

        The damaged one stays as it is. `igroteka archive check --db FILE` then tells which games
        lack moves.
        """
        from igroteka.archive.database import archive_url
        from igroteka.archive.salvage import salvage

        source, target = archive_url(db), archive_url(to)
        with counted("rows saved") as advance:
            saved = salvage(source, target, registry, advance)
        typer.echo(f"{saved.rows:,} rows are saved in {to}.")
        if saved.unreadable:
            typer.echo(f"{saved.unreadable:,} places could not be read.")
        for table, count in saved.refused.items():
            typer.echo(f"{count:,} rows of {table} belonged to what is lost.")
        for table in saved.missing:
            typer.echo(f"The table {table} is not there.")
        return 1 if saved.unreadable or saved.refused or saved.missing else 0
