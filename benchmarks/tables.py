"""Live tables under load: how long a move takes from a player's hand until it is stored and shown.

The server has one core to itself; the players are on another. Its peer, in the same run, is a bare
socket that answers every message at once, under the same load: what the network and Python cost.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import websockets

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
                if message["type"] == "change" and "moves" in message and sent:
                    self.waits.append(time.monotonic() - sent)
                    sent = 0.0
                if message["type"] == "choose":
                    await asyncio.sleep(PERIOD)
                    sent = time.monotonic()
                    await socket.send(json.dumps({"action": rng.choice(message["actions"])}))


def quantile(waits: list[float], share: float) -> float:
    """The time within which this share of the waits was over, in milliseconds."""
    return 1000 * sorted(waits)[min(len(waits) - 1, int(share * len(waits)))]


def measure(tables: int = TABLES, lasting: float = LASTING) -> list[float]:
    """The waits of all moves, in seconds."""
    command = [str(Path(sys.executable).with_name("igroteka")), "serve", "--port", "0"]
    with served([*command, "--thinkers", "1"], core=0) as address:
        os.sched_setaffinity(0, {1})
        load = Load(address)
        asyncio.run(load.run(tables, lasting))
        return load.waits


if __name__ == "__main__":
    waits = measure(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
    print(len(waits), "moves; median", round(1000 * statistics.median(waits)), "ms; 99 %", round(quantile(waits, 0.99)), "ms")
