"""`igroteka games`: what can be played."""

from __future__ import annotations

import typer

from igroteka.registry import game_class, game_names


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def games() -> None:
        """List the games with their options."""
        for name in game_names():
            game = game_class(name)
            typer.echo(f"{name}: {game.summary}")
            for option in game.option_list:
                typer.echo(f"    --option {option.name}=…   {option.sentence}")
