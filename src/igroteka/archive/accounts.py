"""Players: their names and passwords."""

from __future__ import annotations

import re
import secrets
import unicodedata
from datetime import UTC, datetime
from functools import cache
from typing import Any

from sqlalchemy import Boolean, Connection, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite

from igroteka.archive.models import Account
from igroteka.archive.schema import KINDS, LONGEST_NAME, credentials, players
from igroteka.contract import IgrotekaError
from igroteka.text import Text, listed, quoted

LONGEST_CHOSEN_NAME = 21
KIND_WORDS = {"person": Text("person"), "bot": Text("bot"), "program": Text("program")}
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like nothing."""
VARIANTS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""What chooses between pictures of a sign, and can't be seen itself."""
ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK"})
"""Those with letters that look like letters of another."""
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200

_ACCOUNT = select(players.c.id, players.c.name, players.c.kind, players.c.created)
_NAMED = _ACCOUNT.where(
    players.c.name_key == bindparam("key"),
    (players.c.kind == "bot") == bindparam("bot", type_=Boolean),
    players.c.imported == bindparam("imported"),
)


def tidy_name(name: str) -> str:
    """A name as it is kept: composed letters, single spaces, none around it."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def chosen_name(name: str) -> str:
    """A name that somebody chose, tidied. Raises `IgrotekaError` if it won't do.

    One that looks like another's, by a sign that can't be seen or a letter of another alphabet,
    will not.
    """
    tidy = tidy_name(VARIANTS.sub("", name))
    if not 1 <= len(tidy) <= LONGEST_CHOSEN_NAME:
        raise IgrotekaError(
            Text(
                "a name has 1 to {most} characters, but this one has {count}",
                most=LONGEST_CHOSEN_NAME,
                count=len(tidy),
            )
        )
    if not all(letter.isprintable() and letter not in BLANKS for letter in tidy):
        raise IgrotekaError(Text("a name has only characters that can be seen"))
    if any(len(_alphabets(word)) > 1 for word in re.split(r"[ -]", tidy)):
        raise IgrotekaError(Text("a word of a name has letters of one alphabet only"))
    return tidy


def _alphabets(word: str) -> frozenset[str]:
    return ALPHABETS & {unicodedata.name(letter, "").partition(" ")[0] for letter in word}


def ensure_player(connection: Connection, name: str, kind: str = "person") -> int:
    """The player of this name, made if there is none. Raises `IgrotekaError` for a bad name.

    People and programs share their names: the same one can't be both.
    """
    tidy = tidy_name(name) if kind == "bot" else chosen_name(name)
    return known_player(connection, tidy, kind)


def known_player(connection: Connection, name: str, kind: str, imported: bool = False) -> int:
    """The same for a name that stands in a file, which may be long.

    With `imported`, the player is nobody who plays here, even if somebody has the same name.
    """
    tidy = tidy_name(name)
    if kind not in KINDS:
        raise IgrotekaError(
            Text("a player is one of {names}, not {text}", names=listed(KINDS), text=quoted(kind))
        )
    if not 1 <= len(tidy) <= LONGEST_NAME:
        raise IgrotekaError(Text("a player's name has 1 to {count} characters", count=LONGEST_NAME))
    found = account(connection, tidy, kind == "bot", imported)
    if found is None:
        _insert_player(connection, tidy, kind, imported)
        found = account(connection, tidy, kind == "bot", imported)
        assert found is not None
    if found.kind != kind:
        raise IgrotekaError(
            Text(
                "the name {name} is that of a {kind} already",
                name=quoted(found.name),
                kind=KIND_WORDS[found.kind],
            )
        )
    return found.id


def _insert_player(connection: Connection, name: str, kind: str, imported: bool) -> None:
    """Make a player, unless another process has just made it."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    values = {"name": name, "name_key": name.casefold(), "kind": kind, "imported": imported}
    new = dialect.insert(players).values(**values, created=datetime.now(UTC))
    connection.execute(new.on_conflict_do_nothing())


def account(
    connection: Connection, name: str, bot: bool = False, imported: bool = False
) -> Account | None:
    """The person or program of this name, or the bot; None if there is none.

    With `imported`, the person whom files name so.
    """
    asked = {"key": tidy_name(name).casefold(), "bot": bot, "imported": imported}
    return _account(connection.execute(_NAMED, asked).one_or_none())


def account_of(connection: Connection, player: int) -> Account | None:
    """The player with this number."""
    return _account(connection.execute(_ACCOUNT.where(players.c.id == player)).one_or_none())


def _account(row: Any) -> Account | None:
    return None if row is None else Account(*row)


def password_hash(password: str) -> str:
    """What is kept of a password. Slow on purpose: call it before `set_password`, not inside.

    Raises `IgrotekaError` for one that is too short.
    """
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise IgrotekaError(
            Text(
                "a password has {least} to {most} characters, but this one has {count}",
                least=SHORTEST_PASSWORD,
                most=LONGEST_PASSWORD,
                count=len(password),
            )
        )
    from argon2 import PasswordHasher

    return PasswordHasher().hash(password)


def set_password(connection: Connection, player: int, hashed: str) -> None:
    """Give a player a password, by its `password_hash`; the old one is no longer good."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    values = {"password_hash": hashed, "changed": datetime.now(UTC)}
    insert = dialect.insert(credentials).values(player_id=player, **values)
    connection.execute(insert.on_conflict_do_update(index_elements=["player_id"], set_=values))


def has_password(connection: Connection, player: int) -> bool:
    """Whether this player has a password."""
    found = select(credentials.c.player_id).where(credentials.c.player_id == player)
    return connection.scalar(found) is not None


def password_since(connection: Connection, player: int) -> datetime | None:
    """When this player's password was set; None without one."""
    found = select(credentials.c.changed).where(credentials.c.player_id == player)
    since: datetime | None = connection.scalar(found)
    return since


def check_password(connection: Connection, name: str, password: str) -> Account | None:
    """Who this is, if the password is theirs; it takes as long when there is no such player."""
    from argon2 import PasswordHasher
    from argon2.exceptions import Argon2Error, InvalidHashError

    found = account(connection, name)
    known = found and connection.scalar(
        select(credentials.c.password_hash).where(credentials.c.player_id == found.id)
    )
    try:
        PasswordHasher().verify(known or _nobodys_hash(), password)
    except (Argon2Error, InvalidHashError):
        return None
    return found if known else None


@cache
def _nobodys_hash() -> str:
    return password_hash(secrets.token_urlsafe())
