"""`igroteka bridge vp`: a match's IMPs in victory points."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.bridge.showing import NEGATIVE_NUMBERS, number, show
from igroteka.contract import IgrotekaError
from igroteka.text import Text


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="vp", context_settings=NEGATIVE_NUMBERS)
    def vp_command(
        difference: Annotated[
            float, typer.Argument(metavar="IMPS", help="The match's difference, like 10 or -7.")
        ],
        boards: Annotated[
            int, typer.Option("--boards", min=1, max=1000, help="How many were played.")
        ],
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Convert a match's IMPs to victory points on the WBF's continuous 20-point scale."""
        from igroteka.games.bridge.scoring.victory_points import explain, victory_points

        if not math.isfinite(difference):
            raise IgrotekaError(
                Text("IMPs are a number like 10 or -7, but this is {number}", number=difference)
            )
        mine, other = victory_points(difference, boards)
        facts = {"boards": boards, "vp": number(mine), "other": number(other)}
        show(explain(difference, boards), language, json, facts)
