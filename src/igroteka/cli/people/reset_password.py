"""`igroteka people reset-password`: for who has forgotten theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from igroteka import registry
from igroteka.cli import arguments as a
from igroteka.contract import IgrotekaError
from igroteka.text import Text

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from igroteka.archive.models import Account

Name = Annotated[str, typer.Argument(metavar="NAME", help="Who has forgotten it.")]
GROUPS, LETTERS = 4, 4
"""A new password is so many groups of so many letters."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="reset-password")(reset_password)


def reset_password(name: Name, db: a.Database = None) -> None:
    """Give somebody a new password, and print it; their sessions end, their tokens are revoked."""
    from igroteka.archive import Archive, accounts
    from igroteka.archive.events import new_code

    password = "-".join(new_code(LETTERS) for _ in range(GROUPS))
    hashed = accounts.password_hash(password)
    with Archive.open(db, registry) as archive:
        who, ended, revoked = archive.apply(_reset, name, hashed)
    typer.echo(f"The password of {who.name} is now {password}")
    typer.echo(f"Ended sessions: {ended}. Revoked tokens: {revoked}.")


def _reset(connection: Connection, name: str, hashed: str) -> tuple[Account, int, int]:
    from igroteka.archive import accounts, sessions, tokens
    from igroteka.archive.forgetting import person

    who = person(connection, name)
    if not accounts.has_password(connection, who.id):
        raise IgrotekaError(
            Text("{name} has no password; who plays under it gives it one at /me", name=who.name)
        )
    accounts.set_password(connection, who.id, hashed)
    ended = len(sessions.end_sessions(connection, who.id))
    return who, ended, len(tokens.revoke_tokens(connection, who.id))
