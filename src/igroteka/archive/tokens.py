"""Tokens: the keys that programs sign in with. The secrets themselves are not kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, or_, select, update

from igroteka.archive.accounts import tidy_name
from igroteka.archive.faults import ArchiveError
from igroteka.archive.models import Account, Token
from igroteka.archive.schema import credentials, players, tokens
from igroteka.text import Text

NOTED_EVERY = timedelta(minutes=1)
"""How exactly the last use of a token is known, so that programs do not keep the writer busy."""


class Keeper(NamedTuple):
    """Whose tokens are meant: those that a player made and, at home, those that are anybody's.

    Anybody's are tokens whose maker gave no password, for at home a name is all that is asked for.
    """

    player: int | None
    at_home: bool


class Bearer(NamedTuple):
    """Who comes with a token."""

    account: Account
    token: Token


def issue_token(connection: Connection, player: int, label: str, owner: int | None = None) -> str:
    """A new secret that signs this player in, made by its owner. Only its digest is kept."""
    secret = secrets.token_urlsafe(32)
    values = {"player_id": player, "digest": _digest(secret), "label": tidy_name(label)}
    new = tokens.insert().values(**values, owner_id=owner, created=datetime.now(UTC))
    connection.execute(new)
    return secret


def revoke_token(connection: Connection, token: int, keeper: Keeper) -> None:
    """Make a token good for nothing. Raises `ArchiveError` unless it is good and this keeper's."""
    changed = connection.execute(
        update(tokens)
        .where(tokens.c.id == token, _kept_by(keeper), tokens.c.revoked.is_(None))
        .values(revoked=datetime.now(UTC))
    )
    if changed.rowcount == 0:
        raise ArchiveError(Text("you have no token {number} that could be revoked", number=token))


def bearer(connection: Connection, secret: str) -> Bearer | None:
    """Who comes with this secret, even if it was revoked; None if nobody ever had it."""
    found = (
        select(players.c.id, players.c.name, players.c.kind, players.c.created, *_TOKEN)
        .join(tokens, tokens.c.player_id == players.c.id)
        .where(tokens.c.digest == _digest(secret))
    )
    row: Any = connection.execute(found).one_or_none()
    return None if row is None else Bearer(Account(*row[:4]), Token(*row[4:]))


def good_ones(connection: Connection, numbers: Collection[int]) -> set[int]:
    """Which of these tokens were not revoked."""
    found = select(tokens.c.id).where(tokens.c.id.in_(numbers), tokens.c.revoked.is_(None))
    return set(connection.scalars(found))


def revoke_tokens(connection: Connection, player: int) -> list[int]:
    """Make all tokens that sign a player in, or that they made, good for nothing."""
    theirs = or_(tokens.c.player_id == player, tokens.c.owner_id == player)
    revoked = update(tokens).where(theirs, tokens.c.revoked.is_(None))
    now = datetime.now(UTC)
    return list(connection.scalars(revoked.values(revoked=now).returning(tokens.c.id)))


def note_use(connection: Connection, token: int) -> None:
    """A token is in use now."""
    connection.execute(update(tokens).where(tokens.c.id == token).values(used=datetime.now(UTC)))


def is_use_worth_noting(token: Token) -> bool:
    """Whether what is known of its last use is not exact enough."""
    return token.used is None or datetime.now(UTC) - token.used > NOTED_EVERY


def tokens_of(connection: Connection, keeper: Keeper) -> list[Token]:
    """A keeper's tokens, the newest first."""
    found = select(*_TOKEN).where(_kept_by(keeper)).order_by(tokens.c.id.desc())
    return [Token(*row) for row in connection.execute(found)]


def has_token_for(connection: Connection, keeper: Keeper, player: int) -> bool:
    """Whether a keeper has, or had, a token of this program."""
    found = select(tokens.c.id).where(tokens.c.player_id == player, _kept_by(keeper)).limit(1)
    return connection.scalar(found) is not None


def _kept_by(keeper: Keeper) -> ColumnElement[bool]:
    own = tokens.c.owner_id.is_not(None) & (tokens.c.owner_id == keeper.player)
    if not keeper.at_home:
        return own
    return or_(
        own,
        tokens.c.owner_id.is_(None),
        tokens.c.owner_id.not_in(select(credentials.c.player_id)),
    )


_TOKEN = (tokens.c.id, tokens.c.label, tokens.c.created, tokens.c.used, tokens.c.revoked)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
