"""The socket of a live table: a table in this process, and sockets that say what an input has."""

from __future__ import annotations

import asyncio
import atexit
import itertools
import json
import random
import tempfile
from functools import cache, partial
from pathlib import Path
from typing import Any, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from fuzz.readers.games import GAMES
from fuzz.target import Target, text_of
from igroteka import registry
from igroteka.archive import Archive
from igroteka.basics.endings import FaultKind, PlayerFault
from igroteka.registry import make_game
from igroteka.tables.bot_pool import BotPool, Work
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Chair, Setting
from igroteka.tables.table import Table
from igroteka.text import Text
from igroteka.web.socket import MOST_STRIKES, Wire
from igroteka.web.visitors import Guest

MOST_MESSAGES = 30
"""Fewer than a visitor may send at once."""
KINDS = {"start", "table", "change", "choose", "refused", "hint", "end"}
NUMBERS = itertools.count()


class NoBots(BotPool):
    """No bot ever answers: what the socket does with that is asked here, not how bots play."""

    async def ask(self, work: Work, question: Any, patience: float, who: str) -> Any:
        del work, question, patience, who
        raise PlayerFault(FaultKind.DEATH, Text("nobody thinks here"))


class House:
    """Tables on an archive of their own, in a loop that goes on from input to input."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="igroteka-fuzz")
        self.loop = asyncio.new_event_loop()
        self.archive = Archive.open(str(Path(self.folder.name) / "games.sqlite"), registry)
        self.pool = NoBots(1)
        self.tables = LiveTables(self.archive, self.pool)
        atexit.register(self.close)

    def close(self) -> None:
        self.tables.close()
        self.pool.close()
        self.archive.close()
        self.folder.cleanup()


@cache
def house() -> House:
    """The house of this process."""
    return House()


class Socket:
    """The other end of a wire: says what it is told to, and keeps what it hears."""

    def __init__(self) -> None:
        self.says: asyncio.Queue[str | None] = asyncio.Queue()
        self.waits = asyncio.Event()
        """Set while all that was said is done."""
        self.heard: list[Any] = []

    async def receive_text(self) -> str:
        if self.says.empty():
            self.waits.set()
        said = await self.says.get()
        if said is None:
            raise WebSocketDisconnect
        return said

    async def send_text(self, text: str) -> None:
        self.heard.append(json.loads(text))

    async def close(self, status: int) -> None:
        self.heard.append({"type": "closed", "status": status})


class Visit(Wire):
    """A wire that tells of what nobody caught, where a served one would only hang up."""

    fault: BaseException | None = None

    def __init__(self, table: Table, visitor: str, program: bool) -> None:
        self.other = Socket()
        guest = Guest(visitor, visitor, "ru" if program else "en", "auto")
        super().__init__(cast(WebSocket, self.other), table, guest, program, drawn=True)
        self.running = asyncio.create_task(self.run())

    async def _receive(self) -> None:
        try:
            await super()._receive()
        except Exception as error:
            self.fault = error

    async def say(self, text: str) -> None:
        """Send a message, and wait until it is done."""
        self.other.waits.clear()
        self.other.says.put_nowait(text)
        waiting = asyncio.create_task(self.other.waits.wait())
        await asyncio.wait({waiting, self.running}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        await asyncio.gather(*self._slow)
        if self.fault is not None:
            raise self.fault

    async def hang_up(self) -> None:
        """Say no more."""
        self.other.says.put_nowait(None)
        await self.running


def messages(game: str, data: bytes) -> None:
    """Messages a line each, of the visitor that their first digit names: only frames come back.

    The first sits on the even seats, the second, a program, on the odd ones, the third looks on.
    """
    house().loop.run_until_complete(_visited(game, text_of(data).split("\n")[:MOST_MESSAGES]))


async def _visited(name: str, lines: list[str]) -> None:
    number, game = next(NUMBERS), make_game(name, {})
    names = [f"{who} {number}" for who in ("even", "odd", "nobody")]
    chairs = [Chair(f"{names[seat % 2]} {seat}", holders=[names[seat % 2]])
              for seat in range(game.seats)]  # fmt: skip
    start, tables = game.deal(random.Random(1)), house().tables
    table = await tables.table(await tables.open_from(game, start.deal, (), Setting(chairs)))
    visits = [Visit(table, each, program=each == names[1]) for each in names]
    for line in lines:
        digit = line[:1] if line[:1] in tuple("012") else "0"
        await visits[int(digit)].say(line.removeprefix(digit))
    await _goes_on(table, visits)
    for visit in visits:
        await visit.hang_up()
        assert {each["type"] for each in visit.other.heard} <= KINDS | {"closed"}
    table.close()


async def _goes_on(table: Table, visits: list[Visit]) -> None:
    """Who is to move can still do so."""
    if table.phase == "paused":
        await visits[0].say('{"pause": false}')
    turn, before = table.state.turn, len(table.so_far.steps)
    if table.phase != "playing" or turn < 0 or visits[turn % 2]._strikes > MOST_STRIKES:
        return
    action = str(table.so_far.view(turn).actions()[0])
    await visits[turn % 2].say(json.dumps({"action": action, "seat": turn}))
    assert len(table.so_far.steps) > before


TARGETS = tuple(Target(f"wire.{game}", partial(messages, game)) for game in GAMES)
