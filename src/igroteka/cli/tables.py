"""`igroteka tables`: solve a game's endgames and keep them."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from igroteka.cli import arguments as a
from igroteka.registry import endgame_tables


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def tables(
        game: a.GameName,
        pieces: Annotated[int, typer.Option("--pieces", help="Up to how many pieces.")] = 4,
        variant: Annotated[str, typer.Option("--variant", help="The rules.")] = "russian",
    ) -> None:
        """Solve every endgame of a few pieces, keep the tables, and count how they end."""
        solve = endgame_tables(game)
        with Progress(console=Console(stderr=True)) as bar:
            task = bar.add_task(f"{pieces} pieces")
            report = solve(
                variant, pieces, lambda done, size: bar.update(task, completed=done, total=size)
            )
        for line in report:
            typer.echo(line)
