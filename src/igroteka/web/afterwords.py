"""What there is to say of finished games: worked out once, however many look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from igroteka.basics.endings import PlayerFault
from igroteka.contract import Json
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.questions import Ended, afterword
from igroteka.tables.table import PATIENCE

MOST_KEPT = 500


class Afterwords:
    """Afterwords by last move, those last asked for; what failed is not kept."""

    def __init__(self, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self._known: dict[int | None, asyncio.Task[Json]] = {}

    async def find(
        self, head: int | None, ended: Callable[[], Awaitable[Ended | None]], who: str
    ) -> Json:
        """What is said of the game that ends with this move; None if it is not over, or it fails.

        `ended` is awaited only when it is not known, and `who` is the visitor who wants it. Who
        comes while somebody waits for it waits for the same.
        """
        if head in self._known:
            self._known[head] = self._known.pop(head)
        else:
            self._known[head] = asyncio.create_task(self._write(ended, who))
        task = self._known[head]
        while len(self._known) > MOST_KEPT:
            self._known.pop(next(iter(self._known)))
        try:
            return await asyncio.shield(task)
        except PlayerFault:
            if self._known.get(head) is task:
                del self._known[head]
            return None

    async def _write(self, ended: Callable[[], Awaitable[Ended | None]], who: str) -> Json:
        question = await ended()
        if question is None:
            return None
        return await self._bot_pool.ask(afterword, question, PATIENCE, who)
