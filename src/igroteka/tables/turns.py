"""Who is served next: everybody in turn, so that the many wishes of one don't delay another's."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


REMEMBERED = 1000
"""Those served last whose turn is known to have been."""


class FairLine(Generic[T]):
    """What waits, by who wants it. Who was served goes behind all who have waited for longer."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}
        self._served: dict[str, None] = {}
        """Who was served, the last one at the end."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, who: str, wish: T) -> None:
        """Somebody wants something, after what they want already."""
        self._waiting.setdefault(who, deque()).append(wish)

    def drop(self, who: str, most: int) -> list[T]:
        """Leave somebody so many wishes, the last ones; those that are given up."""
        wishes = self._waiting.get(who, deque())
        return [wishes.popleft() for _ in range(len(wishes) - most)]

    def take(self, may: Callable[[str], bool] = bool) -> tuple[str, T] | None:
        """The next wish, of those who may have one; None if there is none."""
        fresh = (who for who in self._waiting if who not in self._served)
        for who in (*fresh, *self._served):
            if who in self._waiting and may(who):
                wish = self._waiting[who].popleft()
                if not self._waiting[who]:
                    del self._waiting[who]
                self._note(who)
                return who, wish
        return None

    def _note(self, who: str) -> None:
        self._served.pop(who, None)
        self._served[who] = None
        if len(self._served) > REMEMBERED:
            self._served.pop(next(iter(self._served)))


class Turns:
    """Places for a few at a time; whoever has one gets no last one, which is for who has none."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._held: Counter[str] = Counter()
        self._line: FairLine[asyncio.Future[None]] = FairLine()

    @property
    def wanted(self) -> int:
        """Places that are taken or waited for."""
        return self._held.total() + len(self._line)

    @asynccontextmanager
    async def of(self, who: str) -> AsyncIterator[None]:
        """A place, from when it is this one's turn."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.put(who, turn)
        self._call()
        try:
            await turn
            yield
        finally:
            if not turn.cancel() and not turn.cancelled():
                self._held[who] -= 1
            self._call()

    def _call(self) -> None:
        """Give the free places away."""
        while (found := self._line.take(self._may)) is not None:
            who, turn = found
            if not turn.done():
                self._held[who] += 1
                turn.set_result(None)

    def _may(self, who: str) -> bool:
        free = self._places - self._held.total()
        return free > 1 or (free == 1 and (self._places == 1 or not self._held[who]))
