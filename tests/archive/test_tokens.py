"""Tokens: who comes with one, who made it, and who can take it away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import Connection, select

from igroteka.archive import Archive, ArchiveError
from igroteka.archive import accounts as a
from igroteka.archive import tokens as t
from igroteka.archive.schema import tokens

HOME = t.Keeper(None, at_home=True)


@pytest.fixture
def robot(archive: Archive) -> int:
    return archive.apply(a.ensure_player, "robot", "program")


@pytest.fixture
def anna(archive: Archive) -> int:
    """Somebody with a password."""
    player = archive.apply(a.ensure_player, "Anna")
    archive.apply(a.set_password, player, "a hash")
    return player


def test_a_token_tells_who_comes_until_it_is_revoked(archive: Archive, robot: int) -> None:
    secret = archive.apply(t.issue_token, robot, " my  laptop ")
    found = archive.read(t.bearer, secret)
    assert found is not None
    assert (found.account.id, found.account.kind) == (robot, "program")
    assert (found.token.label, found.token.used, found.token.revoked) == ("my laptop", None, None)
    assert archive.read(t.bearer, secret + "x") is None
    archive.apply(t.revoke_token, found.token.id, HOME)
    again = archive.read(t.bearer, secret)
    assert again is not None
    assert again.token.revoked is not None
    with pytest.raises(ArchiveError, match="you have no token 1 that could be revoked"):
        archive.apply(t.revoke_token, found.token.id, HOME)


def test_the_secret_is_not_kept(archive: Archive, robot: int) -> None:
    secret = archive.apply(t.issue_token, robot, "laptop")

    def digests(connection: Connection) -> list[str]:
        return list(connection.scalars(select(tokens.c.digest)))

    assert secret not in archive.read(digests)


def test_a_use_is_noted_once_in_a_while(archive: Archive, robot: int) -> None:
    archive.apply(t.issue_token, robot, "laptop")
    (token,) = archive.read(t.tokens_of, HOME)
    assert t.is_use_worth_noting(token)
    archive.apply(t.note_use, token.id)
    (token,) = archive.read(t.tokens_of, HOME)
    assert token.used is not None
    assert not t.is_use_worth_noting(token)
    assert t.is_use_worth_noting(replace(token, used=token.used - 2 * t.NOTED_EVERY))


def test_a_keeper_has_their_own_and_at_home_what_nobody_protects(
    archive: Archive, robot: int, anna: int
) -> None:
    boris = archive.apply(a.ensure_player, "Boris")
    for label, owner in (("annas", anna), ("boriss", boris), ("nobodys", None)):
        archive.apply(t.issue_token, robot, label, owner)

    def labels(player: int | None, at_home: bool) -> list[str]:
        found = archive.read(t.tokens_of, t.Keeper(player, at_home))
        return [token.label for token in found]

    assert labels(anna, at_home=False) == ["annas"]
    assert labels(boris, at_home=False) == ["boriss"]
    assert labels(None, at_home=False) == []
    assert labels(anna, at_home=True) == ["nobodys", "boriss", "annas"]
    assert labels(None, at_home=True) == ["nobodys", "boriss"]
    with pytest.raises(ArchiveError, match="you have no token 1"):
        archive.apply(t.revoke_token, 1, HOME)
    archive.apply(t.revoke_token, 1, t.Keeper(anna, at_home=False))


def test_a_token_of_nobody_is_refused(archive: Archive) -> None:
    with pytest.raises(ArchiveError, match="can't hold this as it is"):
        archive.apply(t.issue_token, 77, "lost")
