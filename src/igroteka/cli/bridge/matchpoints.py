"""`igroteka bridge matchpoints`: a board's scores compared."""

from __future__ import annotations

from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.bridge.showing import (
    NEGATIVE_NUMBERS,
    Scores,
    Vulnerable,
    read_entries,
    show_board,
)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="matchpoints", context_settings=NEGATIVE_NUMBERS)
    def matchpoints_command(
        scores: Scores,
        expected: Annotated[
            int | None,
            typer.Option(
                "--expected",
                help="How many scores the board should have, by default as many as are named.",
            ),
        ] = None,
        vul: Vulnerable = "none",
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Score a board at matchpoints, by Neuberg's formula where scores are missing."""
        from igroteka.games.bridge.scoring.matchpoints import explain, matchpoints

        entries = read_entries(scores, vul)
        worths = matchpoints(entries, expected)
        show_board(
            scores,
            worths,
            lambda at: explain(entries, at, expected=expected),
            language,
            json,
        )
