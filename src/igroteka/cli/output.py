"""Showing a result: tables on the terminal, JSON, Markdown, a page."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import typer
from rich.console import Console
from rich.markup import escape

from igroteka.arena.results import MatchResult
from igroteka.arena.running import default_jobs
from igroteka.arena.tournament_result import TournamentResult
from igroteka.arena.worker import Keep
from igroteka.contract import IgrotekaError
from igroteka.report.csv_file import to_csv
from igroteka.report.listings import all_rows
from igroteka.report.page import write_page
from igroteka.text import Text


class Output(NamedTuple):
    """Where the user wants a result."""

    json: bool
    html: Path | None
    markdown: Path | None
    csv: Path | None
    jobs: int | None = None
    """How many processes may write the page."""

    @property
    def keep(self) -> Keep:
        """Which games the page will need."""
        return Keep.UNREPEATABLE if self.html else Keep.RESULTS

    def check(self, records: Path | None) -> None:
        """Refuse a place that can't be written, or is another's, before anything is played."""
        written = [path for path in (self.html, self.markdown, self.csv) if path]
        for path in written:
            check_file(path)
        places = [path.resolve() for path in (*written, *([records] if records else []))]
        for place, path in zip(places, written, strict=False):
            if places.count(place) > 1:
                raise IgrotekaError(
                    Text("{path} is named twice; give every file a name of its own", path=path)
                )

    def show(self, result: MatchResult | TournamentResult, file: Path) -> None:
        """Print the result of a run with this file, and write what was asked for."""
        if self.json:
            typer.echo(json.dumps(result.to_json(), ensure_ascii=False))
        else:
            console = Console()
            for rows in all_rows(result, console.width):
                console.print(f"\n[bold]{escape(rows.title)}[/bold]", highlight=False)
                console.print(rows.to_rich())
            for fault in result.faults.values():
                if fault.trace:
                    console.print(f"[bold]{escape(fault.player)}[/bold], game {fault.game}:")
                    console.print(fault.trace, markup=False, highlight=False, soft_wrap=True)
            console.print(f"{result.seconds:.1f} s", highlight=False)
        if self.markdown:
            text = "\n".join(rows.to_markdown() for rows in all_rows(result))
            with _told(self.markdown):
                self.markdown.write_text(text, encoding="utf-8")
        if self.csv:
            with _told(self.csv):
                self.csv.write_text(to_csv(result), encoding="utf-8")
        if self.html:
            with _told(self.html):
                self._write_page(result, self.html, file)

    def _write_page(self, result: MatchResult | TournamentResult, path: Path, file: Path) -> None:
        console = Console(stderr=True)
        with console.status("Writing the page") as status:

            def tell(games: int) -> None:
                status.update(f"Writing the page: {games} of {len(result.lines)} games")

            beside = write_page(result, path, file, self.jobs or default_jobs(), tell)
        if beside:
            print(
                f"{path} keeps further games in the folder {path.with_suffix('.games').name} "
                f"beside it ({beside / 1e6:.1f} MB).",
                file=sys.stderr,
            )


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Tell a user in a sentence that a file can't be written."""
    try:
        yield
    except OSError as error:
        raise IgrotekaError(
            Text(
                "{path} can't be written: {reason}",
                path=error.filename or path,
                reason=error.strerror or str(error),
            )
        ) from error


def check_file(path: Path) -> None:
    """Raise `IgrotekaError` if no file of this name can be written."""
    if path.is_dir():
        raise IgrotekaError(Text("{path} is a folder; name a file in it", path=path))
    if not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        raise IgrotekaError(Text("{path} can't be written: there is no such folder", path=path))
