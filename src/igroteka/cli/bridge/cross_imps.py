"""`igroteka bridge cross-imps`: a board's scores compared in IMPs, each with each."""

from __future__ import annotations

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

    @app.command(name="cross-imps", context_settings=NEGATIVE_NUMBERS)
    def cross_imps_command(
        scores: Scores,
        vul: Vulnerable = "none",
        language: a.LanguageName = "en",
        json: a.AsJson = False,
    ) -> None:
        """Score a board at cross-IMPs: the average against every other table."""
        from igroteka.games.bridge.scoring.cross_imps import cross_imps, explain

        entries = read_entries(scores, vul)
        show_board(scores, cross_imps(entries), lambda at: explain(entries, at), language, json)
