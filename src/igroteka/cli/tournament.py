"""`igroteka tournament`: everybody against everybody."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.players.spec import split

GAMES = 100
"""How many are played unless it is told."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def tournament(
        context: typer.Context,
        game: a.GameName,
        bots: Annotated[str, typer.Option(metavar="A,B,…", help="Who plays, divided by commas.")],
        games: Annotated[
            int | None,
            typer.Option(
                "--games",
                min=1,
                help="How many games in every ordered cell, 100 if it is not told; where more "
                "than two play, for every set of players that meet; with --openings, how many of "
                "the first of those, all if it is not told.",
            ),
        ] = None,
        openings: a.Openings = None,
        seed: a.Seed = 1,
        option: a.Options = None,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
        move_time: a.MoveTime = 60.0,
        game_time: a.GameTime = None,
        adjudicate: a.Adjudicate = False,
        gauntlet: Annotated[
            bool, typer.Option("--gauntlet", help="The first bot against all others only.")
        ] = False,
        self_play: Annotated[
            bool, typer.Option("--self-play", help="Every bot against itself too.")
        ] = False,
        json: a.AsJson = False,
        records: a.Records = None,
        markdown: a.Markdown = None,
        html: a.Html = None,
        csv: a.Csv = None,
    ) -> None:
        """Play everybody against everybody; show ratings and the crosstable."""
        from igroteka.arena.plan import tournament_plan
        from igroteka.arena.running import check_bots
        from igroteka.arena.tournament_result import TournamentResult
        from igroteka.cli.given_openings import given_openings
        from igroteka.cli.output import Output
        from igroteka.cli.repeating import repeating_command
        from igroteka.cli.run_plan import run

        table = a.chosen_game(game, option)
        names = split(bots)
        given = given_openings(table, openings, games) if openings else None
        plan = tournament_plan(
            table,
            names,
            len(given.deals) if given else games or GAMES,
            seed,
            a.chosen_limits(move_time, game_time),
            self_play=self_play,
            gauntlet=gauntlet,
            given=given,
        )
        if adjudicate:
            a.check_adjudicates(table)
            plan = replace(plan, adjudicate=True)
        check_bots(table, names)
        result = TournamentResult(plan)
        result.command = repeating_command(context)
        output = Output(json, html, markdown, csv, jobs)
        output.check(records)
        run(
            plan,
            result,
            records,
            jobs,
            dask,
            keep=output.keep,
            show=lambda file: output.show(result, file),
        )
