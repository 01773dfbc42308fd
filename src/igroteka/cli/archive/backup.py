"""`igroteka archive backup`: a copy of the archive while it is in use."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from igroteka import registry
from igroteka.basics.house_fault import HouseFault
from igroteka.cli import arguments as a
from igroteka.cli.archive.counting import counted
from igroteka.contract import BadOption
from igroteka.text import Text

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
                "database's URL; a name without a suffix is a folder's.",
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

        folder = _folder(to, keep is not None)
        target = archive_url(str(_named(folder)) if folder else to)
        with counted("rows copied") as advance:
            back_up(archive_url(db), target, registry, advance)
        typer.echo(f"Copied to {name_of(target)}")
        if folder is not None and keep is not None:
            for old in sorted(folder.glob(f"{STEM}*.sqlite"))[:-keep]:
                old.unlink()
                typer.echo(f"Removed {old}")


def _folder(to: str, keeps: bool) -> Path | None:
    """The folder that is meant, made if it is not there; None where a file or a database is.

    Raises `BadOption` for copies that should be kept in what is no folder.
    """
    path = Path(to)
    if "://" in to or path.is_file() or (path.suffix and not path.is_dir() and not keeps):
        if keeps:
            raise BadOption(Text("--keep needs a folder, but {name} is none", name=to))
        return None
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HouseFault(f"the folder {path} can't be made: {error.strerror}") from error
    return path


def _named(folder: Path) -> Path:
    return folder / f"{STEM}{datetime.now():%Y-%m-%d-%H%M%S}.sqlite"
