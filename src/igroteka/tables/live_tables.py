"""All tables of the house: opened, found again, and forgotten when nobody is there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime

from sqlalchemy import Connection

from igroteka.archive import Archive, ArchiveError, queries, updates
from igroteka.archive.models import MoveEntry, NewGame, StoredGame
from igroteka.contract import OVER, Game, IgrotekaError
from igroteka.records.game_so_far import GameSoFar
from igroteka.registry import make_game
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.setting import Setting
from igroteka.tables.storage import ending_of, keep_settings
from igroteka.tables.table import SYSTEM_RANDOM, House, Refused, Table
from igroteka.text import Text

LARGEST_NUMBER = 2**31 - 1
CLOCK_PERIOD = 2.0
"""Seconds between the looks at running clocks, and the least that is worth storing of one."""
MOST_TABLES = 2000
"""Tables kept in memory; the least recently used without anybody at them go first."""
STORED_WITHIN = 2 * CLOCK_PERIOD
"""Seconds by which a running clock may be ahead of what is stored of it when all goes well."""


class NoTable(IgrotekaError):  # noqa: N818 - named after what is wrong
    """There is no table of this number."""


class LiveTables:
    """Finds tables by number. A table that is not in memory is read from the archive."""

    def __init__(self, archive: Archive, bot_pool: BotPool) -> None:
        self.archive = archive
        self.house = House(archive, bot_pool, self._drop)
        self._tables: dict[int, Table] = {}
        self._reading: dict[int, asyncio.Task[Table]] = {}

    async def open(self, game: Game, setting: Setting, source: str = "table") -> Table:
        """A new table; when this returns, it is stored."""
        start = game.deal(SYSTEM_RANDOM)
        if start.turn == OVER:
            raise IgrotekaError(
                Text("the game would be over before it begins; choose another start")
            )
        new = _new_game(game, start.deal, setting, source)
        number = await self.house.write(updates.begin_game, new)
        table = Table(number, GameSoFar(game, start), setting, self.house)
        self._tables[number] = table
        self._forget_some()
        table.driver.wake()
        return table

    async def once_more(self, table: Table) -> int:
        """The table at which the people of another play again; who asks first opens it."""
        async with table.lock:
            if table.phase != "over":
                raise Refused(Text("this game is not over yet"))
            if table.setting.next is None:
                new = await self.open(table.game, table.setting.once_more(table.game))
                table.setting.next = new.number
                await table.remember()
            return table.setting.next

    async def open_from(
        self, game: Game, deal: str, past: Sequence[MoveEntry], setting: Setting
    ) -> int:
        """A new table at which some moves have been made already; its number."""
        new = _new_game(game, deal, setting, "branch")
        return await self.house.write(_begun, new, past)

    async def table(self, number: int) -> Table:
        """The table of this number. Raises `NoTable`."""
        if number > LARGEST_NUMBER:
            raise NoTable(Text("there is no game {number} in the archive", number=number))
        if number in self._tables:
            self._tables[number] = self._tables.pop(number)
            return self._tables[number]
        if number not in self._reading:
            self._reading[number] = asyncio.create_task(self._read(number))
        return await asyncio.shield(self._reading[number])

    async def _read(self, number: int) -> Table:
        try:
            stored = await asyncio.to_thread(self.archive.read, queries.game, number)
            if stored.setting is None:
                raise NoTable(
                    Text("game {number} was not played at a table of this house", number=number)
                )
            table = await asyncio.to_thread(self._recalled, stored)
            self._tables[number] = table
            self._forget_some()
            table.changed()
            return table
        finally:
            del self._reading[number]

    def _recalled(self, stored: StoredGame) -> Table:
        """The table as its game stands in the archive."""
        notations = [move.notation for move in stored.moves]
        seconds = [move.seconds or 0.0 for move in stored.moves]
        game = make_game(stored.game, stored.options)
        so_far = GameSoFar.restored(game, stored.deal, notations, seconds)
        moves = [move.id for move in stored.moves]
        setting, end = Setting.from_json(stored.setting), ending_of(stored, so_far)
        return Table(stored.id, so_far, setting, self.house, moves, end)

    def _forget_some(self) -> None:
        """Let go of tables that nobody is connected to; their clocks stand as they are stored.

        The table that came last stays: somebody has just asked for it.
        """
        if len(self._tables) <= MOST_TABLES:
            return
        idle = [
            table
            for table in self.tables[:-1]
            if not table.listeners
            and not table.lock.locked()
            and table.clock.unkept <= STORED_WITHIN
        ]
        for table in idle[: len(self._tables) - MOST_TABLES]:
            table.close()
            del self._tables[table.number]

    def _drop(self, table: Table, reason: Text) -> None:
        """Let go of a table whose memory may differ from what is stored."""
        if self._tables.get(table.number) is table:
            del self._tables[table.number]
        table.close()
        for listener in list(table.listeners):
            listener.leave(reason)

    @property
    def tables(self) -> Sequence[Table]:
        """The tables in memory, the most recently used last."""
        return tuple(self._tables.values())

    async def keep_clocks_running(self) -> None:
        """Store running clocks now and then, so that a kill costs a few seconds of them at most."""
        while True:
            await asyncio.sleep(CLOCK_PERIOD)
            with suppress(ArchiveError):  # the next time will do
                await self.keep_clocks(CLOCK_PERIOD)

    async def keep_clocks(self, least: float = 0.0) -> None:
        """Store what was thought about running moves, all tables as one change.

        A table whose lock is held is about to store more than that. Since the archive stores in
        the order of asking, whatever a table stores later stays.
        """
        running = [
            table
            for table in self._tables.values()
            if table.clock.unkept > least and not table.lock.locked()
        ]
        for table in running:
            table.setting.thought = table.clock.thought
        if running:
            settings = [(table.number, table.setting.to_json()) for table in running]
            await self.house.write(keep_settings, settings)

    def close(self) -> None:
        """Stop everything that runs by itself."""
        for table in self._tables.values():
            table.close()


def _new_game(game: Game, deal: str, setting: Setting, source: str) -> NewGame:
    return NewGame(
        game=game.name,
        options=dict(game.options),
        deal=deal,
        players=tuple(
            None if chair.player is None else (chair.player, chair.kind) for chair in setting.chairs
        ),
        setting=setting.to_json(),
        source=source,
        started=datetime.now(UTC),
    )


def _begun(connection: Connection, new: NewGame, past: Sequence[MoveEntry]) -> int:
    number = updates.begin_game(connection, new)
    updates.add_moves(connection, number, None, past)
    return number
