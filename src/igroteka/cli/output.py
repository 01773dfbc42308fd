"""Showing a result: tables on the terminal, JSON, Markdown, a page."""

from __future__ import annotations

import json
from pathlib import Path

import typer
from rich.console import Console
from rich.markup import escape

from igroteka.contract import IgrotekaError
from igroteka.report.page import write_page
from igroteka.report.tables import all_rows
from igroteka.results import MatchResult, TournamentResult


def show(
    result: MatchResult | TournamentResult,
    as_json: bool,
    html: Path | None,
    markdown: Path | None,
    records: Path | None,
) -> None:
    """Print the result and write the files that were asked for."""
    if as_json:
        typer.echo(json.dumps(result.to_json(), ensure_ascii=False))
    else:
        console = Console()
        for rows in all_rows(result, console.width):
            console.print(f"\n[bold]{escape(rows.title)}[/bold]", highlight=False)
            console.print(rows.to_rich())
        console.print(f"{result.seconds:.1f} s", highlight=False)
    try:
        if markdown:
            text = "\n".join(rows.to_markdown() for rows in all_rows(result))
            markdown.write_text(text, encoding="utf-8")
        if html:
            write_page(result, html, records)
    except OSError as error:
        raise IgrotekaError(f"{error.filename} can't be written: {error.strerror}") from error
