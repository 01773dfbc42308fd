"""Events of people: their logs are added to in the writer and read by anybody.

The archive does not know what can happen; who adds to a log hands over what has been decided.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, update

from igroteka.archive.faults import ArchiveError
from igroteka.archive.schema import events, happenings
from igroteka.text import Text, quoted

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters that are not taken for each other when somebody types them."""


class StoredEvent(NamedTuple):
    """A row of the list of events."""

    id: int
    code: str
    secret: str
    game: str
    name: str
    day: str
    opened: datetime
    over: bool


class StoredHappening(NamedTuple):
    """A row of an event's log."""

    number: int
    key: str
    kind: str
    body: Any
    who: str
    at: datetime


def new_code(length: int = 6) -> str:
    """What an event's addresses begin with."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def open_event(
    connection: Connection, game: str, code: str | None = None, secret: str | None = None
) -> StoredEvent:
    """A new event with an empty log; code and secret are given to one that moves here."""
    new = {
        "code": code or new_code(),
        "secret": secret or secrets.token_hex(16),
        "game": game,
        "name": "",
        "day": "",
        "opened": datetime.now(UTC),
        "over": False,
    }
    row = connection.execute(insert(events).values(**new).returning(*events.c)).one()
    return StoredEvent(*row)


def event_of(connection: Connection, code: str) -> StoredEvent:
    """The event of this code. Raises `ArchiveError` if there is none."""
    row = connection.execute(select(events).where(events.c.code == code)).one_or_none()
    if row is None:
        raise ArchiveError(Text("there is no event {code}", code=quoted(code)))
    return StoredEvent(*row)


def all_events(connection: Connection) -> list[StoredEvent]:
    """Every event, the newest first."""
    rows = connection.execute(select(events).order_by(events.c.opened.desc(), events.c.id.desc()))
    return [StoredEvent(*row) for row in rows]


def lock_log(connection: Connection, event: int) -> None:
    """Nobody else adds to the log before this change is stored."""
    connection.execute(select(events.c.id).where(events.c.id == event).with_for_update())


def log_after(connection: Connection, event: int, number: int) -> list[StoredHappening]:
    """What has happened after the happening of this number."""
    rows = connection.execute(
        select(*list(happenings.c)[1:])
        .where(happenings.c.event_id == event, happenings.c.number > number)
        .order_by(happenings.c.number)
    )
    return [StoredHappening(*row) for row in rows]


def number_of(connection: Connection, event: int, key: str) -> int | None:
    """The happening of this key, if it was stored already."""
    keyed = (happenings.c.event_id == event, happenings.c.key == key)
    number: int | None = connection.scalar(select(happenings.c.number).where(*keyed))
    return number


def add_to_log(connection: Connection, event: int, added: Sequence[StoredHappening]) -> None:
    """Write down what has happened."""
    if added:
        connection.execute(
            insert(happenings), [{"event_id": event, **each._asdict()} for each in added]
        )


def describe_event(connection: Connection, event: int, name: str, day: str, over: bool) -> None:
    """What lists show of an event has changed."""
    values = {"name": name, "day": day, "over": over}
    connection.execute(update(events).where(events.c.id == event).values(**values))
