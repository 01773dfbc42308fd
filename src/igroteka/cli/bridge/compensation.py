"""`igroteka bridge compensation`: one table's score against its high-card points."""

from __future__ import annotations

from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.bridge.showing import NEGATIVE_NUMBERS, Vulnerable, show, vulnerability


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="compensation", context_settings=NEGATIVE_NUMBERS)
    def compensation_command(
        score: Annotated[int, typer.Argument(metavar="SCORE", help="Of North–South.")],
        points: Annotated[
            int, typer.Option("--points", help="High-card points of North–South together.")
        ],
        vul: Vulnerable = "none",
        table: Annotated[
            str | None, typer.Option("--table", help="The table: kharkov (default) or level.")
        ] = None,
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Convert one table's score to IMPs by what its points let expect."""
        from igroteka.games.bridge.scoring.compensation import DEFAULT, explain

        bits = vulnerability(vul)
        sides = (bool(bits & 1), bool(bits & 2))
        told = explain(score, points, sides, table or DEFAULT)
        show(told, language, json, {"score": score, "points": points, "table": table or DEFAULT})
