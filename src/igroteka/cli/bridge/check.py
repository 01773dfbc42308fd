"""`igroteka bridge check`: what is wrong with a file of boards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from igroteka.cli.bridge.convert import problem_at, read_boards
from igroteka.text import Text, plural


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="check")
    def check_command(
        files: Annotated[
            list[Path], typer.Argument(metavar="FILE…", help="Files that end in .pbn or .lin.")
        ],
    ) -> None:
        """Read files of boards and tell what is wrong with them, line by line; status 1 if so."""
        wrong = False
        for path in files:
            reading = read_boards(path)
            for problem in reading.problems:
                typer.echo(problem_at(path, problem))
            games, problems = len(reading.games), len(reading.problems)
            typer.echo(
                Text(
                    "{path}: {games}, {problems}",
                    path=path,
                    games=plural("{count} game", "{count} games", count=games),
                    problems=plural("{count} problem", "{count} problems", count=problems),
                )
            )
            wrong = wrong or bool(reading.problems)
        if wrong:
            raise typer.Exit(1)
