"""Live tables in a loop of their own, and somebody who looks on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from igroteka import registry
from igroteka.archive import Archive
from igroteka.contract import Seat
from igroteka.registry import make_game
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Chair, Setting
from igroteka.tables.snapshot import parts_of
from igroteka.tables.table import Table

LONGEST_WAIT = 120.0
P = ParamSpec("P")


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that runs in a loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class Onlooker:
    """Sees all that one seat may see, and notices when things change."""

    def __init__(self, visitor: str | None = None, seat: Seat | None = None) -> None:
        self.visitor = visitor
        self.seat = seat
        self.news = asyncio.Event()
        self.seen: Any = None
        self.left = False

    def tell(self, table: Table) -> None:
        held = table.setting.held_by(self.visitor)
        self.seen = parts_of(table, held, self.seat, str)
        self.news.set()

    def leave(self, reason: str) -> None:
        self.left = True
        self.news.set()


def bot(text: str = "random") -> Chair:
    """A chair with a bot on it."""
    return Chair(text, "bot", text)


def person(name: str) -> Chair:
    """A chair with somebody on it who is known by the name."""
    return Chair(name, holders=[name])


@asynccontextmanager
async def opened(folder: Path, processes: int = 1) -> AsyncIterator[LiveTables]:
    """Live tables on an archive in the folder, with processes for bots."""
    archive, pool = Archive.open(str(folder / "games.sqlite"), registry), BotPool(processes)
    tables = LiveTables(archive, pool)
    try:
        yield tables
    finally:
        tables.close()
        pool.close()
        archive.close()


async def seated(
    tables: LiveTables, game: str, *chairs: Chair, options: dict[str, str] | None = None
) -> Table:
    """A table at which bots answer at once, with somebody who looks on."""
    setting = Setting(list(chairs), pace=0.0)
    table = await tables.open(make_game(game, options or {}), setting)
    table.welcome(Onlooker())
    table.driver.wake()
    return table


async def until_over(table: Table) -> None:
    """Play on, people with the first action that they have, until the game is over."""
    async with asyncio.timeout(LONGEST_WAIT):
        while table.phase != "over":
            turn = table.state.turn
            holders = table.setting.chairs[turn].holders if turn >= 0 else []
            if holders:
                await table.move(holders[0], str(table.so_far.view(turn).actions()[0]))
            else:
                await news(table)


async def news(table: Table) -> None:
    """Wait until something changes."""
    onlooker = next(each for each in table.listeners if isinstance(each, Onlooker))
    onlooker.news.clear()
    await onlooker.news.wait()
