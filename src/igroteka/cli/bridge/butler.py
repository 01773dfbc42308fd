"""`igroteka bridge butler`: a board's scores in IMPs against a datum."""

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

    @app.command(name="butler", context_settings=NEGATIVE_NUMBERS)
    def butler_command(
        scores: Scores,
        datum: Annotated[
            str,
            typer.Option(
                "--datum",
                help="mean, median, or trimmed for the mean without the "
                "highest and the lowest score.",
            ),
        ] = "mean",
        vul: Vulnerable = "none",
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Score a board by Butler: IMPs against the datum, rounded to ten."""
        from igroteka.games.bridge.scoring.butler import butler, explain

        entries = read_entries(scores, vul)
        show_board(
            scores,
            butler(entries, datum),
            lambda at: explain(entries, at, datum=datum),
            language,
            json,
        )
