"""Who leads a live table: one process at a time, each change told apart by a fencing number.

A house is a process that leads tables. It says every few seconds that it lives; when it has been
silent for longer than `LEASE`, or its process is gone from this machine, another one may lead its
tables. Every change of the lead raises the fence of the game, and what is written under an earlier
one is refused: a process that slept through it can spoil nothing.
"""

from __future__ import annotations

import os
import socket
import threading
import uuid
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from igroteka.archive.faults import ArchiveError
from igroteka.archive.schema import games, houses
from igroteka.basics.house_fault import HouseFault
from igroteka.basics.system import lives
from igroteka.text import Text

LEASE = 10.0
"""Seconds of silence after which a house is taken for gone."""

FORGOTTEN = timedelta(days=1)
"""After so long a house that went without a word is no longer listed."""

NOBODYS = -1
"""A fence under which nothing can be written: that of a table which is led elsewhere."""

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_here: set[str] = set()
"""The houses of this process."""


class Superseded(ArchiveError):  # noqa: N818 - named after what has happened
    """Somebody else leads the table by now, and may have changed it."""


class LedElsewhere(ArchiveError):  # noqa: N818 - named after what is the case
    """Another process leads the table, and it lives."""


@dataclass(frozen=True)
class House:
    """A process that leads tables."""

    id: str
    machine: str
    process: int

    @classmethod
    def open(cls) -> House:
        """A new one in this process."""
        house = cls(uuid.uuid4().hex, _machine(), os.getpid())
        _here.add(house.id)
        return house

    def close(self) -> None:
        """It leads nothing any more."""
        _here.discard(self.id)

    @property
    def gone(self) -> bool:
        """Whether it is known to have ended: one of another machine never is."""
        if self.machine != _machine():
            return False
        if self.process == os.getpid():
            return self.id not in _here
        return not lives(self.process)


def _machine() -> str:
    """This machine since it was switched on."""
    boot = _BOOT.read_text().strip() if _BOOT.exists() else ""
    return f"{socket.gethostname()} {boot}".strip()


def superseded(game_id: int) -> Superseded:
    """What is said to who led a table and does not any more."""
    return Superseded(
        Text("table {number} is led by another process by now; look again", number=game_id)
    )


def _now(connection: Connection) -> datetime:
    """The time of the database, so that the clocks of machines need not agree."""
    if connection.dialect.name == "postgresql":
        now: datetime = connection.scalar(select(func.now())) or datetime.now(UTC)
        return now
    return datetime.now(UTC)


class Heartbeat:
    """Says in a thread that a house lives, until it is closed; for who has no loop that does."""

    def __init__(self, write: Callable[..., object]) -> None:
        self.house = House.open()
        self._write = write
        self._closed = threading.Event()
        write(live, self.house)
        threading.Thread(target=self._beat, name="heartbeat", daemon=True).start()

    def _beat(self) -> None:
        while not self._closed.wait(LEASE / 3):
            with suppress(ArchiveError, HouseFault):
                self._write(live, self.house)

    def close(self) -> None:
        """Say no more."""
        self._closed.set()
        self.house.close()


def live(connection: Connection, house: House) -> None:
    """A house says that it lives."""
    until = _now(connection) + timedelta(seconds=LEASE)
    told = update(houses).where(houses.c.id == house.id).values(until=until)
    if connection.execute(told).rowcount == 0:
        connection.execute(delete(houses).where(houses.c.until < until - FORGOTTEN))
        row = {"id": house.id, "machine": house.machine, "process": house.process}
        connection.execute(insert(houses).values(**row, until=until))


def take(connection: Connection, game_id: int, house: House) -> int:
    """Lead a table from now on; the fence under which it is written.

    Raises `LedElsewhere` if another house that lives leads it.
    """
    found = select(games.c.leader, games.c.fence).where(games.c.id == game_id).with_for_update()
    row = connection.execute(found).one_or_none()
    if row is None:
        raise ArchiveError(Text("there is no game {number} in the archive", number=game_id))
    fence: int = row.fence
    if row.leader == house.id:
        return fence
    if row.leader is not None and _lives(connection, row.leader):
        raise LedElsewhere(
            Text("another process of this house leads table {number} now", number=game_id)
        )
    lead = {"leader": house.id, "fence": fence + 1}
    connection.execute(update(games).where(games.c.id == game_id).values(**lead))
    return fence + 1


def leader_of(connection: Connection, game_id: int) -> str | None:
    """The house that leads a table, if it lives."""
    leader = connection.scalar(select(games.c.leader).where(games.c.id == game_id))
    return leader if leader is not None and _lives(connection, leader) else None


def is_led(connection: Connection) -> ColumnElement[bool]:
    """The condition that a house which has told of itself leads a game."""
    heard_of = select(houses.c.id).where(houses.c.until >= _now(connection))
    return games.c.leader.in_(heard_of)


def _lives(connection: Connection, leader: str) -> bool:
    row = connection.execute(select(houses).where(houses.c.id == leader)).one_or_none()
    if row is None or row.until < _now(connection):
        return False
    return not House(row.id, row.machine, row.process).gone


def release(connection: Connection, game_ids: Collection[int], house: House) -> None:
    """Lead these tables no longer."""
    led = update(games).where(games.c.id.in_(game_ids), games.c.leader == house.id)
    connection.execute(led.values(leader=None))


def leave(connection: Connection, game_ids: Collection[int], house: House) -> None:
    """The house closes, and all that it leads is free."""
    release(connection, game_ids, house)
    connection.execute(delete(houses).where(houses.c.id == house.id))
