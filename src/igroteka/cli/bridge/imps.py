"""`igroteka bridge imps`: a difference of scores in IMPs."""

from __future__ import annotations

from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.bridge.showing import NEGATIVE_NUMBERS, show


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="imps", context_settings=NEGATIVE_NUMBERS)
    def imps_command(
        difference: Annotated[
            int, typer.Argument(metavar="DIFFERENCE", help="Of two scores, like 430 or -50.")
        ],
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Convert a difference of scores to IMPs."""
        from igroteka.games.bridge.scoring.imps import explain

        told = explain(difference)
        show(told, language, json, {"difference": difference, "imps": told.figure})
