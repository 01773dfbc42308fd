"""Who waits for news of an event: pages ask for what is newer than they know, and wait for it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from igroteka.archive.database import ArchiveError
from igroteka.club.events import Draft, Events, Kept, Reply

LOOK_EVERY = 1.0
"""Seconds between two looks at what other processes have stored."""


class EventNews:
    """The events of a site, and the pages that wait for them."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self._waiting: dict[str, set[asyncio.Event]] = {}

    async def propose(self, code: str, drafts: list[Draft]) -> list[Reply]:
        """Have things happen; whoever waits is told once they are stored."""
        replies = await asyncio.wrap_future(self.events.propose(code, drafts))
        self._tell(code)
        return replies

    async def after(self, code: str, number: int, seconds: float) -> Kept:
        """The event once something has happened after this number, or as it is after a while."""
        bell = asyncio.Event()
        waiting = self._waiting.setdefault(code, set())
        waiting.add(bell)
        try:
            if self.events.known(code).event.last <= number:
                with suppress(TimeoutError):
                    await asyncio.wait_for(bell.wait(), seconds)
        finally:
            waiting.discard(bell)
        return self.events.known(code)

    async def watch(self) -> None:
        """Look, for as long as the site is open, at what other processes add to awaited events."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for code in [code for code, bells in self._waiting.items() if bells]:
                before = self.events.known(code).event.last
                with suppress(ArchiveError):
                    now = await asyncio.to_thread(self.events.now, code)
                    if now.event.last > before:
                        self._tell(code)

    def _tell(self, code: str) -> None:
        for bell in self._waiting.get(code, ()):
            bell.set()
