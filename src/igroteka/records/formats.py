"""File formats: how games are read from files and written to them.

A game brings its own in `games/NAME/formats.py` as `FORMATS`, a sequence of `Format`s; nothing else
is needed for `igroteka import` and `igroteka export` to know them. The house's own format, for
every game, is `RECORDS`: one JSON object a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from igroteka.contract import BadOption, IgrotekaError
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.record import BadRecord


class Problem(NamedTuple):
    """A game, or a piece of a file, that was refused; the rest of the file is read all the same."""

    line: int
    """The line of the file, from 1, at which it went wrong."""
    reason: str
    """Why, in a sentence for the person whose file it is."""

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class Format(Protocol):
    """One way to keep games in a file."""

    @property
    def name(self) -> str:
        """The word for `--format`."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How names of such files end, in lower case with the dot; the first is the usual one."""

    def read(self, data: bytes) -> Iterator[AnnotatedGame | Problem]:
        """The games of a file in their order, and what was refused. Never raises for bad content.

        Every game that is yielded follows the rules: its record replays.
        """

    def write(self, games: Iterable[AnnotatedGame]) -> str:
        """The text of a file that reads back as these games.

        Raises `IgrotekaError` for a game that the format can't keep.
        """


@dataclass(frozen=True)
class Records:
    """Records, one JSON object a line, with annotations where there are any."""

    name: str = "json"
    suffixes: tuple[str, ...] = (".jsonl", ".json", ".ndjson")

    def read(self, data: bytes) -> Iterator[AnnotatedGame | Problem]:
        from igroteka.registry import make_game, names_file

        for number, line in enumerate(data.split(b"\n"), start=1):
            if not line.strip():
                continue
            try:
                game = AnnotatedGame.from_line(line.decode("utf-8-sig"))
                for option, value in game.record.options.items():
                    if names_file(value):
                        raise BadOption(f"{option} names a file, but a record holds all of a game")
                for _ in game.record.positions(make_game(game.record.game, game.record.options)):
                    pass
                _check_beside(game)
            except UnicodeDecodeError:
                yield Problem(number, "this line is not text in UTF-8")
            except RecursionError:
                yield Problem(number, "what is said of this game is nested too deep")
            except IgrotekaError as error:
                yield Problem(number, str(error))
            else:
                yield game

    def write(self, games: Iterable[AnnotatedGame]) -> str:
        return "".join(f"{game.to_line()}\n" for game in games)


def _check_beside(game: AnnotatedGame) -> None:
    """Raise `BadRecord` if what a format keeps beside the record is not what that format keeps."""
    from igroteka.registry import formats

    for format in formats(game.record.game):
        if format.name in (game.record.event or {}):
            try:
                format.write([game])
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                raise BadRecord(f"what it says under {format.name!r} can't be read") from error


RECORDS = Records()
