"""`igroteka import`: games from files into the archive."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a
from igroteka.contract import IgrotekaError
from igroteka.records.formats import Format, Problem
from igroteka.registry import format_named, format_of_file

if TYPE_CHECKING:
    from igroteka.archive import Archive
    from igroteka.archive.importing import Stored

MOST_WAITING = 500
"""Games that are read ahead of the writer."""


@dataclass
class Intake:
    """What came of one file."""

    file: Path
    new: list[int] = field(default_factory=list)
    known: list[int] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def told(self) -> str:
        """The outcome in a line."""
        parts = [f"{len(self.new)} imported" + (f" as {_ranges(self.new)}" if self.new else "")]
        parts += [f"{len(self.known)} there already"] if self.known else []
        parts += [f"{len(self.refused)} problems"] if self.refused else []
        return f"{self.file}: {', '.join(parts)}"

    def count(self, stored: Stored) -> None:
        """Note a game that is in the archive now."""
        (self.new if stored.new else self.known).append(stored.id)


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command(name="import")
    def import_(
        files: Annotated[
            list[Path],
            typer.Argument(metavar="FILE…", help="Files of games: .jsonl, .pdn and more."),
        ],
        format: Annotated[
            str | None,
            typer.Option("--format", metavar="NAME", help="Their format, if the names don't tell."),
        ] = None,
        db: a.Database = None,
        json: a.AsJson = False,
    ) -> int:
        """Take games into the archive, each of them once, and say what was refused and why."""
        from igroteka.archive import Archive

        chosen = [
            (file, format_named(format) if format else format_of_file(file)) for file in files
        ]
        contents = [(file, found, a.read_bytes(file)) for file, found in chosen]
        with Archive.open(db, registry) as archive:
            taken = [_take_in(archive, *content) for content in contents]
        if json:
            typer.echo(json_module.dumps([_to_json(each) for each in taken], ensure_ascii=False))
        for each in taken:
            for reason in each.refused:
                typer.echo(f"{each.file}, {reason}", err=True)
            if not json:
                typer.echo(each.told())
        return 2 if any(each.refused for each in taken) else 0


def _take_in(archive: Archive, file: Path, format: Format, data: bytes) -> Intake:
    from igroteka.archive.importing import prepared, store_prepared

    intake, waiting = Intake(file), list[tuple[int, "Future[Stored]"]]()

    def settle(most: int) -> None:
        while len(waiting) > most:
            number, future = waiting.pop(0)
            try:
                intake.count(future.result())
            except IgrotekaError as error:
                intake.refused.append(f"game {number}: {error}")

    with _progress(file) as advance:
        for number, found in enumerate(format.read(data), start=1):
            if isinstance(found, Problem):
                intake.refused.append(str(found))
            else:
                try:
                    ready = prepared(registry, found)
                except IgrotekaError as error:
                    intake.refused.append(f"game {number}: {error}")
                else:
                    source = f"import:{format.name}"
                    waiting.append(
                        (number, archive.write(store_prepared, ready, source, format=format))
                    )
            settle(MOST_WAITING)
            advance()
        settle(0)
    return intake


@contextmanager
def _progress(file: Path) -> Iterator[Callable[[], None]]:
    """Counts games on a terminal; what it yields is called after each."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}: {task.completed} games"))
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(str(file), total=None)
        yield lambda: bar.advance(task)


def _ranges(numbers: list[int]) -> str:
    """Numbers in order, with runs of them written like 3–7."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)


def _to_json(intake: Intake) -> dict[str, object]:
    return {
        "file": str(intake.file),
        "imported": intake.new,
        "known": intake.known,
        "refused": intake.refused,
    }
