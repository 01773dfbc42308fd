"""`igroteka match`: bots of one table, many games, the score with its error."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.contract import BadOption, Game
from igroteka.text import Text, quoted

if TYPE_CHECKING:
    from igroteka.arena.plan import GivenDeals
    from igroteka.arena.results import MatchResult
    from igroteka.arena.statistics import Hypotheses, Sprt

GAMES = 100
"""How many are played unless it is told."""
MOST_ELO = 1000
ERROR = 0.05
"""How often --sprt may be wrong either way unless it is told."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def match(
        context: typer.Context,
        game: a.GameName,
        bots: Annotated[list[str], typer.Argument(metavar="BOT BOT", help="Who plays.")],
        games: Annotated[
            int | None,
            typer.Option(
                "--games",
                min=1,
                help="How many games, rounded up to whole blocks, 100 if it is not told; with "
                "--sprt, at most so many, until it is decided if it is not told; with --deals or "
                "--openings, how many of the first of those, all if it is not told.",
            ),
        ] = None,
        deals: Annotated[
            Path | None,
            typer.Option(
                "--deals",
                metavar="FILE",
                help="Play the deals of this file of games instead of drawn ones.",
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
        sprt: Annotated[
            str | None,
            typer.Option(
                metavar="ELO0,ELO1", help="Stop as soon as one of two Elo differences is settled."
            ),
        ] = None,
        alpha: Annotated[
            float | None,
            typer.Option(
                help="How often --sprt may accept ELO1 where ELO0 is true; 0.05 if it is not told."
            ),
        ] = None,
        beta: Annotated[
            float | None,
            typer.Option(
                help="How often --sprt may accept ELO0 where ELO1 is true; 0.05 if it is not told."
            ),
        ] = None,
        json: a.AsJson = False,
        records: a.Records = None,
        markdown: a.Markdown = None,
        html: a.Html = None,
        csv: a.Csv = None,
    ) -> None:
        """Play games between bots, each deal once in every seating."""
        from igroteka.arena.plan import given_plan, match_plan
        from igroteka.arena.results import MatchResult
        from igroteka.arena.running import check_bots
        from igroteka.cli.output import Output
        from igroteka.cli.repeating import repeating_command
        from igroteka.cli.run_plan import run

        table = a.chosen_game(game, option)
        limits = a.chosen_limits(move_time, game_time)
        tested = _hypotheses(table, sprt, alpha, beta)
        if given := _given(table, deals, openings, games):
            plan = given_plan(table, bots, given, seed, limits)
        else:
            plan = match_plan(table, bots, games or (None if tested else GAMES), seed, limits)
        if adjudicate:
            a.check_adjudicates(table)
            plan = replace(plan, adjudicate=True)
        check_bots(table, bots)
        result = MatchResult(plan, tested)
        result.command = repeating_command(context)
        output = Output(json, html, markdown, csv, jobs)
        output.check(records)

        def settled() -> bool:
            test = result.test()
            return test is not None and test.verdict is not None

        def show(file: Path) -> None:
            if test := result.test():
                typer.echo(_sprt_line(result, test), err=json)
            output.show(result, file)

        run(plan, result, records, jobs, dask, settled, output.keep, show)


def _given(
    game: Game, deals: Path | None, openings: Path | None, most: int | None
) -> GivenDeals | None:
    """What a file gives to begin with, if one is named."""
    from igroteka.cli.given_deals import given_deals
    from igroteka.cli.given_openings import given_openings

    if deals and openings:
        raise BadOption(Text("--deals and --openings don't go together: an opening has its deal"))
    if deals:
        return given_deals(game, deals, most)
    return given_openings(game, openings, most) if openings else None


def _sprt_line(result: MatchResult, test: Sprt) -> str:
    return (
        f"SPRT: log-likelihood ratio {test.ratio:.2f} in [{test.low:.2f}, {test.high:.2f}] "
        f"after {result.games} {result.counted}: {test.verdict or 'neither yet'}"
    )


def _hypotheses(
    game: Game, text: str | None, alpha: float | None, beta: float | None
) -> Hypotheses | None:
    from igroteka.arena.statistics import Hypotheses

    if text is None:
        if alpha is not None or beta is not None:
            raise BadOption(
                Text("--alpha and --beta are those of a test: tell it by --sprt, like --sprt 0,10")
            )
        return None
    alpha, beta = (ERROR if each is None else each for each in (alpha, beta))
    if len(game.sides) != 2:
        raise BadOption(Text("--sprt tests Elo differences, which are of two sides"))
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise BadOption(Text("--alpha and --beta should be above 0 and below 0.5"))
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low, high = 0.0, 0.0
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise BadOption(
            Text(
                "--sprt takes two rising Elo differences of at most {most}, like "
                "0,10, but got {text}",
                most=MOST_ELO,
                text=quoted(text),
            )
        )
    return Hypotheses(low, high, alpha, beta)
