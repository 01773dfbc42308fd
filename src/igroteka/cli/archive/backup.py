"""`igroteka archive backup`: a copy of the archive while it is in use."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a
from igroteka.cli.archive.counting import counted

STEM = "igroteka-"


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def backup(
        to: Annotated[
            str,
            typer.Argument(
                metavar="TO",
                help="A new file, a folder, which gets a file named by the time, or an empty "
                "database's URL.",
            ),
        ],
        keep: Annotated[
            int | None,
            typer.Option(min=1, help="In a folder, keep so many copies and remove older ones."),
        ] = None,
        db: a.Database = None,
    ) -> None:
        """Copy the archive as it is at this moment; the house may be open meanwhile.

        A copy is an archive: name it with --db to look into it, or copy it back to restore it.
        """
        from igroteka.archive.backups import back_up
        from igroteka.archive.database import archive_url
        from igroteka.archive.faults import name_of

        folder = Path(to) if "://" not in to and Path(to).is_dir() else None
        target = archive_url(str(_named(folder)) if folder else to)
        with counted("rows copied") as advance:
            back_up(archive_url(db), target, registry, advance)
        typer.echo(f"Copied to {name_of(target)}")
        if folder is not None and keep is not None:
            for old in sorted(folder.glob(f"{STEM}*.sqlite"))[:-keep]:
                old.unlink()
                typer.echo(f"Removed {old}")


def _named(folder: Path) -> Path:
    return folder / f"{STEM}{datetime.now():%Y-%m-%d-%H%M%S}.sqlite"
