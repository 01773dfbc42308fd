"""`igroteka people forget`: for who wants to be known here no more."""

from __future__ import annotations

from typing import Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a

Name = Annotated[str, typer.Argument(metavar="NAME", help="Whom to forget.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask whether it is meant.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="forget")(forget)


def forget(name: Name, yes: Yes = False, db: a.Database = None) -> None:
    """Remove somebody's account and all that is theirs; their games stay, as somebody's."""
    from igroteka.archive import Archive, forgetting

    with Archive.open(db, registry) as archive:
        who = archive.read(forgetting.person, name)
        if not yes and not typer.confirm(
            f"Forget {who.name}, who is here since {who.created:%Y-%m-%d}? There is no way back"
        ):
            typer.echo("Nothing was changed.")
            return
        told = archive.apply(forgetting.forget, name)
    typer.echo(f"{who.name} is forgotten, and called {forgetting.FORGOTTEN} in what stays.")
    room = "1" if told.child else "0"
    typer.echo(
        f"Removed: sessions {told.sessions}, tokens {told.tokens}, remarks {told.remarks}, "
        f"attempts at puzzles {told.attempts}, child's rooms {room}."
    )
    typer.echo(
        f"Name replaced: games {told.games}, entries of the club {told.members}, "
        f"entries in logs of events {told.happenings}."
    )
