"""`igroteka bridge convert`: a file of boards in another format."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka.contract import IgrotekaError
from igroteka.text import Text, listed, plural

if TYPE_CHECKING:
    from igroteka.games.bridge.formats.game import GameText
    from igroteka.games.bridge.formats.reading import Reading
    from igroteka.records.formats import Problem


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="convert")
    def convert_command(
        source: Annotated[Path, typer.Argument(metavar="IN", help="A .pbn or .lin file.")],
        target: Annotated[
            Path, typer.Argument(metavar="OUT", help="A .pbn, .lin, .json or .xml (USEBIO) file.")
        ],
    ) -> None:
        """Convert boards between formats; what can't be read is told with its line."""
        write = _writer(target)
        reading = read_boards(source)
        for problem in reading.problems:
            print(problem_at(source, problem), file=sys.stderr)
        if not reading.games:
            raise IgrotekaError(Text("{path} holds no game that can be read", path=source))
        text = write(reading.games)
        try:
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            raise IgrotekaError(
                Text("{path} can't be written: {reason}", path=target, reason=error.strerror)
            ) from error
        count = len(reading.games)
        typer.echo(
            plural("{count} game in {path}", "{count} games in {path}", count=count, path=target)
        )


def problem_at(path: Path, problem: Problem) -> Text:
    """What is wrong with a file, and where."""
    return Text("{path}, {problem}", path=path, problem=problem.sentence)


def read_boards(path: Path) -> Reading:
    """The games of a file, by the end of its name."""
    from igroteka.games.bridge.formats.lin import read_lin
    from igroteka.games.bridge.formats.pbn_reader import read_pbn

    readers = {".pbn": read_pbn, ".lin": read_lin}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise IgrotekaError(
            Text("{path} is no file of boards; their names end in .pbn or .lin", path=path)
        )
    try:
        return reader(path.read_bytes())
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be read: {reason}", path=path, reason=error.strerror)
        ) from error


def _writer(path: Path) -> Callable[[list[GameText]], str]:
    from igroteka.games.bridge.formats.json_export import write_json
    from igroteka.games.bridge.formats.lin_writer import write_lin
    from igroteka.games.bridge.formats.pbn_writer import write_pbn
    from igroteka.games.bridge.formats.usebio import event_of, write_usebio

    writers: dict[str, Callable[[list[GameText]], str]] = {
        ".pbn": write_pbn,
        ".lin": write_lin,
        ".json": write_json,
        ".xml": lambda games: write_usebio(event_of(games)),
    }
    writer = writers.get(path.suffix.lower())
    if writer is None:
        raise IgrotekaError(Text("{path} should end in {names}", path=path, names=listed(writers)))
    return writer
