"""`igroteka export`: games of the archive as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a
from igroteka.contract import BadOption, IgrotekaError
from igroteka.registry import check_keeps, format_named, format_of_file
from igroteka.text import Text


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def export(
        numbers: Annotated[
            list[int] | None,
            typer.Argument(metavar="ID…", help="The games' numbers in the archive."),
        ] = None,
        sitting: Annotated[
            int | None, typer.Option(metavar="ID", help="All games of a sitting, in their order.")
        ] = None,
        format: Annotated[
            str | None,
            typer.Option(
                "--format",
                metavar="NAME",
                help="json, pdn and more; by default what the name of the file tells, else json.",
            ),
        ] = None,
        output: Annotated[
            Path | None,
            typer.Option("--output", metavar="FILE", help="Write here instead of printing."),
        ] = None,
        db: a.Database = None,
    ) -> None:
        """Write games with their comments, marks and variations in a format of files."""
        from igroteka.archive import Archive, queries, sittings

        if (sitting is None) == (not numbers):
            raise BadOption(Text("give numbers of games, or a --sitting with all of its games"))
        chosen = format_named(format or "json")
        if output and not format:
            chosen = format_of_file(output)
        with Archive.open(db, registry) as archive:
            if sitting is not None:
                numbers = [game.id for game in archive.read(sittings.sitting, sitting).games]
            games = [archive.read(queries.annotated, number) for number in numbers or ()]
        for game in games:
            check_keeps(chosen, game.record.game)
        text = chosen.write(games)
        if output is None:
            typer.echo(text, nl=False)
            return
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise IgrotekaError(
                Text("{path} can't be written: {reason}", path=output, reason=error.strerror)
            ) from error
