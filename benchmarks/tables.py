"""Live tables under load: how long a move takes from a player's hand until it is stored and shown.

The server has one core to itself; the players are on another. Its peer, in the same run, is a bare
socket that answers every message at once, under the same load: what the network and Python cost.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import websockets

from benchmarks.measuring import Figure

TABLES = 200
PERIOD = 2.0
"""Seconds between the moves of a table."""
LASTING = 30.0


@contextmanager
def served(command: list[str], core: int) -> Iterator[str]:
    """A server in a process of its own on one core; its address."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "IGROTEKA_DB": f"{folder}/games.db", "XDG_DATA_HOME": folder}
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL
        )
        os.sched_setaffinity(process.pid, {core})
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            yield line.split()[-1].rstrip("/")
        finally:
            process.kill()
            process.wait()


class Load:
    """Players at their tables and what they wait for."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.waits: list[float] = []

    async def run(self, tables: int, lasting: float) -> None:
        """Seat everybody, play for a while, and hang up."""
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as client:
            tokens = [await self._token(client, name) for name in ("one", "two")]
            numbers = [await self._table(client, tokens) for _ in range(tables)]
        self.until = time.monotonic() + lasting
        players = [
            self._player(number, token, place / tables * PERIOD)
            for place, number in enumerate(numbers)
            for token in tokens
        ]
        await asyncio.gather(*players)

    async def _token(self, client: httpx.AsyncClient, name: str) -> str:
        answer = await client.post("/api/programs", json={"name": name})
        return str(answer.raise_for_status().json()["token"])

    async def _table(self, client: httpx.AsyncClient, tokens: list[str]) -> int:
        mine, other = ({"Authorization": f"Bearer {token}"} for token in tokens)
        while True:
            answer = await client.post("/api/tables", json={"game": "draughts"}, headers=mine)
            if answer.status_code != 403:
                break
            await asyncio.sleep(1)
        opened = answer.raise_for_status().json()
        number, key = opened["table"]["number"], opened["invitations"][0]["key"]
        while True:
            answer = await client.post(f"/api/tables/{number}/seats/{key}", headers=other)
            if answer.status_code != 403:
                break
            await asyncio.sleep(1)
        answer.raise_for_status()
        return int(number)

    async def _player(self, number: int, token: str, offset: float) -> None:
        address = self.address.replace("http", "ws") + f"/api/tables/{number}/socket"
        headers = {"Authorization": f"Bearer {token}"}
        rng = random.Random(number)
        async with websockets.connect(address, additional_headers=headers) as socket:
            await asyncio.sleep(offset)
            sent = 0.0
            while time.monotonic() < self.until:
                try:
                    message = json.loads(await asyncio.wait_for(socket.recv(), PERIOD * 2))
                except TimeoutError:
                    continue
                if message["type"] in ("change", "choose") and "moves" in message and sent:
                    self.waits.append(time.monotonic() - sent)
                    sent = 0.0
                if message["type"] == "choose":
                    await asyncio.sleep(PERIOD)
                    sent = time.monotonic()
                    await socket.send(json.dumps({"action": rng.choice(message["actions"])}))


async def echoes(address: str, sockets: int, lasting: float) -> list[float]:
    """The waits of as many visitors of a socket that only answers."""
    waits: list[float] = []
    until = time.monotonic() + lasting

    async def visitor(offset: float) -> None:
        async with websockets.connect(address.replace("http", "ws") + "/") as socket:
            await asyncio.sleep(offset)
            while time.monotonic() < until:
                sent = time.monotonic()
                await socket.send(json.dumps({"action": "c3-d4"}))
                await socket.recv()
                waits.append(time.monotonic() - sent)
                await asyncio.sleep(2 * PERIOD)

    await asyncio.gather(*(visitor(place / sockets * 2 * PERIOD) for place in range(sockets)))
    return waits


ECHO = """
import asyncio, websockets

async def answer(socket):
    async for message in socket:
        await socket.send(message)

async def main():
    async with websockets.serve(answer, "127.0.0.1", 0) as server:
        print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", flush=True)
        await asyncio.Future()

asyncio.run(main())
"""


def quantile(waits: list[float], share: float) -> float:
    """The time within which this share of the waits was over, in milliseconds."""
    return 1000 * sorted(waits)[min(len(waits) - 1, int(share * len(waits)))]


def measure(tables: int = TABLES, lasting: float = LASTING) -> tuple[list[float], list[float]]:
    """The waits of all moves and of all echoes, in seconds."""
    house = [str(Path(sys.executable).with_name("igroteka")), "serve", "--port", "0"]
    before = os.sched_getaffinity(0)
    try:
        with served([*house, "--thinkers", "1"], core=min(before)) as address:
            os.sched_setaffinity(0, {max(before)})
            load = Load(address)
            asyncio.run(load.run(tables, lasting))
        with served([sys.executable, "-c", ECHO], core=min(before)) as address:
            bare = asyncio.run(echoes(address, 2 * tables, lasting / 3))
    finally:
        os.sched_setaffinity(0, before)
    return load.waits, bare


def figures() -> list[Figure]:
    """200 tables with two connected players each, a move every two seconds, on one core."""
    waits, bare = measure()
    what = f"{TABLES} live tables, {len(waits):,} moves stored, {{}} within"
    return [
        Figure(what.format("half"), "ms", quantile(waits, 0.5), "bare socket", quantile(bare, 0.5)),
        Figure(
            what.format("99 %"), "ms", quantile(waits, 0.99), "bare socket", quantile(bare, 0.99)
        ),
    ]
