"""`igroteka match`: two bots, many games, the score with its error."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.contract import BadOption
from igroteka.text import Text, quoted

if TYPE_CHECKING:
    from igroteka.arena.results import MatchResult

GAMES = 100
"""How many are played unless it is told."""
MOST_ELO = 1000


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def match(
        game: a.GameName,
        bots: Annotated[list[str], typer.Argument(metavar="BOT BOT", help="Who plays.")],
        games: Annotated[
            int | None,
            typer.Option(
                "--games",
                min=1,
                help="How many games, 100 if it is not told; with --deals, how many of the first "
                "deals, all if it is not told.",
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
        seed: a.Seed = 1,
        option: a.Options = None,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
        move_time: a.MoveTime = 60.0,
        game_time: a.GameTime = None,
        sprt: Annotated[
            str | None,
            typer.Option(
                metavar="ELO0,ELO1", help="Stop as soon as one of two Elo differences is settled."
            ),
        ] = None,
        json: a.AsJson = False,
        records: a.Records = None,
        markdown: a.Markdown = None,
        html: a.Html = None,
    ) -> None:
        """Play games between bots, each deal once in every seating."""
        from igroteka.arena.match import Limits
        from igroteka.arena.plan import given_plan, match_plan
        from igroteka.arena.results import MatchResult
        from igroteka.cli.given_deals import given_deals
        from igroteka.cli.output import Output
        from igroteka.cli.run_plan import run

        table = a.chosen_game(game, option)
        limits = Limits(move_time, game_time)
        if deals:
            plan = given_plan(table, bots, given_deals(table, deals, games), seed, limits)
        else:
            plan = match_plan(table, bots, games or GAMES, seed, limits)
        a.check_bots(table, bots)
        result = MatchResult(plan)
        output = Output(json, html, markdown)
        output.check()
        bounds = _bounds(sprt)

        def settled() -> bool:
            return bounds is not None and result.test(*bounds).verdict is not None

        def show(file: Path) -> None:
            if bounds:
                typer.echo(_sprt_line(result, *bounds), err=json)
            output.show(result, file)

        run(plan, result, records, jobs, dask, settled, output.keep, show)


def _sprt_line(result: MatchResult, low: float, high: float) -> str:
    test = result.test(low, high)
    return (
        f"SPRT: log-likelihood ratio {test.ratio:.2f} in [{test.low:.2f}, {test.high:.2f}] "
        f"after {result.games} {result.counted}: {test.verdict or 'neither yet'}"
    )


def _bounds(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
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
    return low, high
