"""The doors for programs that people have opened at their tables, each with a port of its own."""

from __future__ import annotations

from igroteka.registry import line_protocol
from igroteka.tables.line_door import LineDoor
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.table import Refused, Table
from igroteka.text import Text

MOST_DOORS = 20
"""Doors that are open at once."""


class Doors:
    """Finds the door of a table, and opens it on demand."""

    def __init__(self, live_tables: LiveTables, address: str) -> None:
        self._live_tables = live_tables
        self._address = address
        self._doors: dict[LineDoor, int] = {}
        """Each with its port."""

    def port(self, table: Table) -> int | None:
        """Where programs find a table, if anywhere."""
        return next((port for door, port in self._doors.items() if door.table is table), None)

    async def open(self, table: Table) -> int:
        """Let programs in at a table; the port. Raises `IgrotekaError` where that can't be."""
        known = self.port(table)
        if known is not None:
            return known
        await self._close_idle()
        if len(self._doors) >= MOST_DOORS:
            raise Refused(Text("too many tables are open to programs; come again later"))
        protocol = line_protocol(table.game.name)
        door = LineDoor(self._live_tables, table, protocol, leads=False)
        self._doors[door] = await door.open(self._address, 0)
        return self._doors[door]

    async def _close_idle(self) -> None:
        """Close those at whose tables all is over, or nobody is."""
        for door in list(self._doors):
            alone = not door.clients and len(door.table.listeners) == 1  # the door's own
            if door.over.is_set() or alone:
                await self._close(door)

    async def _close(self, door: LineDoor) -> None:
        del self._doors[door]
        await door.close()

    async def close(self) -> None:
        """Close all of them."""
        for door in list(self._doors):
            await self._close(door)
