"""What a player was told is stored, is stored: the server is killed again and again in play."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.archive.cluster import Cluster
from tests.archive.conftest import cluster as cluster
from tests.web.house import House

TABLES = 3


class Game:
    """A table at which two programs play, and what they were told of it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.told: list[str] = []
        """The moves that somebody was shown as made."""


class Programs:
    """Two programs that play on whatever happens to the server."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.games: list[Game] = []
        self.finished = 0
        self.rng = random.Random(1)

    async def arrive(self) -> None:
        """Get tokens and open the tables."""
        async with httpx.AsyncClient(base_url=self.house.address, timeout=60) as client:
            self.tokens = [await self._token(client, name) for name in ("left", "right")]
            for _ in range(TABLES):
                self.games.append(Game(await self._open(client)))

    async def _token(self, client: httpx.AsyncClient, name: str) -> str:
        answer = await client.post("/api/programs", json={"name": name})
        return str(answer.raise_for_status().json()["token"])

    async def _open(self, client: httpx.AsyncClient) -> int:
        left, right = ({"Authorization": f"Bearer {token}"} for token in self.tokens)
        answer = await client.post("/api/tables", json={"game": "draughts"}, headers=left)
        table = answer.raise_for_status().json()
        number, key = table["table"]["number"], table["invitations"][0]["key"]
        seated = await client.post(f"/api/tables/{number}/seats/{key}", headers=right)
        seated.raise_for_status()
        return int(number)

    async def play(self, seconds: float) -> None:
        """Everybody plays for a while, or until the server is gone."""
        players = [self._play(game, token) for game in self.games for token in self.tokens]
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*players), seconds)

    async def until_a_move(self) -> None:
        """Wait until somebody is shown a move, as long as a busy machine needs."""
        known = [len(game.told) for game in self.games]
        async with asyncio.timeout(60):
            while all(len(game.told) <= told for game, told in zip(self.games, known, strict=True)):
                await asyncio.sleep(0.005)

    async def _play(self, game: Game, token: str) -> None:
        address = self.house.address.replace("http", "ws")
        headers = {"Authorization": f"Bearer {token}"}
        with suppress(OSError, websockets.WebSocketException):
            async with websockets.connect(
                f"{address}/api/tables/{game.number}/socket", additional_headers=headers
            ) as socket:
                async for line in socket:
                    message = json.loads(line)
                    self._hear(game, message)
                    if message["type"] == "choose":
                        action = self.rng.choice(message["actions"])
                        sent = json.dumps({"action": action, "after": message["after"]})
                        for _ in range(self.rng.choice((1, 1, 2))):  # some send everything twice
                            await socket.send(sent)

    def _hear(self, game: Game, message: dict[str, Any]) -> None:
        if news := message.get("moves"):
            moves = game.told[: news["from"]] + [move["text"] for move in news["items"]]
            if len(moves) > len(game.told):
                game.told = moves

    async def check(self) -> int:
        """Every move that was shown is there; how many moves there are. Ended games make room."""
        headers = {"Authorization": f"Bearer {self.tokens[0]}"}
        total = 0
        async with httpx.AsyncClient(
            base_url=self.house.address, headers=headers, timeout=60
        ) as client:
            for place, game in enumerate(self.games):
                table = (await client.get(f"/api/tables/{game.number}")).raise_for_status().json()
                stored = [move["text"] for move in table["moves"]]
                assert stored[: len(game.told)] == game.told
                total += len(stored)
                if table["table"]["phase"] == "over":
                    self.finished += len(stored)
                    total -= len(stored)
                    self.games[place] = Game(await self._open(client))
        return total


async def evening(house: House, kills: int) -> None:
    """Programs play while the server is killed and started again, so many times."""
    rng = random.Random(2)
    house.start()
    programs = Programs(house)
    await programs.arrive()
    gone_on = before = 0
    for _ in range(kills):
        playing = asyncio.create_task(programs.play(70))
        await programs.until_a_move()
        await asyncio.sleep(rng.uniform(0.0, 0.3))
        house.kill()
        await playing
        house.start()
        after = await programs.check() + programs.finished
        gone_on += after > before
        before = after
    assert gone_on > kills * 0.5
    assert before > kills


@pytest.mark.parametrize("kills", [6, pytest.param(200, marks=pytest.mark.slow)])
def test_every_acknowledged_move_outlives_kills(tmp_path: Path, kills: int) -> None:
    house = House(tmp_path)
    try:
        asyncio.run(evening(house, kills))
    finally:
        house.kill()


@pytest.mark.slow
def test_the_same_on_postgresql(tmp_path: Path, cluster: Cluster) -> None:
    house = House(tmp_path, cluster.new_database())
    try:
        asyncio.run(evening(house, kills=5))
    finally:
        house.kill()
