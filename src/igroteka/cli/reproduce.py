"""`igroteka reproduce`: the published figures beside ours."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Annotated

import typer
from rich.console import Console

from igroteka.cli import arguments as a
from igroteka.contract import IgrotekaError
from igroteka.registry import GAMES, game_class


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def reproduce(
        game: a.GameName,
        table: Annotated[
            list[str] | None, typer.Option(help="Only this table of the game; repeatable.")
        ] = None,
        games: Annotated[
            int | None, typer.Option(min=1, help="Games a cell; as published by default.")
        ] = None,
        seed: a.Seed = 1,
        jobs: a.Jobs = None,
    ) -> None:
        """Play the published experiments of a game and judge every figure."""
        game_class(game)
        module = f"igroteka.games.{game}.published"
        if importlib.util.find_spec(module) is None:
            known = [g for g in GAMES if importlib.util.find_spec(f"igroteka.games.{g}.published")]
            raise IgrotekaError(f"{game} has no published figures; {', '.join(known)} has")
        published = importlib.import_module(module)
        published.reproduce(Console(), tables=tuple(table or ()), games=games, seed=seed, jobs=jobs)
