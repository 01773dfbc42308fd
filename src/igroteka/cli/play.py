"""`igroteka play`: sit down at the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, TextIO

import typer

from igroteka.cli import arguments as a
from igroteka.cli.kept_game import KeptGame
from igroteka.cli.replay import headline
from igroteka.cli.session import Session
from igroteka.contract import BadOption, Game, IgrotekaError, Player, Seat
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.game_so_far import GameSoFar
from igroteka.registry import make_game, make_player
from igroteka.text import Text, quoted


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def play(
        game: Annotated[
            str | None,
            typer.Argument(metavar="GAME", help="A game, as `igroteka games` lists."),
        ] = None,
        seats: Annotated[
            list[str] | None,
            typer.Argument(metavar="SEAT=BOT …", help="Bots by seat number; the rest are people."),
        ] = None,
        option: a.Options = None,
        seed: Annotated[int | None, typer.Option(help="Deal and roll as this seed says.")] = None,
        name: Annotated[
            list[str] | None,
            typer.Option(help="A person's name, in the order of their seats; repeatable."),
        ] = None,
        hints: Annotated[
            str | None, typer.Option(metavar="BOT", help="The bot that gives hints.")
        ] = None,
        resume: Annotated[
            int | None, typer.Option(metavar="ID", help="Go on with a game of the archive.")
        ] = None,
        keep: Annotated[bool, typer.Option(help="Keep the game in the archive.")] = True,
        records: a.Records = None,
        train: Annotated[
            str | None,
            typer.Option(metavar="NAME", help="An exercise instead of a game, like counting."),
        ] = None,
        db: a.Database = None,
    ) -> None:
        """Play at the terminal against bots, or several people at one screen."""
        chosen_seed = secrets.randbits(63) if seed is None else seed
        if resume is not None:
            if game or seats or option or name or train or not keep:
                raise BadOption(
                    Text("a game that is resumed goes on as it was: give its number alone")
                )
            _resume(resume, db, hints, chosen_seed, records)
            return
        if game is None:
            raise BadOption(
                Text("name a game, as `igroteka games` lists them, or --resume a kept one")
            )
        table = a.chosen_game(game, option)
        if train:
            _train(table, train, chosen_seed)
            return
        bots = _bots(table, _seated(table, seats or ()))
        session = Session(
            game=table,
            bots=bots,
            adviser=_adviser(table, hints),
            seed=chosen_seed,
            names=_named(table, bots, name or ()),
        )
        with KeptGame(db, bots) if keep else nullcontext() as recorder:
            _sit_down(session, recorder, records)


def _sit_down(session: Session, recorder: KeptGame | None, records: Path | None) -> None:
    """Play, and write the game down wherever it was asked for."""
    session.recorder = recorder
    with _opened(records) as file:
        record = session.play()
        typer.echo(headline(record))
        if recorder and recorder.number is not None:
            typer.echo(recorder.told(record))
        if file:
            kept = AnnotatedGame.explained(record, session.so_far.steps)
            file.write(kept.to_line() + "\n")


def _resume(
    number: int, db: str | None, hints: str | None, seed: int, records: Path | None
) -> None:
    """Go on with a game. Chance begins anew: what it would have brought is nobody's to know."""
    with KeptGame(db) as recorder:
        stored = recorder.resumed(number)
        game = make_game(stored.game, stored.options)
        seated = [(holder.seat, holder.name) for holder in stored.seats if holder.kind == "bot"]
        session = Session(
            game=game,
            bots=_bots(game, seated),
            adviser=_adviser(game, hints),
            seed=seed,
            resumed=GameSoFar.restored(
                game,
                stored.deal,
                [move.notation for move in stored.moves],
                explanations=[move.explanation for move in stored.moves],
            ),
            names=dict(enumerate(stored.players)),
        )
        _sit_down(session, recorder, records)


def _bots(game: Game, seated: Sequence[tuple[Seat, str]]) -> dict[Seat, tuple[str, Player]]:
    return {seat: (bot, make_player(game.name, bot)) for seat, bot in seated}


def _named(game: Game, bots: Collection[Seat], names: Sequence[str]) -> dict[Seat, str]:
    """People's names by seat. Raises `IgrotekaError` for a bad one, or one too many."""
    from igroteka.archive.accounts import chosen_name

    people = [seat for seat in range(game.seats) if seat not in bots]
    if len(names) > len(people):
        raise BadOption(
            Text(
                "{count} people are named, but {people} play", count=len(names), people=len(people)
            )
        )
    return {seat: chosen_name(name) for seat, name in zip(people, names, strict=False)}


@contextmanager
def _opened(path: Path | None) -> Iterator[TextIO | None]:
    """The file for the game's record, opened before the game is played."""
    if path is None:
        yield None
        return
    try:
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be written: {reason}", path=path, reason=error.strerror)
        ) from error
    with file:
        yield file


def _train(game: Game, name: str, seed: int) -> None:
    from rich.console import Console

    from igroteka.cli import exercises

    exercises.train(game, name, seed, Console(), input)


def _seated(game: Game, texts: Sequence[str]) -> list[tuple[Seat, str]]:
    places = {str(seat + 1): seat for seat in range(game.seats)}
    places |= {game.seat_name(seat).lower(): seat for seat in range(game.seats)}
    seated: list[tuple[Seat, str]] = []
    for text in texts:
        place, equals, bot = text.partition("=")
        if not (equals and bot and place.lower() in places):
            raise BadOption(
                Text(
                    "{text} should name a seat from 1 to {seats} and its bot, like 2=random",
                    text=quoted(text),
                    seats=game.seats,
                )
            )
        chosen = places[place.lower()]
        if any(chosen == seat for seat, _ in seated):
            raise BadOption(Text("seat {place} is given to two bots", place=place))
        seated.append((chosen, bot))
    return seated


def _adviser(game: Game, name: str | None) -> Player | None:
    """The bot that was asked for, else the game's own adviser."""
    chosen = name or game.adviser
    return make_player(game.name, chosen) if chosen else None
