"""A house that is open for long: games, pages, files and reviews at once, and nothing grows.

`make soak` makes it an hour; in `make slow` it is a minute.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from igroteka import registry
from igroteka.archive import Archive, checking
from tests.serving import process_at, serving

SECONDS = float(os.environ.get("IGROTEKA_SOAK", "60"))
PLAYERS = 8
GAMES = ("draughts", "durak", "substitution", "bridge")
BOTS = {"bridge": "simple", "draughts": "engine(level=1)"}
PAGES = ("/", "/archive", "/puzzles", "/tournaments", "/study", "/new/durak", "/ratings", "/club")
UPLOAD = b'[White "A"][Black "B"]\n1. c3-d4 b6-a5 2. d4-c5 *\n\n' * 50
LIMITS = httpx.Limits(keepalive_expiry=2)
"""A connection that is idle for five seconds is closed by the house, perhaps just now."""
LAG = 0.3
"""Seconds of CPU time for which the loop may be kept from its other work."""


@dataclass
class Watch:
    """What was seen of the house."""

    process: int
    answers: Counter[int] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    memory: list[int] = field(default_factory=list)
    """Kilobytes, minute by minute or oftener."""
    files: list[int] = field(default_factory=list)

    def look(self) -> None:
        status = Path(f"/proc/{self.process}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        self.memory.append(int(found[1]))
        self.files.append(len(list(Path(f"/proc/{self.process}/fd").iterdir())))


async def play(address: str, watch: Watch, rng: random.Random) -> None:
    """Play one game after another with bots."""
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=LIMITS) as client:
        answer = await client.post("/api/programs", json={"name": f"guest {rng.randrange(10**6)}"})
        token = answer.json()["token"]
        head = {"Authorization": f"Bearer {token}"}
        while True:
            name = rng.choice(GAMES)
            bot = {"kind": "bot", "bot": BOTS.get(name, "random")}
            seats = [{"kind": "me"}, *[bot] * (3 if name == "bridge" else 1)]
            body = {"game": name, "seats": seats}
            table = await client.post("/api/tables", json=body, headers=head)
            watch.answers[table.status_code] += 1
            if table.status_code == 201:
                await _to_the_end(address, table.json()["table"]["number"], token, rng)
                watch.finished[name] += 1


async def _to_the_end(address: str, number: int, token: str, rng: random.Random) -> None:
    place = f"ws{address[4:]}/api/tables/{number}/socket?token={token}"
    async with websockets.connect(place) as wire:
        async for line in wire:
            message: dict[str, Any] = json.loads(line)
            if message["type"] == "end":
                return
            if message["type"] == "choose":
                action = rng.choice(message["actions"])
                await wire.send(json.dumps({"action": action, "after": message["after"]}))


async def look_around(address: str, watch: Watch, rng: random.Random) -> None:
    """Open pages, bring files and have games reviewed, as somebody with a browser."""
    while True:
        async with httpx.AsyncClient(base_url=address, timeout=60, limits=LIMITS) as client:
            for _ in range(20):
                found = await client.get(rng.choice(PAGES))
                watch.answers[found.status_code] += 1
                number = rng.randrange(1, 50)
                for path in (f"/game/{number}", f"/game/{number}/analysis"):
                    watch.answers[(await client.get(path)).status_code] += 1
                await asyncio.sleep(0.1)
            token = re.search(r'name="form" value="([^"]+)"', (await client.get("/archive")).text)
            assert token is not None
            answer = await client.post(
                "/archive/import", data={"form": token[1]}, files={"file": ("x.pdn", UPLOAD)}
            )
            watch.answers[answer.status_code] += 1


async def evening(address: str, watch: Watch) -> None:
    work = [play(address, watch, random.Random(seed)) for seed in range(PLAYERS)]
    work += [look_around(address, watch, random.Random(100 + seed)) for seed in range(2)]
    tasks = [asyncio.create_task(each) for each in work]
    until, pause = time.monotonic() + SECONDS, min(30.0, SECONDS / 20)
    while time.monotonic() < until:
        await asyncio.sleep(pause)
        watch.look()
        for task in tasks:
            if task.done():
                task.result()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.slow
@pytest.mark.alone
def test_an_evening_leaves_nothing_behind(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    environment = {**os.environ, "IGROTEKA_DB": str(database), "XDG_DATA_HOME": str(tmp_path)}
    with serving([sys.executable, "-m", "igroteka"], environment) as address:
        watch = Watch(process_at(address))
        asyncio.run(evening(address, watch))
        metrics = httpx.get(f"{address}/metrics").text
    print(watch.answers, watch.finished, watch.memory, watch.files, metrics, sep="\n")
    assert not [status for status in watch.answers if status >= 500]
    assert all(watch.finished[name] for name in GAMES)
    settled = len(watch.memory) // 2
    assert max(watch.memory[settled:]) < 1.25 * max(watch.memory[:settled])
    assert max(watch.files[settled:]) < 1.5 * max(watch.files[:settled])
    longest = re.search(r"^igroteka_loop_lag_cpu_seconds_max (\S+)$", metrics, re.M)
    assert longest is not None
    assert float(longest[1]) < LAG
    with Archive.open(str(database), registry) as archive:
        assert archive.read(lambda c: list(checking.database_problems(c))) == []
        assert archive.read(lambda c: list(checking.game_problems(c, lambda: None))) == []
