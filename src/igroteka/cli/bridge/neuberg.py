"""`igroteka bridge neuberg`: matchpoints of a board with too few scores."""

from __future__ import annotations

from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.bridge.showing import show


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="neuberg")
    def neuberg_command(
        matchpoints: Annotated[
            int, typer.Argument(metavar="MATCHPOINTS", help="Among the actual scores.")
        ],
        actual: Annotated[int, typer.Option("--actual", help="How many scores there are.")],
        expected: Annotated[int, typer.Option("--expected", help="How many there should be.")],
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Stretch matchpoints among few scores to the number expected, by Neuberg's formula."""
        from igroteka.games.bridge.scoring.matchpoints import explain_neuberg

        facts = {"matchpoints": matchpoints, "actual": actual, "expected": expected}
        show(explain_neuberg(matchpoints, actual, expected), language, json, facts)
