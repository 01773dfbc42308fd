"""`igroteka play`: sit down at the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer

from igroteka.cli import arguments as a
from igroteka.contract import BadOption, Game, IgrotekaError, Player, Seat
from igroteka.registry import make_player


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def play(
        game: a.GameName,
        seats: Annotated[
            list[str] | None,
            typer.Argument(metavar="SEAT=BOT …", help="Bots by seat number; the rest are people."),
        ] = None,
        option: a.Options = None,
        seed: Annotated[int | None, typer.Option(help="Deal and roll as this seed says.")] = None,
        hints: Annotated[
            str | None, typer.Option(metavar="BOT", help="The bot that gives hints.")
        ] = None,
        records: a.Records = None,
        train: Annotated[
            str | None,
            typer.Option(metavar="NAME", help="An exercise instead of a game, like counting."),
        ] = None,
    ) -> None:
        """Play at the terminal against bots, or several people at one screen."""
        from igroteka.cli.replay import headline
        from igroteka.cli.session import Session

        table = a.chosen_game(game, option)
        chosen_seed = secrets.randbits(63) if seed is None else seed
        if train:
            _train(table, train, chosen_seed)
            return
        bots = {seat: (bot, make_player(game, bot)) for seat, bot in _seated(table, seats or ())}
        session = Session(
            game=table,
            bots=bots,
            adviser=_adviser(table, hints),
            seed=chosen_seed,
        )
        with _opened(records) as file:
            record = session.play()
            typer.echo(headline(record))
            if file:
                file.write(record.to_line() + "\n")


@contextmanager
def _opened(path: Path | None) -> Iterator[TextIO | None]:
    """The file for the game's record, opened before the game is played."""
    if path is None:
        yield None
        return
    try:
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise IgrotekaError(f"{path} can't be written: {error.strerror}") from error
    with file:
        yield file


def _train(game: Game, name: str, seed: int) -> None:
    from rich.console import Console

    from igroteka.cli import training

    training.train(game, name, seed, Console(), input)


def _seated(game: Game, texts: Sequence[str]) -> list[tuple[Seat, str]]:
    seated: list[tuple[Seat, str]] = []
    for text in texts:
        place, equals, bot = text.partition("=")
        if not (equals and bot and place in {str(n) for n in range(1, game.seats + 1)}):
            raise BadOption(
                f"{text!r} should name a seat from 1 to {game.seats} and its bot, like 2=random"
            )
        if any(int(place) - 1 == seat for seat, _ in seated):
            raise BadOption(f"seat {place} is given to two bots")
        seated.append((int(place) - 1, bot))
    return seated


def _adviser(game: Game, name: str | None) -> Player | None:
    """The bot that was asked for, else the game's own adviser."""
    chosen = name or game.adviser
    return make_player(game.name, chosen) if chosen else None
