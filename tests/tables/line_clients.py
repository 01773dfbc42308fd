"""Programs at the door of a table, over real sockets in one loop."""

from __future__ import annotations

import asyncio
import random
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from igroteka.archive import queries, sittings
from igroteka.contract import Action, Player, View
from igroteka.games.bridge.boards import SEATS, shuffled
from igroteka.games.bridge.contracts import PASS
from igroteka.games.bridge.protocol.blue_chip import BLUE_CHIP
from igroteka.games.bridge.protocol.client import BotClient, Client
from igroteka.games.bridge.protocol.client_lines import greeting_line
from igroteka.games.bridge.rules import Bridge
from igroteka.records.sitting import opened as opened_sitting
from igroteka.tables.line_door import LineDoor
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Chair, Clock, Remedy, Setting

TEAMS = ("Ours", "Theirs", "Ours", "Theirs")
PATIENCE = 20.0
"""Seconds after which a line that does not come is a failure."""
GAME = Bridge.configure({})


def drawn(seed: int, count: int) -> list[str]:
    """Boards, numbered from 1."""
    rng = random.Random(seed)
    return [str(shuffled(rng, number)) for number in range(1, count + 1)]


class ByView(Player):
    """Decides by what it sees alone, mostly passing, so that auctions are short."""

    def choose(self, view: View) -> Action:
        actions = view.actions()
        rng = random.Random(str(view.to_json()))
        calm = actions[0] == PASS and rng.random() < 0.7
        return PASS if calm else rng.choice(actions)


@asynccontextmanager
async def door_to(
    tables: LiveTables,
    deals: Sequence[str],
    bots: dict[int, str] | None = None,
    clock: Clock | None = None,
    remedy: Remedy = "robot",
    tls: ssl.SSLContext | None = None,
    **rules: Any,
) -> AsyncIterator[Door]:
    """A table with these boards that is open to programs, as `bridge host` opens it."""
    chairs = [
        Chair(name, "bot", name) if (name := (bots or {}).get(seat)) else Chair()
        for seat in range(4)
    ]
    setting = Setting(chairs, "off", clock=clock, pace=0.0, strikes=3, remedy=remedy)
    table = await tables.open_sitting(opened_sitting(GAME, None, deals), setting)
    door = LineDoor(tables, table, BLUE_CHIP, **rules)
    opened = Door(door=door, port=await door.open("127.0.0.1", 0, tls))
    try:
        yield opened
    finally:
        await door.close()
        for caller in opened.callers:
            caller.hang_up()


@dataclass(kw_only=True)
class Entrance:
    """Where a door is, and who came by it."""

    port: int
    callers: list[Caller] = field(default_factory=list)

    def taken(self, seat: int) -> bool:
        """Whether the door has not yet noticed that somebody is gone."""
        return False

    async def call(self, first: str | None = None, tls: ssl.SSLContext | None = None) -> Caller:
        """A connection that says one line, if any."""
        name = "localhost" if tls else None
        streams = await asyncio.open_connection(
            "127.0.0.1", self.port, ssl=tls, server_hostname=name
        )
        caller = Caller(*streams)
        self.callers.append(caller)
        if first is not None:
            caller.say(first)
        return caller


@dataclass(kw_only=True)
class Door(Entrance):
    """A door of this process."""

    door: LineDoor

    def taken(self, seat: int) -> bool:
        return seat in self.door.clients

    async def sit(self, seat: int, *words: str, team: str = "") -> Caller:
        """A connection that has a seat and says nothing more."""
        caller = await self.call(greeting_line(team or TEAMS[seat], seat, words))
        assert "seated" in await caller.line()
        return caller

    async def ready(self, seat: int, *words: str) -> Caller:
        """A connection that has a seat and asks for everything up to its cards."""
        caller = await self.sit(seat, *words)
        for thing in ("for teams", "to start", "for deal", "for cards"):
            caller.say(f"{SEATS[seat]} ready {thing}")
        return caller

    async def over(self) -> None:
        """Wait for the end of the sitting."""
        async with asyncio.timeout(PATIENCE):
            await self.door.over.wait()

    @property
    def table(self) -> Any:
        """The table as it is now."""
        return self.door.table

    def played(self) -> list[list[str]]:
        """The actions of every board, as the archive has them."""
        tables, sitting = self.door.live_tables, self.table.sitting
        stored = tables.archive.read(sittings.sitting, sitting.stored.id)
        games = [tables.archive.read(queries.game, game.id) for game in stored.games]
        return [[move.notation for move in game.moves] for game in games]


@dataclass
class Caller:
    """One connection, line by line."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def say(self, line: str) -> None:
        self.writer.write(line.encode() + b"\r\n")

    async def line(self) -> str:
        """The next line; empty when the other side has hung up."""
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                return (await self.reader.readline()).decode("ascii").rstrip("\r\n")
        return ""

    async def until(self, words: str) -> str:
        """The next line that has these words."""
        while words not in (line := await self.line()):
            assert line, f"hung up before {words}"
        return line

    async def rest(self) -> list[str]:
        """All lines until the other side hangs up."""
        lines = []
        while line := await self.line():
            lines.append(line)
        return lines

    def hang_up(self) -> None:
        self.writer.transport.abort()


@dataclass
class Program:
    """A client of ours that plays a seat, and loses its connection where it is told to."""

    door: Entrance
    seat: int
    player: Player = field(default_factory=ByView)
    words: tuple[str, ...] = ()
    """What it says after its greeting when it comes back."""
    cut_hearing: int = 0
    """The number of the line that it does not hear any more, from 1; 0 hears all."""
    cut_saying: int = 0
    """The number of the line after which it is cut off; 0 says all."""
    seed: int = 1
    team: str = ""
    password: str = ""
    tls: ssl.SSLContext | None = None
    heard: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    losses: int = 0

    async def play(self) -> None:
        """Play until the session is over, over as many connections as it takes."""
        async with asyncio.timeout(PATIENCE):
            while not await self._connected():
                self.losses += 1
                while self.door.taken(self.seat):
                    await asyncio.sleep(0)

    async def _connected(self) -> bool:
        words = self.words if self.losses else ()
        caller = await self.door.call(tls=self.tls)
        playing = BotClient(Client(self.seat), self.player, self.seed)
        team = self.team or TEAMS[self.seat]
        if self._say(caller, greeting_line(team, self.seat, words, self.password)):
            return False
        while line := await caller.line():
            self.heard.append(line)
            if len(self.heard) == self.cut_hearing:
                caller.hang_up()
                return False
            for answer in playing.hear(line):
                if self._say(caller, answer):
                    return False
            if playing.client.over:
                caller.hang_up()
                return True
        return False

    def _say(self, caller: Caller, line: str) -> bool:
        """Say a line; whether the connection was lost with it."""
        self.said.append(line)
        caller.say(line)
        lost = len(self.said) == self.cut_saying
        if lost:
            caller.writer.close()
        return lost


async def all_play(door: Door, *programs: Program) -> list[Program]:
    """Let these programs play, and clients of the plain kind on the other seats."""
    mine = {program.seat: program for program in programs}
    everybody = [mine.get(seat) or Program(door, seat) for seat in range(4)]
    chairs = door.table.setting.chairs
    playing = [each for each in everybody if chairs[each.seat].bot is None]
    await asyncio.gather(*(each.play() for each in playing))
    await door.over()
    return everybody
