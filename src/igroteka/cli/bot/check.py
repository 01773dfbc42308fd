"""`igroteka bot check`: a bot of a file, played through the contract and timed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.bots import is_of_file
from igroteka.contract import IgrotekaError
from igroteka.players.spec import Spec
from igroteka.registry import game_names
from igroteka.text import Text

if TYPE_CHECKING:
    from rich.console import Console

    from igroteka.arena.bot_check import BotReport


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def check(
        bot: Annotated[
            str,
            typer.Argument(
                metavar="FILE[:CLASS]", help="A bot's file, or one bot of it; all by default."
            ),
        ],
        game: Annotated[
            str | None,
            typer.Option(
                metavar="GAME",
                help="The game to check it in; by default those that it says it plays, else all.",
            ),
        ] = None,
    ) -> None:
        """Play a bot in every setting of its game, check that it keeps to the contract, time it.

        Ends with status 1 if something is wrong.
        """
        from rich.console import Console

        from igroteka.arena.bot_check import check_bot

        console = Console()
        ready = True
        for name, played in list(asked_for(bot, game)):
            report = check_bot(name, played)
            _show(console, report)
            ready = ready and not report.problems
        if not ready:
            raise typer.Exit(1)


def asked_for(bot: str, game: str | None) -> Iterator[tuple[str, str]]:
    """Bots as they are written, with a game each."""
    from igroteka.arena.bot_check import bots_of

    file, colon, name = Spec.parse(bot).name.rpartition(":") if is_of_file(bot) else (bot, "", "")
    path = Path(file)
    known = bots_of(path, name or None)
    if not known:
        raise IgrotekaError(Text("{path} has no class derived from igroteka.Player", path=path))
    for each, plays in known.items():
        for one in [game] if game else plays or game_names():
            yield bot if colon else f"{path}:{each}", one


def _show(console: Console, report: BotReport) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    console.print(f"\n{report.bot} in {report.game}", style="bold", markup=False, highlight=False)
    for check in report.checks:
        told = f"{'NO ' if check.problem else 'yes'} {check.what}"
        told += f": {check.problem}" if check.problem else ""
        console.print(told, markup=False, highlight=False, soft_wrap=True)
        if check.trace:
            console.print(check.trace, markup=False, highlight=False, soft_wrap=True)
    if report.settings:
        grid = Table(box=SIMPLE_HEAD, pad_edge=False)
        grid.add_column("ms a move", overflow="fold")
        for name in ("games", "moves", "median", "99 %", "worst"):
            grid.add_column(name, justify="right", no_wrap=True)
        for setting in report.settings:
            pace = setting.pace
            seconds = (pace.quantile(0.5), pace.quantile(0.99), pace.worst)
            times = (f"{1000 * each:.2f}" for each in seconds)
            grid.add_row(setting.name, str(setting.games), str(pace.moves), *times)
        console.print(grid)
    failed = sum(check.problem is not None for check in report.checks)
    verdict = f"is not ready for {report.game}: {failed} of {len(report.checks)} checks failed."
    if not failed:
        verdict = f"is ready to play {report.game}."
    console.print(f"{report.bot} {verdict}", markup=False, highlight=False, soft_wrap=True)
