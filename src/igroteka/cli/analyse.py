"""`igroteka analyse`: which moves of a kept game cost most, and which one turned it."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import Annotated

import typer

from igroteka.cli import arguments as a
from igroteka.cli.replay import headline
from igroteka.contract import Game, IgrotekaError, Json
from igroteka.registry import make_game
from igroteka.study.review import Judged, chosen_analyst, costliest, course, review, turning_point
from igroteka.text import Text


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def analyse(
        record: a.RecordName,
        bot: a.Judge = None,
        worst: Annotated[int, typer.Option("--worst", min=1, help="How many moves to list.")] = 5,
        every: Annotated[bool, typer.Option("--all", help="List every decision.")] = False,
        plot: Annotated[
            Path | None,
            typer.Option("--plot", metavar="FILE", help="Draw the course of the game as SVG."),
        ] = None,
        json: a.AsJson = False,
        db: a.Database = None,
    ) -> None:
        """List the moves that cost most, and find the turning point."""
        chosen = a.chosen_record(record, db)
        game = make_game(chosen.game, chosen.options)
        judged = list(review(game, chosen, chosen_analyst(game, bot)))
        shown = judged if every else costliest(judged, worst)
        turn = turning_point(chosen, judged)
        if plot:
            _draw(game, judged, turn, plot)
        if json:
            told = {
                "game": game.name,
                "decisions": len(judged),
                "moves": [_to_json(move) for move in shown],
                "turning_point": turn and turn.number,
            }
            typer.echo(json_module.dumps(told, ensure_ascii=False))
        else:
            typer.echo(headline(chosen))
            _show(game, shown, turn)


def _draw(game: Game, judged: list[Judged], turn: Judged | None, path: Path) -> None:
    from igroteka.report.plots import course_plot, standalone

    points = [
        (
            move.number,
            value,
            f"{move.number}. {game.seat_name(move.seat)}: {move.words} {value:.0%}",
        )
        for move, value in course(game, judged)
    ]
    first = " and ".join(game.seat_name(seat) for seat in game.sides[0])
    number = turn.number if turn else None
    svg = course_plot(points, number, f"What {first} could expect after each move")
    try:
        path.write_text(standalone(svg), encoding="utf-8")
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be written: {reason}", path=path, reason=error.strerror)
        ) from error


def _to_json(move: Judged) -> Json:
    return {
        "number": move.number,
        "seat": move.seat,
        "action": str(move.action),
        "value": round(move.value, 4),
        "best": str(move.best),
        "best_value": round(move.best_value, 4),
        "cost": round(move.cost, 4),
        "remark": move.remark,
    }


def _show(game: Game, shown: list[Judged], turn: Judged | None) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("move", "who", "played", "value", "best", "value", "cost", "")
    for move in shown:
        table.add_row(
            str(move.number),
            game.seat_name(move.seat),
            move.words,
            f"{move.value:.2f}",
            str(move.best),
            f"{move.best_value:.2f}",
            f"{move.cost:.2f}",
            move.remark,
        )
    console = Console()
    if shown:
        console.print(table)
    else:
        console.print("No move cost anything.")
    if turn:
        remark = turn.remark or f"{turn.best} was better"
        who = game.seat_name(turn.seat)
        console.print(
            f"The turning point: move {turn.number}, {who}: {turn.words}. {remark.rstrip('.')}.",
            highlight=False,
        )
