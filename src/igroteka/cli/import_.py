"""`igroteka import`: games from files into the archive."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a
from igroteka.records.formats import Format
from igroteka.registry import format_named, format_of_file
from igroteka.text import plural

if TYPE_CHECKING:
    from igroteka.archive import Archive
    from igroteka.archive.importing import Refusal, Stored
    from igroteka.archive.intake import FoldedRefusals


@dataclass
class Intake:
    """What came of one file."""

    file: Path
    refused: FoldedRefusals
    new: list[int] = field(default_factory=list)
    known: list[int] = field(default_factory=list)

    def told(self) -> str:
        """The outcome in a line."""
        parts = [f"{len(self.new)} imported" + (f" as {_ranges(self.new)}" if self.new else "")]
        parts += [f"{len(self.known)} there already"] if self.known else []
        problems = plural("{count} problem", "{count} problems", count=self.refused.count)
        parts += [problems] if self.refused.count else []
        return f"{self.file}: {', '.join(parts)}"

    def add(self, outcome: Stored | Refusal) -> None:
        """Note a game that is in the archive now, or why one is not."""
        from igroteka.archive.importing import Refusal

        if isinstance(outcome, Refusal):
            self.refused.add(outcome)
        else:
            (self.new if outcome.new else self.known).append(outcome.id)

    def problems(self) -> Iterator[str]:
        """What was refused and why, those of a kind as one."""
        yield from map(str, self.refused.told)
        if self.refused.untold:
            yield f"and {self.refused.untold:,} other problems"


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
            taken = [_taken_in(archive, *content) for content in contents]
        if json:
            typer.echo(json_module.dumps([_to_json(each) for each in taken], ensure_ascii=False))
        for each in taken:
            for reason in each.problems():
                typer.echo(f"{each.file}, {reason}", err=True)
            if not json:
                typer.echo(each.told())
        return 2 if any(each.refused.count for each in taken) else 0


def _taken_in(archive: Archive, file: Path, format: Format, data: bytes) -> Intake:
    from igroteka.archive.importing import Source, take_in
    from igroteka.archive.intake import FoldedRefusals

    intake = Intake(file, FoldedRefusals())
    with _progress(file) as advance:
        for outcome in take_in(archive, format.read(data), Source.file(format)):
            intake.add(outcome)
            advance()
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
        "refused": list(intake.problems()),
        "problems": intake.refused.count,
    }
