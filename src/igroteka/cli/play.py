"""`igroteka play`: sit down at the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TextIO

import typer

from igroteka.bots import make_player
from igroteka.cli import arguments as a
from igroteka.cli.kept_game import KeptGame, opened_archive
from igroteka.cli.kept_sitting import KeptSitting
from igroteka.cli.replay import headline
from igroteka.cli.series import Chair, Series, go_on
from igroteka.cli.session import Session
from igroteka.contract import BadOption, Game, IgrotekaError, Player, Seat
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.sitting import Sitting, opened
from igroteka.registry import make_game
from igroteka.text import Text, quoted

if TYPE_CHECKING:
    from igroteka.archive import Archive


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
        series: Annotated[
            int | None,
            typer.Option(
                metavar="N",
                min=0,
                max=10_000,
                help="So many games, one after another; 0 is until you leave.",
            ),
        ] = None,
        deals: Annotated[
            Path | None,
            typer.Option(metavar="FILE", help="A series with the starts of this file's games."),
        ] = None,
        against: Annotated[
            int | None,
            typer.Option(
                metavar="ID", help="A series on the deals of this sitting, compared with it."
            ),
        ] = None,
        reckoning: Annotated[
            str | None, typer.Option(metavar="WAY", help="How the score of a series is kept.")
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
        asked = SeriesAsked(series or None, deals, against, reckoning)
        is_series = (series, deals, against) != (None, None, None)
        if resume is not None:
            if game or seats or option or name or train or is_series or reckoning or not keep:
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
        if reckoning and not is_series:
            raise BadOption(Text("a reckoning is that of a series: give --series too"))
        seated = _seated(table, seats or ())
        chairs = _chairs(table, dict(seated), name or ())
        with (
            opened_archive(db) if keep else nullcontext() as archive,
            _opened(records) as file,
        ):
            if is_series:
                _play_series(table, asked, chairs, archive, file, hints, chosen_seed)
                return
            bots = _bots(table, seated)
            session = Session(
                game=table,
                bots=bots,
                adviser=a.chosen_adviser(table, hints),
                seed=chosen_seed,
                names={seat: chair.name for seat, chair in enumerate(chairs) if chair.name},
            )
            _sit_down(session, KeptGame(archive, bots) if archive else None, file)


class SeriesAsked(NamedTuple):
    """A series of games as the command line asks for it."""

    length: int | None
    deals: Path | None
    against: int | None
    way: str | None


def _play_series(
    game: Game,
    asked: SeriesAsked,
    chairs: Sequence[Chair],
    archive: Archive | None,
    file: TextIO | None,
    hints: str | None,
    seed: int,
) -> None:
    sitting, other = _sitting(game, asked, archive)
    kept = KeptSitting(archive, sitting, other=asked.against) if archive else None
    adviser = a.chosen_adviser(game, hints)
    Series(sitting, chairs, adviser, seed, other=other, kept=kept, records=file).play()


def _sitting(
    game: Game, asked: SeriesAsked, archive: Archive | None
) -> tuple[Sitting, Sitting | None]:
    """The sitting that is asked for and, where it is compared, that of the other table."""
    from igroteka.cli.given_deals import given_deals

    deals = given_deals(game, asked.deals).deals if asked.deals else None
    if asked.against is None:
        return opened(game, asked.way, deals, asked.length), None
    if archive is None or deals:
        raise BadOption(
            Text("--against takes its deals from the archive: leave out --no-keep and --deals")
        )
    from igroteka.archive import sittings

    other = archive.read(sittings.sitting, asked.against).sitting
    compared = [name for name, each in game.reckonings.items() if each.compared]
    if other.base.name != game.name or not compared:
        raise BadOption(
            Text(
                "{game} can't be compared with sitting {number}, which is of {other}",
                game=game.title,
                number=asked.against,
                other=other.base.title,
            )
        )
    given = list(dict.fromkeys(played.deal for played in other.games))
    return opened(game, asked.way or compared[0], given, asked.length), other


def _sit_down(session: Session, recorder: KeptGame | None, file: TextIO | None) -> None:
    """Play, and write the game down wherever it was asked for."""
    session.recorder = recorder
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
    """Go on with a game, and with its sitting if it has one.

    Chance begins anew: what it would have brought is nobody's to know.
    """
    from igroteka.archive import sittings

    with opened_archive(db) as archive, _opened(records) as file:
        sitting = archive.read(sittings.sitting_of, number)
        if sitting is not None:
            go_on(archive, sitting, hints, seed, file)
            return
        recorder = KeptGame(archive)
        stored = recorder.resumed(number)
        game = make_game(stored.game, stored.options)
        seated = [(holder.seat, holder.name) for holder in stored.seats if holder.kind == "bot"]
        session = Session(
            game=game,
            bots=_bots(game, seated),
            adviser=a.chosen_adviser(game, hints),
            seed=seed,
            resumed=GameSoFar.restored(
                game,
                stored.deal,
                [move.notation for move in stored.moves],
                explanations=[move.explanation for move in stored.moves],
            ),
            names=dict(enumerate(stored.players)),
        )
        _sit_down(session, recorder, file)


def _bots(game: Game, seated: Sequence[tuple[Seat, str]]) -> dict[Seat, tuple[str, Player]]:
    return {seat: (bot, make_player(game.name, bot)) for seat, bot in seated}


def _chairs(game: Game, bots: Mapping[Seat, str], names: Sequence[str]) -> list[Chair]:
    """Who sits where. Raises `IgrotekaError` for a bad name, or one too many."""
    from igroteka.archive.accounts import chosen_name

    people = [seat for seat in range(game.seats) if seat not in bots]
    if len(names) > len(people):
        raise BadOption(
            Text(
                "{count} people are named, but {people} play", count=len(names), people=len(people)
            )
        )
    named = {seat: chosen_name(name) for seat, name in zip(people, names, strict=False)}
    return [Chair(named.get(seat), bots.get(seat)) for seat in range(game.seats)]


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
