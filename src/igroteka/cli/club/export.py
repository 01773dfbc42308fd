"""`igroteka club export`: an evening of the archive as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a
from igroteka.contract import IgrotekaError
from igroteka.text import Text

EventCode = Annotated[
    str, typer.Argument(metavar="EVENT", help="The code of an evening, as its addresses have it.")
]
Format = Annotated[
    str, typer.Option("--format", help="pbn, usebio, csv or html, which is one page with all.")
]
Output = Annotated[
    Path | None, typer.Option("--output", metavar="FILE", help="Write here instead of printing.")
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="export")(export_command)


def export_command(
    event: EventCode,
    format: Format = "html",
    output: Output = None,
    language: a.LanguageName = "en",
    db: a.Database = None,
) -> None:
    """Write an evening as a file: its standings, travellers, cards and hands."""
    from igroteka.archive import Archive
    from igroteka.club.events import Events
    from igroteka.languages import language_named
    from igroteka.web.club.exporting import exported

    say = language_named(language)
    with Archive.open(db, registry) as archive:
        kept = Events(archive).now(event.strip().lower())
        text = exported(kept, archive, format, say).text
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise IgrotekaError(
            Text("{path} can't be written: {reason}", path=output, reason=error.strerror)
        ) from error
