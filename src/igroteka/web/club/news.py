"""Who waits for news of an event: pages ask for what is newer than they know, and wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from igroteka.archive.faults import ArchiveError
from igroteka.basics.house_fault import HouseFault
from igroteka.club.deeds import Concern
from igroteka.club.events import Draft, Events, Kept, Reply
from igroteka.club.links import Role
from igroteka.club.relevance import matters

LOOK_EVERY = 1.0
"""Seconds between two looks at what other processes have stored."""


class EventNews:
    """The events of a site, and the pages that wait for them."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self._waiting: dict[str, dict[asyncio.Event, Role]] = {}

    async def propose(self, code: str, drafts: list[Draft]) -> list[Reply]:
        """Have things happen; whoever waits for them is told once they are stored."""
        replies = await asyncio.wrap_future(self.events.propose(code, drafts))
        self._tell(code, [draft.deed.concerns for draft in drafts])
        return replies

    async def after(self, code: str, role: Role, number: int, seconds: float) -> Kept:
        """The event once something has happened after this number that matters to somebody.

        After a while it is given as it is.
        """
        bell = asyncio.Event()
        waiting = self._waiting.setdefault(code, {})
        waiting[bell] = role
        try:
            kept = self.events.known(code)
            news = [each.deed.concerns for each in kept.log[max(0, number) :]]
            if number >= 0 and not any(matters(kept.event, role, concern) for concern in news):
                with suppress(TimeoutError):
                    await asyncio.wait_for(bell.wait(), seconds)
        finally:
            del waiting[bell]
        return self.events.known(code)

    async def watch(self) -> None:
        """Look, for as long as the site is open, at what other processes add to awaited events."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for code in [code for code, bells in self._waiting.items() if bells]:
                before = self.events.known(code).event.last
                with suppress(ArchiveError, HouseFault):
                    now = await asyncio.to_thread(self.events.now, code)
                    news = [each.deed.concerns for each in now.log[before:]]
                    self._tell(code, news)

    def _tell(self, code: str, news: Iterable[Concern]) -> None:
        news = list(news)
        event = self.events.known(code).event
        for bell, role in self._waiting.get(code, {}).items():
            if any(matters(event, role, concern) for concern in news):
                bell.set()
