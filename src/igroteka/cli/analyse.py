"""`igroteka analyse`: which moves of a kept game cost most, and which one turned it."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from igroteka import registry
from igroteka.cli import arguments as a
from igroteka.cli import expectations
from igroteka.cli.judging import Question, answers
from igroteka.cli.output import check_file
from igroteka.cli.replay import headline
from igroteka.cli.run_plan import Workers, progress_bar
from igroteka.contract import Game, IgrotekaError, Json
from igroteka.languages import Language, language_named
from igroteka.records.record import Record
from igroteka.records.verdict import Verdict
from igroteka.registry import make_game
from igroteka.study.review import (
    Asked,
    Judged,
    chosen_adviser,
    costliest,
    course,
    judge,
    review,
    turning_point,
)
from igroteka.text import Text, all_of


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
        tree: Annotated[
            int | None,
            typer.Option(
                "--tree",
                metavar="N",
                help="Show instead what a bot that predicts expects before action N.",
            ),
        ] = None,
        jobs: a.Jobs = None,
        dask: a.Dask = None,
        language: a.LanguageName = "en",
        json: a.AsJson = False,
        db: a.Database = None,
    ) -> None:
        """List the moves that cost most, and find the turning point."""
        say = language_named(language)
        if plot:
            check_file(plot)
        if tree is not None:
            expectations.tell(a.chosen_record(record, db), tree, bot, say, json)
            return
        find = _of_archive if a.is_kept(record) else _of_file
        game, chosen, moves = find(record, bot, db, Workers(jobs, dask))
        shown = moves if every else costliest(moves, worst)
        turn = turning_point(game, chosen, moves)
        if plot:
            _draw(game, moves, turn, plot, say)
        if json:
            told = {
                "game": game.name,
                "decisions": len(moves),
                "moves": [_to_json(move, say) for move in shown],
                "turning_point": turn and turn.number,
            }
            typer.echo(json_module.dumps(told, ensure_ascii=False))
        else:
            typer.echo(say(headline(chosen)))
            _show(game, shown, turn, say)


Reviewed: TypeAlias = tuple[Game, Record, list[Judged]]
"""A game, and what is thought of its moves."""


def _of_file(name: str, bot: str | None, db: str | None, workers: Workers) -> Reviewed:
    chosen = a.chosen_record(name, db)
    game = make_game(chosen.game, chosen.options)

    def judging(questions: Sequence[Asked]) -> Iterator[Verdict | None]:
        return (verdict for _, verdict in _verdicts(name, questions, bot, workers))

    return game, chosen, list(review(game, chosen, chosen_adviser(game, bot), judging))


def _of_archive(name: str, bot: str | None, db: str | None, workers: Workers) -> Reviewed:
    """A kept game: what was not known yet is worked out and kept.

    Each verdict is stored before the next is told, so that the same command goes on from there.
    """
    from igroteka.archive import Archive, queries
    from igroteka.archive.verdicts import keep_verdict, kept_verdicts

    with Archive.open(db, registry) as archive:
        stored = archive.read(queries.game, int(name))
        game = make_game(stored.game, stored.options)
        adviser = chosen_adviser(game, bot)
        known = archive.read(kept_verdicts, stored.id, adviser)

        def judging(questions: Sequence[Asked]) -> list[Verdict | None]:
            moves = {each.number: stored.moves[each.number - 1].id for each in questions}
            missing = [each for each in questions if moves[each.number] not in known]
            for question, verdict in _verdicts(name, missing, bot, workers):
                move = moves[question.number]
                known[move] = verdict
                archive.apply(keep_verdict, stored.id, move, adviser, verdict)
            return [known[moves[each.number]] for each in questions]

        return game, stored.record, list(review(game, stored.record, adviser, judging))


def _verdicts(
    name: str, questions: Sequence[Asked], bot: str | None, workers: Workers
) -> Iterator[tuple[Asked, Verdict | None]]:
    """What the adviser thinks of decisions of this game, with a progress bar."""
    with progress_bar("moves judged", len(questions)) as advance:
        asking = [Question(each, name) for each in questions]
        for question, verdict in answers(judge, asking, workers, bot, advance):
            yield question.decision, verdict


def _draw(game: Game, moves: list[Judged], turn: Judged | None, path: Path, say: Language) -> None:
    from igroteka.report.plots import course_plot, standalone

    points = [
        (
            move.number,
            value,
            f"{move.number}. {say(game.seat_name(move.seat))}: {say(move.words)} {value:.0%}",
        )
        for move, value in course(game, moves)
    ]
    first = all_of(game.seat_name(seat) for seat in game.sides[0])
    title = Text("What {side} could expect after each move", side=first)
    svg = course_plot(points, turn.number if turn else None, say(title))
    try:
        path.write_text(standalone(svg), encoding="utf-8")
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be written: {reason}", path=path, reason=error.strerror)
        ) from error


def _to_json(move: Judged, say: Language) -> Json:
    return {
        "number": move.number,
        "seat": move.seat,
        "action": str(move.action),
        "value": round(move.verdict.value, 4),
        "best": move.verdict.best,
        "best_value": round(move.verdict.best_value, 4),
        "cost": round(move.cost, 4),
        "mark": move.mark,
        "reply": list(move.verdict.reply),
        "proven": move.verdict.proven,
        "remark": say(move.verdict.remark),
        "sentence": say(move.sentence),
    }


HEADS = (
    *(Text("move"), Text("who"), Text("played"), Text("value")),
    *(Text("best"), Text("value"), Text("cost")),
)


def _show(game: Game, shown: list[Judged], turn: Judged | None, say: Language) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*map(say, HEADS), "")
    for move in shown:
        table.add_row(
            str(move.number),
            say(game.seat_name(move.seat)),
            f"{say(move.words)} {move.mark}".rstrip(),
            f"{move.verdict.value:.2f}",
            move.verdict.best,
            f"{move.verdict.best_value:.2f}",
            f"{move.cost:.2f}",
            say(move.sentence),
        )
    console = Console()
    if shown:
        console.print(table)
    else:
        console.print(say(Text("No move cost anything.")))
    if turn:
        console.print(say(_turned(game, turn)), highlight=False)


def _turned(game: Game, turn: Judged) -> Text:
    return Text(
        "The turning point: move {number}, {seat}: {move}. {sentence}",
        number=turn.number,
        seat=game.seat_name(turn.seat),
        move=turn.words,
        sentence=turn.sentence,
    )
