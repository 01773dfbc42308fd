"""The addresses by which people come to an event: no registration, a key in each.

Keys are made from the event's secret, so an event that moves to another machine keeps them.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from typing import NamedTuple

from igroteka.archive.events import ALPHABET, StoredEvent
from igroteka.club.event import Event
from igroteka.contract import IgrotekaError
from igroteka.text import Text

LENGTH = 10

DIRECTOR, TABLE, CONTESTANT, PLAYERS = "director", "table", "contestant", "players"


class Role(NamedTuple):
    """As whom somebody comes: director, table 3, contestant 5, or just to look."""

    kind: str
    number: int = 0

    @property
    def who(self) -> str:
        """How the log names them."""
        return f"{self.kind} {self.number}" if self.number else self.kind

    def key(self, secret: str) -> str:
        """The key of this role in an event with this secret."""
        digest = hmac.digest(secret.encode(), self.who.encode(), hashlib.sha256)
        number = int.from_bytes(digest)
        letters = []
        for _ in range(LENGTH):
            number, letter = divmod(number, len(ALPHABET))
            letters.append(ALPHABET[letter])
        return "".join(letters)

    def path(self, stored: StoredEvent) -> str:
        """The path of its address."""
        return f"/club/{stored.code}/{self.key(stored.secret)}"


@lru_cache(maxsize=64)
def _roles(secret: str, tables: tuple[int, ...], contestants: tuple[int, ...]) -> dict[str, Role]:
    """Everybody who may come to an event, by their keys."""
    everybody = [
        Role(DIRECTOR),
        Role(PLAYERS),
        *(Role(TABLE, number) for number in tables),
        *(Role(CONTESTANT, number) for number in contestants),
    ]
    return {role.key(secret): role for role in everybody}


def role_of(stored: StoredEvent, event: Event, key: str) -> Role:
    """Who comes with this key. Raises `IgrotekaError` if nobody has it."""
    known = _roles(stored.secret, tuple(event.tables), tuple(event.contestants))
    if key in known:
        return known[key]
    raise IgrotekaError(
        Text(
            "this link is of no use here: scan the code of your table once more, or ask the "
            "director"
        )
    )
