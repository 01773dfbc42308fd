"""`igroteka tournament`: everybody against everybody."""

from __future__ import annotations

from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.players.spec import split


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def tournament(
        game: a.GameName,
        bots: Annotated[str, typer.Option(metavar="A,B,…", help="Who plays, divided by commas.")],
        games: a.Games = 100,
        seed: a.Seed = 1,
        option: a.Options = None,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
        move_time: a.MoveTime = 60.0,
        game_time: a.GameTime = None,
        json: a.AsJson = False,
        records: a.Records = None,
        markdown: a.Markdown = None,
        html: a.Html = None,
    ) -> None:
        """Play so many games in every ordered cell; show ratings and the crosstable."""
        from igroteka.arena.match import Limits
        from igroteka.arena.plan import tournament_plan
        from igroteka.arena.results import TournamentResult
        from igroteka.cli.output import Output
        from igroteka.cli.run_plan import run

        table = a.chosen_game(game, option)
        names = split(bots)
        plan = tournament_plan(table, names, games, seed, Limits(move_time, game_time))
        a.check_bots(table, names)
        result = TournamentResult(plan)
        output = Output(json, html, markdown)
        output.check()
        run(
            plan,
            result,
            records,
            jobs,
            dask,
            keep=output.keep,
            show=lambda file: output.show(result, file),
        )
