"""`igroteka bots GAME`: who can be played against."""

from __future__ import annotations

import inspect

import typer

from igroteka.bots import parameters
from igroteka.cli.arguments import GameName
from igroteka.registry import bot_classes


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def bots(game: GameName) -> None:
        """List the bots of a game with their parameters."""
        for name, bot in bot_classes(game).items():
            shown = ", ".join(_parameter(p) for p in parameters(bot).values())
            sentence = (inspect.getdoc(bot) or "").splitlines()[0]
            typer.echo(f"{name}({shown})" if shown else name)
            typer.echo(f"    {sentence}")


def _parameter(parameter: inspect.Parameter) -> str:
    if parameter.default is parameter.empty:
        return f"{parameter.name}=…"
    return f"{parameter.name}={parameter.default}"
