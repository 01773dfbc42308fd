"""Who is served next: everybody in turn, so that the many wishes of one don't delay another's.

Households take turns, and those of each among themselves: who comes as many guests from one address
has one's share, and a club behind one address shares it fairly.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Generic, TypeVar

from igroteka.tables.whereabouts import Household, Whereabouts

T = TypeVar("T")


REMEMBERED = 10_000
"""Those served last whose turn is known to have been."""


class FairLine(Generic[T]):
    """What waits, by who wants it. Who was served goes behind all who have waited for longer."""

    def __init__(self, whereabouts: Whereabouts | None = None) -> None:
        self.whereabouts = whereabouts or Whereabouts()
        self._waiting: dict[str, deque[T]] = {}
        self._turns = count(1)
        self._served: dict[tuple[str, str], int] = {}
        """The last turn of a household, and of each visitor of it; the last one at the end."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, who: str, wish: T) -> None:
        """Somebody wants something, after what they want already."""
        self.whereabouts.note_again(who)
        self._waiting.setdefault(who, deque()).append(wish)

    def wishes_at_home_of(self, visitor: str) -> int:
        """How many wishes of a visitor's household wait."""
        home = self.whereabouts.household_of
        at_home = (each for who, each in self._waiting.items() if home(who) == home(visitor))
        return sum(map(len, at_home))

    def has_others_than(self, who: str) -> bool:
        """Whether somebody else waits."""
        return any(each != who for each in self._waiting)

    def drop(self, who: str, most: int) -> list[T]:
        """Leave somebody so many wishes, the last ones; those that are given up."""
        wishes = self._waiting.get(who, deque())
        return [wishes.popleft() for _ in range(len(wishes) - most)]

    def withdraw(self, who: str, wish: T) -> None:
        """Somebody does not want something any more."""
        if wish in self._waiting.get(who, ()):
            self._waiting[who].remove(wish)
            self._tidy(who)

    def take(self, may: Callable[[str], bool] = bool) -> tuple[str, T] | None:
        """The next wish, of those who may have one; None if there is none."""
        who = min(filter(may, self._waiting), key=self._last_turns, default=None)
        if who is None:
            return None
        wish = self._waiting[who].popleft()
        self._tidy(who)
        self._note(who)
        return who, wish

    def _tidy(self, who: str) -> None:
        if not self._waiting[who]:
            del self._waiting[who]

    def _last_turns(self, who: str) -> tuple[int, ...]:
        """When those of a household were last served, and who wants it now; 0 is never."""
        return tuple(self._served.get(each, 0) for each in self._keys(who))

    def _note(self, who: str) -> None:
        turn = next(self._turns)
        for each in self._keys(who):
            self._served.pop(each, None)
            self._served[each] = turn
        while len(self._served) > REMEMBERED:
            del self._served[next(iter(self._served))]

    def _keys(self, who: str) -> tuple[tuple[str, str], tuple[str, str]]:
        household = self.whereabouts.household_of(who)
        return (household, ""), (household, who)


class Turns:
    """Places for a few at a time, the last of which is for a household that has none.

    Where places are held for moments, and one household is alone in the house, it is for a visitor
    who has none.
    """

    def __init__(
        self, places: int, whereabouts: Whereabouts | None = None, *, brief: bool = False
    ) -> None:
        self._places = places
        self._brief = brief
        self._held: Counter[str] = Counter()
        self._line: FairLine[asyncio.Future[None]] = FairLine(whereabouts)
        self._whereabouts = self._line.whereabouts

    @property
    def wanted(self) -> int:
        """Places that are taken or waited for."""
        return self._held.total() + len(self._line)

    def others_wait(self, who: str) -> bool:
        """Whether somebody else waits for a place."""
        return self._line.has_others_than(who)

    def wanted_by(self, visitor: str) -> int:
        """Places that the household of a visitor has or waits for."""
        home = self._whereabouts.household_of(visitor)
        return self._held_at(home) + self._line.wishes_at_home_of(visitor)

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
            if turn.cancel() or turn.cancelled():
                self._line.withdraw(who, turn)
            else:
                self._held[who] -= 1
                self._held += Counter()  # nobody with none stays
            self._call()

    def _call(self) -> None:
        """Give the free places away."""
        while (found := self._line.take(self._may)) is not None:
            who, turn = found
            self._held[who] += 1
            turn.set_result(None)

    def _may(self, who: str) -> bool:
        free = self._places - self._held.total()
        if free != 1 or self._places == 1:
            return free > 0
        household = self._whereabouts.household_of(who)
        if self._brief and self._whereabouts.alone(household):
            return not self._held[who]
        return not self._held_at(household)

    def _held_at(self, household: Household) -> int:
        home = self._whereabouts.household_of
        return sum(number for who, number in self._held.items() if home(who) == household)
