"""The doors for programs that people have opened at their tables, each with a port of its own."""

from __future__ import annotations

from typing import NamedTuple

from igroteka.registry import line_protocol
from igroteka.tables.line_door import LineDoor
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.table import Refused, Table
from igroteka.text import Text

MOST_DOORS = 20
"""Doors that are open at once."""


class Place(NamedTuple):
    """Where a door is."""

    address: str
    port: int


class Doors:
    """Finds the door of a table, and opens it on demand."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._live_tables = live_tables
        self._doors: dict[LineDoor, Place] = {}

    def place(self, table: Table) -> Place | None:
        """Where programs find a table, if anywhere."""
        return next((place for door, place in self._doors.items() if door.table is table), None)

    async def open(self, table: Table, address: str) -> None:
        """Let programs in at a table. Raises `IgrotekaError` where that can't be."""
        if self.place(table) is not None:
            return
        await self._close_idle()
        if len(self._doors) >= MOST_DOORS:
            raise Refused(Text("too many tables are open to programs; come again later"))
        protocol = line_protocol(table.game.name)
        door = LineDoor(self._live_tables, table, protocol, leads=False)
        self._doors[door] = Place(address, await door.open(address, 0))

    async def _close_idle(self) -> None:
        """Close those at whose tables all is over, or nobody is."""
        for door in list(self._doors):
            alone = not door.clients and len(door.table.listeners) == 1  # the door's own
            if door.over.is_set() or alone:
                await self._close(door)

    async def _close(self, door: LineDoor) -> None:
        del self._doors[door]
        await door.close()

    async def close(self, address: str | None = None) -> None:
        """Close those at this address, or all of them."""
        for door, place in list(self._doors.items()):
            if address in (None, place.address):
                await self._close(door)
