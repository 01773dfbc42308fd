"""`igroteka replay`: a kept game, step by step."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console

from igroteka.basics.endings import Ending, ending_words, fault_words
from igroteka.cli.arguments import Database, RecordName, chosen_record
from igroteka.contract import BadOption, Game, Seat
from igroteka.records.record import Record
from igroteka.registry import game_class, make_game
from igroteka.report.frames import replay_frames
from igroteka.text import Text, joined

KEYS = "Enter forward · b back · s start · e end · number jump · q quit"


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def replay(
        record: RecordName,
        seat: Annotated[
            int | None,
            typer.Option(help="Show what this seat saw, from 1; without it all that is hidden."),
        ] = None,
        db: Database = None,
    ) -> None:
        """Step through a game; without a terminal, print every position.

        A game that is over lies open, with all hands; one that goes on is as spectators see it.
        """
        chosen = chosen_record(record, db)
        game = make_game(chosen.game, chosen.options)
        onlooker = None if seat is None else _onlooker(game, chosen, seat)
        frames, broken = replay_frames(game, chosen, onlooker)
        typer.echo(headline(chosen))
        if sys.stdin.isatty() and sys.stdout.isatty():
            _step_through(frames)
        else:
            for number, frame in enumerate(frames):
                typer.echo(f"\n── {number} of {len(frames) - 1}\n{frame}")
        if broken:
            raise broken


def _onlooker(game: Game, record: Record, number: int) -> Seat:
    """The seat of this number. Raises `BadOption` for none, and in a game that goes on."""
    if not 1 <= number <= game.seats:
        raise BadOption(
            Text(
                "--seat is from 1 to {seats} in this game, not {number}",
                seats=game.seats,
                number=number,
            )
        )
    if game.hidden and record.ending == Ending.UNFINISHED:
        raise BadOption(Text("this game is not over: what its seats hold is shown after its end"))
    return number - 1


def headline(record: Record) -> Text:
    """Who played what, and how it ended."""
    who = Text(
        "{game}: {players}",
        game=game_class(record.game).title,
        players=" – ".join(record.players),
    )
    return Text("{who}; {end}", who=who, end=_end(record))


def _end(record: Record) -> Text:
    if record.fault:
        return Text(
            "{name} lost by fault ({kind}: {reason})",
            name=record.players[record.fault.seat],
            kind=fault_words(record.fault.kind),
            reason=record.fault.text,
        )
    if record.scores is None:
        return ending_words(record.ending)
    scores = joined(" : ", [f"{score:g}" for score in record.scores])
    if not record.settled:
        return scores
    return Text("{scores} ({ending})", scores=scores, ending=ending_words(record.ending))


def _step_through(frames: list[str]) -> None:
    at = 0
    while True:
        Console().clear()
        typer.echo(frames[at])
        answer = typer.prompt(
            f"\n{at} of {len(frames) - 1}   {KEYS}\n", default="", show_default=False
        )
        if answer == "q":
            return
        moves = {"": at + 1, "b": at - 1, "s": 0, "e": len(frames) - 1}
        target = int(answer) if answer.isascii() and answer.isdigit() else moves.get(answer, at)
        at = min(max(target, 0), len(frames) - 1)
