"""All tables of the house: opened, found again, and forgotten when nobody is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import Connection

from igroteka.archive import Archive, ArchiveError, leads, move_tree, queries, updates
from igroteka.archive import sittings as archived
from igroteka.archive.models import MoveEntry, NewGame, StoredGame
from igroteka.basics.endings import Ending
from igroteka.basics.house_fault import HouseFault
from igroteka.contract import OVER, Game, IgrotekaError, Json, State
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.sitting import Sitting, next_start
from igroteka.records.sitting import opened as opened_sitting
from igroteka.registry import make_game
from igroteka.tables import sittings
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.limits import keep_limits
from igroteka.tables.setting import Setting
from igroteka.tables.sittings import SittingNow, described, sitting_now
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
IDLE = 60.0
"""Seconds after which a table at which nobody is left is free for other processes to lead."""
OVER_IDLE = 10.0
"""The same where the game is over, so that a busy house does not hold hundreds of them."""


class NoTable(IgrotekaError):  # noqa: N818 - named after what is wrong
    """There is no table of this number."""


class LiveTables:
    """Finds tables by number. A table that is not in memory is read from the archive."""

    def __init__(self, archive: Archive, bot_pool: BotPool) -> None:
        self.archive = archive
        self.house = House(archive, leads.House.open(), bot_pool, self._drop, self._ended)
        archive.apply(leads.live, self.house.leader)
        self._tables: dict[int, Table] = {}
        self.followers: list[Callable[[Table], None]] = []
        """Who wants to hear of every game that is over."""
        self._reckoning: set[asyncio.Task[None]] = set()
        self._idle: dict[int, float] = {}
        """Since when nobody is left at a table."""
        self._reading: dict[int, asyncio.Task[Table]] = {}

    async def open(self, game: Game, setting: Setting, source: str = "table") -> Table:
        """A new table for one game; when this returns, it is stored."""
        start = game.deal(SYSTEM_RANDOM)
        _check_start(start)
        await keep_limits(self.archive, setting.chairs)
        new = _new_game(game, start.deal, setting, source)
        number, fence = await self.house.write(_led, new, self.house.leader)
        return self._opened(Table(number, GameSoFar(game, start), setting, self.house, fence))

    async def open_sitting(
        self, sitting: Sitting, setting: Setting, name: str = "", other: int | None = None
    ) -> Table:
        """A new table for a sitting, with its first game; when this returns, both are stored.

        `other` is the number of the sitting at the other table of a match.
        """
        game, start, _ = next_start(sitting, None, SYSTEM_RANDOM)
        _check_start(start)
        await keep_limits(self.archive, setting.chairs)
        new = _new_game(game, start.deal, setting, "table")
        number, first, fence = await self.house.write(
            sittings.begin, described(sitting, name, other), new, self.house.leader
        )
        now = await sitting_now(self.house, number, 0)
        so_far = GameSoFar(game, start)
        return self._opened(Table(first, so_far, setting, self.house, fence, sitting=now))

    def _opened(self, table: Table) -> Table:
        self._tables[table.number] = table
        self._forget_some()
        table.clock.set_flag()
        table.driver.wake()
        return table

    async def once_more(self, table: Table) -> int:
        """The table at which the people of another play on; who asks first opens it.

        Raises `SittingOver` where all games were played.
        """
        async with table.lock:
            if table.phase != "over":
                raise Refused(Text("this game is not over yet"))
            if table.setting.next is None:
                table.setting.next = await self._next(table)
                table.changed()
            return table.setting.next

    async def _next(self, table: Table) -> int:
        """The number of the next table; two who ask in two processes get the same."""
        await self._adopt(table)
        assert table.sitting is not None
        place = table.sitting.place + 1
        table.sitting = await sitting_now(self.house, table.sitting.stored.id, place - 1)
        if len(table.sitting.stored.games) > place:
            return table.sitting.stored.games[place].id
        following, setting = sittings.next_of(table, SYSTEM_RANDOM)
        new = replace(
            _new_game(following.game, following.start.deal, setting, "table"),
            sitting=table.sitting.stored.id,
            place=place,
            seating=following.seating,
        )
        number, fence = await self.house.write(sittings.go_on, new, table, table.setting.to_json())
        now = await sitting_now(self.house, table.sitting.stored.id, place)
        so_far = GameSoFar(following.game, following.start)
        self._opened(Table(number, so_far, setting, self.house, fence, sitting=now))
        return number

    async def _adopt(self, table: Table) -> None:
        """A game that is followed by another was the first of a sitting."""
        if table.sitting is None:
            new = described(opened_sitting(table.game))
            number = await self.house.write(archived.adopt, new, table.number)
            table.sitting = await sitting_now(self.house, number, 0)
            await sittings.reckon(table)

    def _ended(self, table: Table) -> None:
        """A game is over: what it brought is reckoned meanwhile, and shown when it is known."""
        for follow in self.followers:
            follow(table)
        if table.sitting is not None:
            task = asyncio.create_task(self._reckon(table, table.sitting))
            self._reckoning.add(task)
            task.add_done_callback(self._reckoning.discard)

    async def _reckon(self, table: Table, now: SittingNow) -> None:
        with suppress(ArchiveError, HouseFault):  # who reads the table again reckons again
            if not now.reckoned:
                await sittings.reckon(table)
            following = self._tables.get(table.setting.next or 0)
            for each in (table, following):
                if each is not None and each.sitting is not None:
                    place = each.sitting.place
                    each.sitting = await sitting_now(self.house, now.stored.id, place)
                    each.changed()

    async def all_reckoned(self) -> None:
        """Wait until it is stored what the games that are over have brought."""
        await asyncio.gather(*self._reckoning)

    async def open_from(
        self, game: Game, deal: str, past: Sequence[MoveEntry], setting: Setting
    ) -> int:
        """A new table at which some moves have been made already; its number."""
        await keep_limits(self.archive, setting.chairs)
        new = _new_game(game, deal, setting, "branch")
        return await self.house.write(_begun, new, past)

    async def adopt(self, number: int, setting: Setting) -> None:
        """A game that had no table has this one from now on.

        Raises `LedElsewhere` if it is being played at a terminal.
        """
        await keep_limits(self.archive, setting.chairs)
        await self.house.write(_adopted, number, setting.to_json(), self.house.leader)

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
            stored, fence = await self._lead(number)
            now = None
            if stored.sitting is not None and stored.place is not None:
                now = await sitting_now(self.house, stored.sitting, stored.place)
            table = await asyncio.to_thread(self._recalled, stored, fence, now)
            self._tables[number] = table
            self._forget_some()
            table.changed()
            if table.phase == "over":
                self._ended(table)
            return table
        finally:
            del self._reading[number]

    async def _lead(self, number: int) -> tuple[StoredGame, int]:
        """The game of a table that is led from here from now on, and the fence of that lead.

        A game that is over can be looked at wherever it is led. Raises `LedElsewhere`.
        """
        stored = await self._stored(number)
        try:
            fence = await self.house.write(leads.take, number, self.house.leader)
        except leads.LedElsewhere:
            if stored.ending == Ending.UNFINISHED:
                raise
            return stored, leads.NOBODYS
        return await self._stored(number), fence

    async def _stored(self, number: int) -> StoredGame:
        stored = await asyncio.to_thread(self.archive.read, queries.game, number)
        if stored.setting is None:
            raise NoTable(
                Text("game {number} was not played at a table of this house", number=number)
            )
        return stored

    def _recalled(self, stored: StoredGame, fence: int, now: SittingNow | None = None) -> Table:
        """The table as its game stands in the archive."""
        notations = [move.notation for move in stored.moves]
        seconds = [move.seconds or 0.0 for move in stored.moves]
        explanations = [move.explanation for move in stored.moves]
        game = make_game(stored.game, stored.options)
        so_far = GameSoFar.restored(game, stored.deal, notations, seconds, explanations)
        moves = [move.id for move in stored.moves]
        setting, end = Setting.from_json(stored.setting), ending_of(stored, so_far)
        return Table(stored.id, so_far, setting, self.house, fence, moves, end, now)

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
        self._let_go(idle[: len(self._tables) - MOST_TABLES])

    def _let_go(self, tables: Sequence[Table]) -> None:
        """Forget tables, and let others lead them."""
        for table in tables:
            table.close()
            del self._tables[table.number]
        if tables:
            numbers = [table.number for table in tables]
            self.archive.write(leads.release, numbers, self.house.leader)

    def _drop(self, table: Table, reason: Text) -> None:
        """Let go of a table whose memory may differ from what is stored."""
        if self._tables.get(table.number) is table:
            del self._tables[table.number]
        table.close()
        for listener in list(table.listeners):
            listener.leave(reason)

    def has(self, number: int) -> bool:
        """Whether a table is in memory here."""
        return number in self._tables

    @property
    def tables(self) -> Sequence[Table]:
        """The tables in memory, the most recently used last."""
        return tuple(self._tables.values())

    async def keep_house(self) -> None:
        """Now and then say that the house lives, store running clocks, and let go of idle tables.

        So a kill costs a few seconds of the clocks at most.
        """
        while True:
            await asyncio.sleep(CLOCK_PERIOD)
            with suppress(ArchiveError, HouseFault):  # the next time will do
                await self.house.write(leads.live, self.house.leader)
                await self.keep_clocks(CLOCK_PERIOD)
            self._let_go(self._left_alone())
            await asyncio.to_thread(self.house.bot_pool.end_idle)

    def _left_alone(self) -> list[Table]:
        """Tables at which nobody has been for a while, and nothing goes on by itself."""
        now = time.monotonic()
        alone = [
            table
            for table in self._tables.values()
            if not table.listeners and not table.lock.locked() and not _goes_on(table)
        ]
        self._idle = {table.number: self._idle.get(table.number, now) for table in alone}
        return [
            table
            for table in alone
            if now - self._idle[table.number] > (OVER_IDLE if table.phase == "over" else IDLE)
        ]

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
            settings = [(table.number, table.setting.to_json(), table.fence) for table in running]
            await self.house.write(keep_settings, settings)

    def close(self) -> None:
        """Stop everything that runs by itself."""
        for table in self._tables.values():
            table.close()
        with suppress(ArchiveError, HouseFault):
            self.archive.apply(leads.leave, list(self._tables), self.house.leader)
        self.house.leader.close()


def _goes_on(table: Table) -> bool:
    """Whether a clock runs at a table though nobody is there, or bots play on."""
    setting = table.setting
    return table.phase == "playing" and (setting.clock is not None or setting.unattended)


def _check_start(start: State) -> None:
    if start.turn == OVER:
        raise IgrotekaError(Text("the game would be over before it begins; choose another start"))


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


def _led(connection: Connection, new: NewGame, leader: leads.House) -> tuple[int, int]:
    """A game that begins and who leads it; its number and the fence."""
    number = updates.begin_game(connection, new)
    return number, leads.take(connection, number, leader)


def _adopted(connection: Connection, number: int, setting: Json, leader: leads.House) -> None:
    fence = leads.take(connection, number, leader)
    updates.save_setting(connection, number, setting, fence)


def _begun(connection: Connection, new: NewGame, past: Sequence[MoveEntry]) -> int:
    number = updates.begin_game(connection, new)
    move_tree.add_moves(connection, number, None, past)
    return number
