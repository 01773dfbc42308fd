"""The clock of a live table: what seats have left, and the flag that falls."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from igroteka.basics.endings import Ending, FaultKind
from igroteka.contract import Seat
from igroteka.records.record import Fault
from igroteka.tables.setting import Thought
from igroteka.tables.storage import GameEnd
from igroteka.text import Text

if TYPE_CHECKING:
    from igroteka.tables.table import Table


class TableClock:
    """Measures the thinking of the seat to move while its table is in play.

    Every table has one; only where the house rules name a clock does time run out.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._since = time.monotonic()
        self._thought = 0.0
        self._flag: asyncio.TimerHandle | None = None
        self._stopped = False

    def left(self, seat: Seat) -> float | None:
        """Seconds that a seat has left for what it decides; None where time never runs out.

        A substitute has no clock, and its partner does not suffer from the time that is used up.
        """
        rules, thinking = self._table.setting.clock, self.thinking(seat)
        sharing, chairs = self._sharing(seat), self._table.setting.chairs
        if rules is None or chairs[seat].stands_in:
            return None
        limit = rules.limits.get(self._table.state.stage)
        left = [limit - thinking] if limit is not None else []
        if rules.time is not None and not any(chairs[each].stands_in for each in sharing):
            spent = [step.seconds for step in self._table.so_far.steps if step.seat in sharing]
            running = max(map(self.thinking, sharing))
            left.append(rules.time + rules.increment * len(spent) - sum(spent) - running)
        return max(0.0, min(left)) if left else None

    def _sharing(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats whose thinking is counted together with this one's."""
        rules = self._table.setting.clock
        if rules is None or not rules.together:
            return (seat,)
        return next(side for side in self._table.game.sides if seat in side)

    def thinking(self, seat: Seat) -> float:
        """For how long this seat has been thinking about its move, pauses left out."""
        if self._table.state.turn != seat:
            return 0.0
        running = self._table.phase == "playing"
        return self._thought + (time.monotonic() - self._since if running else 0.0)

    @property
    def thought(self) -> Thought:
        """What the seat to move has used of its time so far."""
        return Thought(self._table.head, round(self.thinking(self._table.state.turn), 1))

    @property
    def unkept(self) -> float:
        """By how many seconds the running clock differs from what is stored of it."""
        table = self._table
        if table.setting.clock is None or table.phase != "playing" or table.state.turn < 0:
            return 0.0
        now, kept = self.thought, table.setting.thought
        return abs(now.seconds - (kept.seconds if kept and kept.after == now.after else 0.0))

    def recall(self) -> None:
        """Go on from what was thought about this move when the setting was stored."""
        thought = self._table.setting.thought
        if thought is not None and thought.after == self._table.head:
            self._thought = thought.seconds

    def hold(self) -> None:
        """Keep what was thought so far; called where a pause begins or ends."""
        self._thought = self.thinking(self._table.state.turn)
        self._since = time.monotonic()

    def restart(self) -> None:
        """Another move is thought about from now on."""
        self._since, self._thought = time.monotonic(), 0.0

    def set_flag(self) -> None:
        """See to it that a clock that runs out ends the game."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        turn = self._table.state.turn
        if self._stopped or self._table.phase != "playing" or turn < 0:
            return
        if (left := self.left(turn)) is None:
            return
        loop = asyncio.get_running_loop()
        self._flag = loop.call_later(left, lambda: loop.create_task(self._flag_falls(turn)))

    async def _flag_falls(self, seat: Seat) -> None:
        table = self._table
        async with table.lock:
            left = self.left(seat)
            if self._stopped or table.phase != "playing" or table.state.turn != seat:
                return
            if left == 0:
                await self._run_out(seat)
            else:
                self.set_flag()
        table.driver.wake()

    async def _run_out(self, seat: Seat) -> None:
        """A game that can be lost by the clock is; in others the seat can't go on."""
        table = self._table
        scores = table.game.settled(seat)
        if scores is not None:
            await table.settle(GameEnd(scores, Ending.OUT_OF_TIME))
        else:
            name = table.game.seat_name(seat)
            reason = Text("{seat} has run out of time", seat=name)
            await table.fail(Fault(seat, FaultKind.OUT_OF_TIME, reason))

    def stop(self) -> None:
        """No flag falls any more."""
        self._stopped = True
        if self._flag is not None:
            self._flag.cancel()
