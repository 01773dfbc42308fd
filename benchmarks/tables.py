"""Live tables under load: how long a move takes until it is stored and shown, and what it costs.

The server has one core to itself; the players are on another. Its peer, in the same run, is a bare
socket that answers every message at once, under the same load: what the network and Python cost.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import websockets

from benchmarks.measuring import Figure

TABLES = 1000
PERIOD = 2.0
"""Seconds between the moves of a table."""
LASTING = 30.0
TABLES_A_PROGRAM = 25
"""Tables that one program opens, so that none is refused for asking too often."""
SPECTATORS = (200, 2000)
OPENING = 20
"""Moves that spectators see."""


class Server(NamedTuple):
    """A server in a process of its own."""

    address: str
    process: int
    database: str

    @property
    def cpu(self) -> float:
        """Seconds of the processor that it has used so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(command: list[str], core: int) -> Iterator[Server]:
    """A server in a process of its own on one core."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/games.db"
        environment = {**os.environ, "IGROTEKA_DB": database, "XDG_DATA_HOME": folder}
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL
        )
        os.sched_setaffinity(process.pid, {core})
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            yield Server(line.split()[-1].rstrip("/"), process.pid, database)
        finally:
            process.kill()
            process.wait()


class Table(NamedTuple):
    """An open table and who plays there."""

    number: int
    tokens: tuple[str, str]


class Load:
    """Players at their tables, what they wait for, and what it costs the server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.waits: list[float] = []
        self.moves = 0
        self.cpu_a_move = 0.0

    async def run(self, tables: int, lasting: float) -> None:
        """Seat everybody, play for a while, and hang up."""
        opened = await self.open(tables)
        self._begin, self._seated = asyncio.Event(), 0
        players = [
            asyncio.create_task(self._player(table.number, token, place / tables * PERIOD))
            for place, table in enumerate(opened)
            for token in table.tokens
        ]
        while self._seated < len(players):
            await asyncio.sleep(0.1)
        self.until = time.monotonic() + lasting
        self._begin.set()
        await asyncio.gather(self._weigh(lasting), *players)

    async def _weigh(self, lasting: float) -> None:
        """The cost of a move when everybody has come in."""
        await asyncio.sleep(lasting / 3)
        self.waits.clear()
        moves, cpu = self.moves, self.server.cpu
        await asyncio.sleep(lasting / 2)
        self.cpu_a_move = (self.server.cpu - cpu) / max(1, self.moves - moves)

    async def open(self, tables: int) -> list[Table]:
        """Tables at which two programs sit."""
        opened: list[Table] = []
        async with httpx.AsyncClient(base_url=self.server.address, timeout=60) as client:
            while len(opened) < tables:
                tokens = await self._token(client), await self._token(client)
                for _ in range(min(TABLES_A_PROGRAM, tables - len(opened))):
                    opened.append(Table(await self._table(client, tokens), tokens))
        return opened

    async def _token(self, client: httpx.AsyncClient) -> str:
        name = {"name": secrets.token_hex(8)}
        answer = await self._patiently(client, "/api/programs", name, {})
        return str(answer.json()["token"])

    async def _table(self, client: httpx.AsyncClient, tokens: tuple[str, str]) -> int:
        mine, other = ({"Authorization": f"Bearer {token}"} for token in tokens)
        answer = await self._patiently(client, "/api/tables", {"game": "draughts"}, mine)
        opened = answer.json()
        number, key = opened["table"]["number"], opened["invitations"][0]["key"]
        await self._patiently(client, f"/api/tables/{number}/seats/{key}", None, other)
        return int(number)

    async def _patiently(
        self, client: httpx.AsyncClient, path: str, body: object, headers: dict[str, str]
    ) -> httpx.Response:
        """Ask again while one asks too often."""
        while True:
            answer = await client.post(path, json=body, headers=headers)
            if answer.status_code != 403:
                return answer.raise_for_status()
            await asyncio.sleep(0.2)

    async def _player(self, number: int, token: str, offset: float) -> None:
        """Play when it is the table's time: each has its own moments, `PERIOD` apart."""
        rng = random.Random(number)
        async with seat_of(self.server, number, token) as socket:
            self._seated += 1
            await self._begin.wait()
            first, sent = time.monotonic() + offset, 0.0
            while time.monotonic() < self.until:
                try:
                    message = json.loads(await asyncio.wait_for(socket.recv(), PERIOD * 2))
                except TimeoutError:
                    continue
                if "moves" in message and sent:
                    self.waits.append(time.monotonic() - sent)
                    sent = 0.0
                if message["type"] == "choose":
                    late = time.monotonic() - first
                    await asyncio.sleep(-late if late < 0 else PERIOD - late % PERIOD)
                    sent = time.monotonic()
                    self.moves += 1
                    await socket.send(json.dumps({"action": rng.choice(message["actions"])}))


def seat_of(server: Server, number: int, token: str) -> websockets.connect:
    """The socket of a program at a table."""
    address = server.address.replace("http", "ws") + f"/api/tables/{number}/socket"
    return websockets.connect(
        address, additional_headers={"Authorization": f"Bearer {token}"}, compression=None
    )


async def echoes(server: Server, sockets: int, lasting: float) -> tuple[list[float], float]:
    """The waits of as many visitors of a socket that only answers, and the cost of an answer."""
    waits: list[float] = []
    until, before = time.monotonic() + lasting, server.cpu

    async def visitor(offset: float) -> None:
        await asyncio.sleep(offset)
        address = server.address.replace("http", "ws") + "/"
        async with websockets.connect(address, compression=None) as socket:
            while time.monotonic() < until:
                sent = time.monotonic()
                await socket.send(json.dumps({"action": "c3-d4"}))
                await socket.recv()
                waits.append(time.monotonic() - sent)
                await asyncio.sleep(2 * PERIOD)

    await asyncio.gather(*(visitor(place / sockets * 2 * PERIOD) for place in range(sockets)))
    return waits, (server.cpu - before) / len(waits)


async def seen_by_all(server: Server, spectators: int) -> float:
    """Seconds from a move until the last of so many spectators has it, the median of some moves."""
    load = Load(server)
    (table,) = await load.open(1)
    page = server.address.replace("http", "ws") + f"/table/{table.number}/socket"
    watching = [websockets.connect(page, compression=None) for _ in range(spectators)]
    sockets = []
    for first in range(0, spectators, 50):
        sockets += await asyncio.gather(*watching[first : first + 50])
    times: list[float] = []
    rng = random.Random(1)
    players = [await seat_of(server, table.number, token) for token in table.tokens]
    for place in range(OPENING):
        question = await _question(players[place % 2])
        begun = time.monotonic()
        seen = [asyncio.create_task(_moved(socket, place)) for socket in sockets]
        await players[place % 2].send(json.dumps({"action": rng.choice(question["actions"])}))
        await asyncio.gather(*seen)
        times.append(time.monotonic() - begun)
    await asyncio.gather(*(socket.close() for socket in (*sockets, *players)))
    return sorted(times)[len(times) // 2]


async def _question(socket: websockets.ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == "choose":
            return message


async def _moved(socket: websockets.ClientConnection, place: int) -> None:
    while f'"moves":{{"from":{place},' not in str(await socket.recv()):
        pass


ECHO = """
import asyncio, uvloop, websockets

async def answer(socket):
    async for message in socket:
        await socket.send(message)

async def main():
    async with websockets.serve(answer, "127.0.0.1", 0, compression=None) as server:
        print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", flush=True)
        await asyncio.Future()

uvloop.run(main())
"""
SERVE = "serve --port 0 --thinkers 1 --per-address 9000"
HOUSE = [str(Path(sys.executable).with_name("igroteka")), *SERVE.split()]


def quantile(waits: list[float], share: float) -> float:
    """The time within which this share of the waits was over, in milliseconds."""
    return 1000 * sorted(waits)[min(len(waits) - 1, int(share * len(waits)))]


def figures() -> list[Figure]:
    """Tables with two connected players each, a move every two seconds; and one that many watch."""
    before = os.sched_getaffinity(0)
    try:
        with served(HOUSE, core=min(before)) as server:
            os.sched_setaffinity(0, {max(before)})
            load = Load(server)
            asyncio.run(load.run(TABLES, LASTING))
        with served([sys.executable, "-c", ECHO], core=min(before)) as server:
            bare, cost = asyncio.run(echoes(server, 2 * TABLES, LASTING / 3))
        with served(HOUSE, core=min(before)) as server:
            few, many = (asyncio.run(seen_by_all(server, count)) for count in SPECTATORS)
    finally:
        os.sched_setaffinity(0, before)
    what = f"{TABLES:,} live tables, {len(load.waits):,} moves stored, {{}} within"
    waits, socket = load.waits, "bare socket"
    times = SPECTATORS[1] / SPECTATORS[0]
    return [
        Figure(what.format("half"), "ms", quantile(waits, 0.5), socket, quantile(bare, 0.5)),
        Figure(what.format("99 %"), "ms", quantile(waits, 0.99), socket, quantile(bare, 0.99)),
        Figure("the server's CPU for a move", "µs", 1e6 * load.cpu_a_move, socket, 1e6 * cost),
        Figure(
            f"a move until {SPECTATORS[1]:,} spectators have seen it",
            "ms",
            1000 * many,
            f"{times:g} times that of {SPECTATORS[0]}",
            1000 * few * times,
        ),
    ]
