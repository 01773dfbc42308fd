"""Arguments that several commands share, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka import registry
from igroteka.bots import make_player
from igroteka.contract import BadOption, Game, IgrotekaError, Player
from igroteka.records.formats import Problem
from igroteka.records.record import Record, read_records
from igroteka.registry import RECORDS, formats, game_class, make_game
from igroteka.text import Text, quoted

if TYPE_CHECKING:
    from igroteka.arena.match import Limits

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, as `igroteka games` lists.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
Seed = Annotated[int, typer.Option("--seed", help="The seed that fixes every deal and roll.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", min=1, max=1024, help="Worker processes; all cores by default."),
]
Dask = Annotated[
    str | None, typer.Option("--dask", metavar="ADDR", help="Work on this Dask cluster instead.")
]
LanguageName = Annotated[
    str, typer.Option("--language", help="The language of what is said: en or ru.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Records = Annotated[
    Path | None,
    typer.Option("--records", metavar="FILE", help="Keep every game whole in this file."),
]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots and games.")
]
Markdown = Annotated[
    Path | None, typer.Option("--markdown", metavar="FILE", help="Write the tables as Markdown.")
]
Openings = Annotated[
    Path | None,
    typer.Option(
        "--openings",
        metavar="FILE",
        help="Begin with the openings of this file, games or lines of moves, each in every "
        "seating.",
    ),
]
Adjudicate = Annotated[
    bool,
    typer.Option("--adjudicate", help="End a game as soon as endgame tables prove how it ends."),
]
Csv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FILE", help="Write players and pairs as CSV for a spreadsheet."),
]
MoveTime = Annotated[
    float,
    typer.Option(
        "--move-time", min=0.001, max=1_000_000, help="Seconds a bot may take for a move."
    ),
]
GameTime = Annotated[
    str | None,
    typer.Option(
        "--game-time",
        metavar="SECONDS[+SECONDS]",
        help="Seconds a bot may take for a whole game, and what each of its moves adds, as 60+0.5.",
    ),
]
RecordName = Annotated[
    str,
    typer.Argument(
        metavar="FILE[:N] | ID",
        help="A file of games and which one of it, or a game's number in the archive.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        envvar="IGROTEKA_DB",
        show_envvar=False,
        help="The archive: a file or a database URL; by default the one that IGROTEKA_DB names, "
        "else your own.",
    ),
]

Judge = Annotated[
    str | None, typer.Option("--bot", help="Who judges; the game's adviser by default.")
]


def chosen_game(name: str, options: Sequence[str] | None) -> Game:
    """The game with the options that the user wrote as NAME=VALUE."""
    values: dict[str, str] = {}
    for option in options or ():
        key, equals, value = option.partition("=")
        if not equals:
            raise BadOption(
                Text(
                    "the option {option} should be written NAME=VALUE, like turns=200",
                    option=quoted(option),
                )
            )
        values[key.strip()] = value.strip()
    return make_game(name, written_out(name, values))


def written_out(game: str, options: Mapping[str, str]) -> dict[str, str]:
    """The options with those that name a file replaced by what the file says."""
    rules = game_class(game)
    read: dict[str, str] = {}
    others = dict(options)
    for option, endings in rules.file_options.items():
        value = options.get(option, "")
        if value.endswith(tuple(endings)):
            read |= rules.options_of_file(option, value, _text(option, value))
            del others[option]
    return read | others


def _text(option: str, path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(
            Text(
                "the {option} file {path} can't be read: {reason}",
                option=option,
                path=path,
                reason=getattr(error, "strerror", None) or str(error),
            )
        ) from error


def chosen_limits(move: float, game: str | None) -> Limits:
    """How long bots may think. Raises `BadOption` for a time of a game that is none."""
    from igroteka.arena.match import Limits

    if game is None:
        return Limits(move)
    if not re.fullmatch(r"\d+(\.\d+)?(\+\d+(\.\d+)?)?", game, re.ASCII):
        raise BadOption(
            Text(
                "--game-time takes seconds and, after a +, those that each move adds, like 60 "
                "or 60+0.5, but got {text}",
                text=quoted(game),
            )
        )
    time, _, increment = game.partition("+")
    if not float(time):
        raise BadOption(Text("--game-time should be above 0"))
    return Limits(move, float(time), float(increment or 0))


def check_adjudicates(game: Game) -> None:
    """Raise `BadOption` where nothing is known of how games end."""
    if not game.adjudicates:
        raise BadOption(
            Text("--adjudicate goes by endgame tables, and there are none for this game")
        )


def chosen_adviser(game: Game, name: str | None) -> Player | None:
    """The bot that was asked for, else the game's own adviser."""
    chosen = name or game.adviser
    return make_player(game.name, chosen) if chosen else None


def chosen_record(name: str, db: str | None) -> Record:
    """The record that FILE or FILE:N names, the first one by default, or an archive's number."""
    if is_kept(name):
        from igroteka.archive import Archive, queries

        with Archive.open(db, registry) as archive:
            return archive.read(queries.record, int(name))
    path, colon, number = name.rpartition(":")
    if not (colon and _is_number(number)):
        path, number = name, "1"
    if not Path(path).is_file():
        raise IgrotekaError(Text("there is no file {path}", path=path))
    for place, record in enumerate(records_of(Path(path)), start=1):
        if place == int(number):
            return record
    raise IgrotekaError(Text("{path} has no game {number}", path=path, number=number))


def is_kept(name: str) -> bool:
    """Whether a number of the archive is meant, and not a file."""
    return _is_number(name) and not Path(name).exists()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def records_of(path: Path) -> Iterator[Record]:
    """The games of a file of any format; a file of an unknown one holds records."""
    known = [each for each in formats() if path.suffix.lower() in each.suffixes]
    if not known or known[0] is RECORDS:
        yield from read_records(path)
        return
    for found in known[0].read(read_bytes(path)):
        if isinstance(found, Problem):
            raise IgrotekaError(Text("{path}, {problem}", path=path, problem=found.sentence))
        yield found.record


def read_bytes(path: Path) -> bytes:
    """What is in a file. Raises `IgrotekaError` if it can't be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be read: {reason}", path=path, reason=error.strerror)
        ) from error
