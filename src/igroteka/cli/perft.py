"""`igroteka perft`: count the leaves of a game's move tree."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def perft(
        game: a.GameName,
        depth: Annotated[int, typer.Option("--depth", help="Moves of either side.")],
        variant: Annotated[str, typer.Option("--variant", help="The rules.")] = "russian",
        fen: Annotated[
            str | None, typer.Option("--fen", help="The position; the start by default.")
        ] = None,
        json: a.AsJson = False,
    ) -> None:
        """Count the leaves of the move tree, to prove and time the move generator."""
        count = registry.perft(game)(variant, fen, depth)
        speed = count.leaves / max(count.seconds, 1e-9)
        if json:
            facts = {"game": game, **count._asdict(), "leaves_per_second": round(speed)}
            typer.echo(json_module.dumps(facts))
        else:
            typer.echo(f"{count.leaves} leaves in {count.seconds:.3f} s, {speed / 1e6:.1f} M/s")
