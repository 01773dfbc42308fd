"""A program that sits at a live table by lines of text: what it hears, says and is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias

from igroteka.contract import IgrotekaError, Seat
from igroteka.records.line_protocol import Conversation, Deed
from igroteka.tables.setting import Visitor
from igroteka.tables.table import Table
from igroteka.text import Text

if TYPE_CHECKING:
    from igroteka.tables.line_door import LineDoor

LONGEST_LINE = 2000
"""Letters of a line; no line of any protocol comes near."""
MOST_WAITING = 1 << 16
"""Bytes that may wait for a slow client before it is cut off."""

Direction: TypeAlias = Literal["S", "C"]
"""Who says a line: the server or the client."""
Log: TypeAlias = Callable[[Direction, str, str], None]
"""Told of every line: who says it, at whose seat, and the line."""


class LineClient:
    """One connection at one seat. As a listener it passes on what happens at its table."""

    def __init__(
        self, door: LineDoor, seat: Seat, conversation: Conversation, writer: asyncio.StreamWriter
    ) -> None:
        self.door = door
        self.seat = seat
        self.conversation = conversation
        self._writer = writer
        self._game: int | None = None
        """The number of the table whose game it was told of."""
        self._told = 0
        """How many of its steps."""
        self._gathered = False
        self._ended = False
        self._judging = False
        """Whether a deed is judged now; what the client hears of it comes before all else."""

    @property
    def visitor(self) -> Visitor:
        """Who acts for the seat."""
        return self.door.visitor(self.seat)

    # --- what it is told ---

    def tell(self, table: Table) -> None:
        """Pass on what has happened since it was told last."""
        if not table.setting.complete:
            return
        if not self._gathered:
            self._gathered = True
            names = [chair.player or "" for chair in table.setting.chairs]
            self.conversation.gathered(names)
        if self._game != table.number:
            self._game, self._told, self._ended = table.number, 0, False
            self.conversation.begin(table.so_far.start.view(self.seat))
        for step in table.so_far.steps[self._told :]:
            heard = table.so_far.seen(step, self.seat, table.setting.open_explanations)
            self.conversation.happened(heard, step.after.view(self.seat))
        self._told = len(table.so_far.steps)
        if table.phase == "over" and not self._ended:
            self._ended = True
            self.conversation.ended(*self.door.times(table))
        if not self._judging:
            self.flush()
        self._act_for_it()

    def _act_for_it(self) -> None:
        """Do what the client has no words for."""
        deed = self.conversation.automatic()
        if deed is not None:
            self.door.later(self._judged(deed))

    def leave(self, reason: Text) -> None:
        """The table is gone from here: the client comes again and finds it as it is stored."""
        self.send(self.door.protocol.sent_away(reason))
        self.close()

    def farewell(self) -> None:
        """The sitting is over."""
        self.conversation.farewell()
        self.flush()

    def flush(self) -> None:
        """Send all that is due."""
        for line in self.conversation.due():
            self.send(line)

    def send(self, line: str) -> None:
        """Send a line, unless so much waits that nobody seems to read."""
        if self._writer.is_closing():
            return
        self.door.log("S", self._place, line)
        self._writer.write(line.encode("ascii", "replace") + b"\r\n")
        if self._writer.transport.get_write_buffer_size() > MOST_WAITING:
            self._writer.transport.abort()

    @property
    def _place(self) -> str:
        return str(self.door.game.seat_name(self.seat))

    def close(self) -> None:
        """Hang up, when what was said is sent."""
        self._writer.close()

    # --- what it says ---

    async def hear(self, line: str) -> None:
        """Do what a line asks for, or say why not."""
        self.door.log("C", self._place, line)
        try:
            deed = self.conversation.heard(line)
        except IgrotekaError as error:
            self.conversation.refused(error.sentence)
        else:
            if deed is not None:
                # What has begun is finished even if the client hangs up meanwhile.
                await asyncio.shield(asyncio.create_task(self._judged(deed)))
        self.flush()

    async def _judged(self, deed: Deed) -> None:
        """Have the table play what the client wants; if it refuses, the client hears why.

        While a robot stands in for the client, what it says is only compared with what that does.
        """
        table = self.door.table
        if table.setting.chairs[self.seat].stands_in:
            return
        self._judging = True
        try:
            await table.move(self.visitor, deed.action, self.seat, explanation=deed.explanation)
        except IgrotekaError as error:
            self.conversation.refused(self._and_then(table, error.sentence))
        finally:
            self._judging = False
            self.flush()

    def _and_then(self, table: Table, reason: Text) -> Text:
        """Why something is refused, and what follows if that was once too often."""
        if table.setting.chairs[self.seat].stands_in:
            return Text("{reason}; a robot plays on for you until the next game", reason=reason)
        if table.outcome is not None and table.outcome.fault is not None:
            return Text("{reason}; this game ends here", reason=reason)
        return reason
