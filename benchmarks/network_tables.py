"""Bridge tables over the public line protocol: from a client's line to those that it causes.

Clients answer at once: what they say was written down when a table was played once. The server has
one core, all clients are on another. The peer is the same number of clients of a bare echo.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.measuring import Figure
from benchmarks.tables import quantile, served
from igroteka.bots import make_player
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.protocol.client import BotClient, Client
from igroteka.games.bridge.protocol.client_lines import greeting_line

TABLES = 50
BOARDS = 4
OFFSET = 0.07
"""Seconds between the beginnings of tables, so that not all boards end in the same moment."""
ACTION = re.compile(r"^(North|East|South|West) (passes|doubles|redoubles|bids|plays)")

SERVER = """
import asyncio, os, sys, uvloop
from igroteka import registry
from igroteka.archive import Archive
from igroteka.cli.site_server import settle_memory
from igroteka.games.bridge.dealing import deal_set
from igroteka.records.sitting import opened
from igroteka.registry import line_protocol, make_game
from igroteka.tables.bot_pool import BotPool
from igroteka.tables.line_door import LineDoor
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Chair, Setting

async def main(tables, boards):
    live = LiveTables(Archive.open(os.environ["IGROTEKA_DB"], registry), BotPool(1))
    deals, ports = tuple(map(str, deal_set(boards, 7))), []
    for _ in range(tables):
        setting = Setting([Chair() for _ in range(4)], take_back="off", pace=0.0)
        table = await live.open_sitting(opened(make_game("bridge", {}), deals=deals), setting)
        door = LineDoor(live, table, line_protocol("bridge"))
        ports.append(await door.open("127.0.0.1", 0))
    settle_memory()
    print(",".join(map(str, ports)), flush=True)
    await asyncio.Future()

uvloop.run(main(int(sys.argv[1]), int(sys.argv[2])))
"""

ECHO = """
import asyncio, sys, uvloop

async def answer(reader, writer):
    while line := await reader.readline():
        writer.write(line)

async def main(ports):
    servers = [await asyncio.start_server(answer, "127.0.0.1", 0) for _ in range(ports)]
    print(",".join(str(each.sockets[0].getsockname()[1]) for each in servers), flush=True)
    await asyncio.Future()

uvloop.run(main(int(sys.argv[1])))
"""


class Said(NamedTuple):
    """A line of a conversation."""

    by_client: bool
    line: str


async def recorded(port: int, seat: int) -> list[Said]:
    """A conversation of a robot that thinks, written down."""
    client = BotClient(Client(seat), make_player("bridge", "simple"), seed=1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = [Said(True, greeting_line("AB"[seat % 2], seat))]
    writer.write(said[0].line.encode() + b"\r\n")
    while not client.client.over:
        line = (await reader.readline()).decode().strip()
        said.append(Said(False, line))
        for answer in client.hear(line):
            said.append(Said(True, answer))
            writer.write(answer.encode() + b"\r\n")
    return said


class Replay:
    """A table at which four clients say again what was said there."""

    def __init__(self, port: int, conversations: Sequence[Sequence[Said]]) -> None:
        self.port = port
        self.conversations = conversations
        self.waits: list[float] = []
        self._acted = time.monotonic()

    async def play(self, offset: float) -> None:
        """All four seats, from greeting to farewell."""
        await asyncio.sleep(offset)
        await asyncio.gather(*(self._seat(seat) for seat in range(4)))

    async def _seat(self, seat: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        for by_client, line in self.conversations[seat]:
            if by_client:
                if ACTION.match(line):
                    self._acted = time.monotonic()
                writer.write(line.encode() + b"\r\n")
                continue
            await reader.readline()
            if ACTION.match(line):
                self.waits.append(time.monotonic() - self._acted)
        writer.close()


async def replayed(ports: Sequence[int], conversations: Sequence[Sequence[Said]]) -> list[float]:
    """The waits of all tables, which begin one after another and then play at the same time."""
    tables = [Replay(port, conversations) for port in ports]
    await asyncio.gather(*(table.play(OFFSET * place) for place, table in enumerate(tables)))
    return [wait for table in tables for wait in table.waits]


async def echoed(ports: Sequence[int], rounds: int) -> list[float]:
    """The waits of four clients a port that hear their own lines."""
    waits: list[float] = []

    async def client(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(rounds):
            begun = time.monotonic()
            writer.write(b"South plays AS\r\n")
            await reader.readline()
            waits.append(time.monotonic() - begun)
        writer.close()

    await asyncio.gather(*(client(port) for port in ports for _ in SEATS))
    return waits


def figures() -> list[Figure]:
    """Fifty tables at once, nobody of whom thinks."""
    before = os.sched_getaffinity(0)
    try:
        house = [sys.executable, "-c", SERVER, str(TABLES + 1), str(BOARDS)]
        with served(house, core=min(before)) as server:
            os.sched_setaffinity(0, {max(before)})
            first, *ports = map(int, server.address.split(","))
            conversations = asyncio.run(_once(first))
            waits = asyncio.run(replayed(ports, conversations))
        with served([sys.executable, "-c", ECHO, str(TABLES)], core=min(before)) as server:
            bare = asyncio.run(echoed(list(map(int, server.address.split(","))), 200))
    finally:
        os.sched_setaffinity(0, before)
    what = f"{TABLES} network tables, {len(waits):,} lines, {{}} within"
    return [
        Figure(what.format(name), "ms", quantile(waits, share), "bare echo", quantile(bare, share))
        for name, share in (("half", 0.5), ("99 %", 0.99))
    ]


async def _once(port: int) -> list[list[Said]]:
    return await asyncio.gather(*(recorded(port, seat) for seat in range(4)))
