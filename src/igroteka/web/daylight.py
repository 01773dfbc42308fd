"""A child's day: how long it was in its room, and how much of what its parent allows is left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import date

from igroteka.archive import Archive
from igroteka.archive.children import Child, add_seconds, limits_of, seconds_of

AWAY = 180.0
"""Seconds without a sign of the child after which it was not there."""
LEAST = 1.0
"""Seconds that are worth storing."""


class Daylight:
    """Counts the time between the signs that a child gives, day by day, in the archive."""

    def __init__(self, archive: Archive, clock: Callable[[], float] = time.monotonic) -> None:
        self._archive = archive
        self._clock = clock
        self._seen: dict[int, float] = {}

    async def spend(self, child: Child) -> None:
        """The child is there: count the time since its last sign, unless it was away."""
        now = self._clock()
        before = self._seen.setdefault(child.player, now)
        if now - before < LEAST:
            return
        self._seen[child.player] = now
        if now - before <= AWAY:
            spent = (child.player, date.today(), now - before)
            await asyncio.wrap_future(self._archive.write(add_seconds, *spent))

    async def left(self, child: Child) -> float | None:
        """The share of today's time that is left, from 0 to 1; None where there is no limit."""
        return await asyncio.to_thread(self._left, child)

    def _left(self, child: Child) -> float | None:
        minutes = self._archive.read(limits_of, child.player).minutes
        if minutes is None:
            return None
        used = self._archive.read(seconds_of, child.player, date.today())
        return max(0.0, 1 - used / (60 * minutes)) if minutes else 0.0
