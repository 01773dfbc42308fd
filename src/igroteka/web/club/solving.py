"""Deals with all cards in sight, worked out one after another while nobody waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from concurrent.futures import Future
from typing import NamedTuple

from igroteka.archive import Archive
from igroteka.archive.solutions import keep_solution, kept_solutions
from igroteka.basics.endings import PlayerFault
from igroteka.club.events import Kept
from igroteka.contract import Json
from igroteka.records.contest import Analysis
from igroteka.registry import contest
from igroteka.tables.bot_pool import BotPool

PATIENCE = 300.0
"""Seconds for one deal: the hardest take a few, and a busy machine is slower."""
SOLVING = "the deals of events"
"""For whom deals are solved: they take turns with visitors."""


class Progress(NamedTuple):
    """How many of an event's deals are worked out."""

    done: int
    all: int


class _Deal(NamedTuple):
    game: str
    deal: str


def solve(deal: _Deal) -> Json:
    """In a process of bots: what can be made of a deal."""
    return contest(deal.game).solve(deal.deal)


class Solving:
    """What is known of deals, and the work on those of which nothing is. Safe from any thread."""

    def __init__(self, archive: Archive, bot_pool: BotPool) -> None:
        self._archive = archive
        self._bot_pool = bot_pool
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._known: dict[_Deal, Json] = {}
        self._asked: set[_Deal] = set()
        """What is worked on, or failed: it is not tried again before the house is."""
        self._failed: set[_Deal] = set()
        self._works: list[Future[None]] = []

    def look(self, kept: Kept) -> Progress:
        """How far an event is; work begins on what is missing."""
        if not kept.contest.dealt:
            return Progress(0, 0)
        deals = [_Deal(kept.stored.game, deal) for deal in kept.event.deals.values()]
        with self._lock:
            self._read([each for each in deals if each not in self._known])
            missing = [
                each for each in deals if each not in self._known and each not in self._asked
            ]
            self._asked.update(missing)
            if missing:
                work = asyncio.run_coroutine_threadsafe(self._work(missing), self._loop)
                self._works.append(work)
        done = sum(each in self._known or each in self._failed for each in deals)
        return Progress(done, len(deals))

    def analysis(self, kept: Kept, deal: str) -> Analysis | None:
        """What could be made of a deal; None while that is not known."""
        key = _Deal(kept.stored.game, deal)
        if key not in self._known:
            self.look(kept)
        solved = self._known.get(key)
        return None if solved is None else kept.contest.analysis(solved)

    def close(self) -> None:
        """Leave what is not worked out yet for the next time."""
        for work in self._works:
            work.cancel()

    def _read(self, deals: Iterable[_Deal]) -> None:
        by_game: dict[str, list[str]] = {}
        for each in deals:
            if each not in self._asked:
                by_game.setdefault(each.game, []).append(each.deal)
        for game, texts in by_game.items():
            for deal, solved in self._archive.read(kept_solutions, game, texts).items():
                self._known[_Deal(game, deal)] = solved

    async def _work(self, deals: list[_Deal]) -> None:
        """One after another, so that bots at tables find a process as well."""
        for each in deals:
            try:
                solved = await self._bot_pool.ask(solve, each, PATIENCE, SOLVING)
            except PlayerFault:
                self._failed.add(each)
                continue
            self._known[each] = solved
            await asyncio.wrap_future(self._archive.write(keep_solution, *each, solved))
