"""What goes on at a live table by itself: chance, and bots."""

from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from igroteka.basics.endings import FaultKind, PlayerFault
from igroteka.contract import CHANCE, OVER, IllegalMove, Seat
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.record import Fault
from igroteka.registry import needs_kernel
from igroteka.tables.kept_players import PlayerKey
from igroteka.tables.questions import Choice, Question
from igroteka.tables.warming import PATIENCE, load
from igroteka.text import Text

if TYPE_CHECKING:
    from igroteka.tables.table import Table

_STARTS = itertools.count()
"""Numbers for the starts of bots, so that one from before is never taken for another."""


class Driver:
    """Lets chance and bots act, one after another, until it is for a person to do something."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._start = next(_STARTS)
        self._running: asyncio.Task[None] | None = None
        self._loading: asyncio.Task[None] | None = None
        self._stopped = False

    def wake(self) -> None:
        """Go on, if there is anything to do."""
        idle = self._running is None or self._running.done()
        if idle and self._needed():
            self._running = asyncio.create_task(self._drive())
        elif self._loading is None and self._table.setting.people():
            self._loading = asyncio.create_task(self._load())

    async def _load(self) -> None:
        """While people think about their first move, have loaded what the bots here need."""
        table = self._table
        pool, game = table.house.bot_pool, table.game.name
        bots = [chair.bot for chair in table.setting.chairs if chair.bot is not None]
        if any(needs_kernel(game, bot) and not pool.warming.stand_in(game, bot) for bot in bots):
            with suppress(PlayerFault):
                await pool.ask(load, game, PATIENCE, table.owner)

    def _needed(self) -> bool:
        """Whether the next action is chance's or a bot's, and somebody cares."""
        table = self._table
        turn = table.state.turn
        if self._stopped or table.phase != "playing" or turn == OVER:
            return False
        if turn == CHANCE:
            return True
        setting = table.setting
        cares = bool(table.listeners) or bool(setting.people()) or setting.unattended
        return cares and table.setting.chairs[turn].bot is not None

    async def _drive(self) -> None:
        table = self._table
        while self._needed():
            if table.state.turn == CHANCE:
                async with table.lock:
                    if table.state.turn == CHANCE:
                        await table.go_on(table.so_far)
            else:
                await self._bot_moves(table.state.turn)

    async def _bot_moves(self, seat: Seat) -> None:
        """Ask the bot to move; if things changed while it thought, its answer is dropped.

        It then starts anew, for it believes that it has moved.
        """
        table = self._table
        head, begun, question = table.head, time.monotonic(), self._question(seat)
        key = PlayerKey(table.number, seat, question.bot, self._start)
        try:
            choice = await table.house.bot_pool.choose(key, question, table.owner)
            pause = table.setting.pace - (time.monotonic() - begun)
            await asyncio.sleep(max(0.0, pause))
            async with table.lock:
                if table.head == head and self._needed():
                    await table.go_on(self._played(choice))
                else:
                    self.put_bots_away()
        except (PlayerFault, IllegalMove) as error:
            async with table.lock:
                if table.head == head and table.phase == "playing":
                    await table.fail(_fault(seat, error))
                else:
                    self.put_bots_away()

    def _question(self, seat: Seat) -> Question:
        """What is asked of the bot on a chair, or of who stands in until its kernel is compiled."""
        table = self._table
        question = table.question(seat)
        stand_in = table.house.bot_pool.warming.stand_in(question.game, question.bot)
        table.note(_still_warming(table.game.seat_name(seat)), stand_in is not None)
        return question if stand_in is None else replace(question, bot=stand_in)

    def _played(self, choice: Choice) -> GameSoFar:
        """The game after what a bot answered. Raises `IllegalMove` for whatever is no action."""
        table = self._table
        try:
            seconds = table.clock.thinking(table.state.turn)
            return table.so_far.play(choice.action, seconds, choice.explanation)
        except IllegalMove:
            raise
        except Exception as error:
            raise IllegalMove(
                Text("{text} is no action of this game", text=repr(choice.action))
            ) from error

    def put_bots_away(self) -> None:
        """Let go of the table's bots; who is asked again starts from what it then sees."""
        self._start = next(_STARTS)
        ended = self._table.outcome
        scores = ended.scores if ended is not None else None
        self._table.house.bot_pool.put_away(self._table.number, scores)

    def stop(self) -> None:
        """Nothing goes on by itself any more."""
        self._stopped = True
        for task in (self._running, self._loading):
            if task is not None:
                task.cancel()
        self.put_bots_away()


def _still_warming(seat: Text) -> Text:
    return Text(
        "{seat}: the bot is still warming up and plays at its weakest; "
        "it goes on at its own level as soon as it can",
        seat=seat,
    )


def _fault(seat: Seat, error: PlayerFault | IllegalMove) -> Fault:
    if isinstance(error, PlayerFault):
        return Fault(seat, error.kind, error.text)
    return Fault(seat, FaultKind.ILLEGAL_MOVE, error.sentence)
