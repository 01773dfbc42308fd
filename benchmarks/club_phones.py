"""Phones at club evenings: from an entry to its acknowledgement, with all the others waiting.

Twenty evenings of twenty tables are played at once, a phone at each table: it enters a board and
has it confirmed, reads the traveller, and hears of its own table. The server has one core, all
phones are on another. The peer is a question to the same server while nobody else asks.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from typing import Any, NamedTuple

from benchmarks.measuring import Figure
from benchmarks.tables import quantile, served
from igroteka import registry
from igroteka.archive.store import Archive
from igroteka.club.deeds import Deed, Person
from igroteka.club.director_deeds import Opened, Registered, Seated
from igroteka.club.events import Draft, Events, Kept
from igroteka.club.links import Role
from igroteka.club.movements.kinds import Plan, make_movement

EVENINGS, TABLES = 20, 20
PERIOD = 30.0
"""Seconds between two boards of a table: fifteen times as fast as people play."""
LASTING = 60.0
RESULTS = ("4♠ S =", "4♠ S -1", "3NT N +1", "2♥ E =", "4♥ W -2", "1NT S =", "3♣ E +1", "pass")


class Phone(NamedTuple):
    """A table's phone and the boards of its evening."""

    path: str
    slots: list[dict[str, int]]


def _evening(events: Events, number: int) -> Kept:
    pairs = 2 * TABLES
    opened = Opened(f"Evening {number}", "2026-11-16", "bridge", "matchpoints", {})
    kept = events.open(Draft("opened", "director", opened), "bridge")
    deeds: list[Deed] = [
        Registered(n, (Person(f"North {n}"), Person(f"South {n}"))) for n in range(1, pairs + 1)
    ]
    movement = make_movement("mitchell", Plan(pairs, 2 * TABLES))
    deeds.append(Seated("A", tuple(range(1, pairs + 1)), 1, movement))
    drafts = [Draft(f"set up {n}", "director", deed) for n, deed in enumerate(deeds)]
    events.propose(kept.stored.code, drafts).result()
    return events.now(kept.stored.code)


def phones(database: str) -> list[Phone]:
    """Evenings are set up; the phones of all their tables."""
    found = []
    with Archive.open(database, registry) as archive:
        events = Events(archive)
        for number in range(EVENINGS):
            kept = _evening(events, number)
            for table in kept.event.tables:
                slots = [
                    play.slot._asdict()
                    for play in kept.event.all_plays()
                    if play.slot.table == table
                ]
                found.append(Phone(Role("table", table).path(kept.stored), slots))
    return found


class Line:
    """A connection that asks one thing after another, as a browser on a phone keeps it."""

    def __init__(self, address: str) -> None:
        self.host, _, port = address.removeprefix("http://").partition(":")
        self.port = int(port)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        """What is answered; over a new connection if the old one was closed for being idle."""
        lines = (f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Content-Length: {len(body)}")
        head = "\r\n".join((*lines, "", ""))
        while True:
            if self._streams is None:
                self._streams = await asyncio.open_connection(self.host, self.port)
            reader, writer = self._streams
            try:
                writer.write(head.encode() + body)
                headers = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = int(headers.partition(b"content-length:")[2].split(b"\r\n")[0])
                return await reader.readexactly(length)
            except (OSError, asyncio.IncompleteReadError):
                writer.close()
                self._streams = None


class Load:
    """Everybody enters boards for a while; how long each waited for the acknowledgement."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.waits: list[float] = []
        self.refused: list[str] = []

    async def run(self, everybody: list[Phone]) -> None:
        """All phones at once, each at moments of its own."""
        self._until = time.monotonic() + LASTING
        await asyncio.gather(*(self._phone(each, random.random()) for each in everybody))

    async def _phone(self, phone: Phone, offset: float) -> None:
        await asyncio.sleep(offset * PERIOD)
        listening = asyncio.create_task(self._listen(phone))
        await asyncio.sleep(PERIOD / 10)
        line = Line(self.address)
        for number, slot in enumerate(phone.slots):
            if time.monotonic() > self._until:
                break
            body = {**slot, "result": random.choice(RESULTS)}
            for kind in ("entered", "confirmed"):
                begun = time.monotonic()
                await self._send(line, phone, f"{number} {kind}", kind, body)
                self.waits.append(time.monotonic() - begun)
            await line.ask("GET", f"{phone.path}/board/{slot['board']}/part")
            await asyncio.sleep(PERIOD)
        listening.cancel()

    async def _send(
        self, line: Line, phone: Phone, key: str, kind: str, body: dict[str, Any]
    ) -> None:
        deed = {"key": f"{phone.path[-10:]} {key}", "kind": kind, "body": body, "sure": True}
        sent = json.dumps([deed]).encode()
        answer = json.loads(await line.ask("POST", f"{phone.path}/deeds", sent))
        self.refused += [each["refusal"] for each in answer["replies"] if each["refusal"]]

    async def _listen(self, phone: Phone) -> None:
        line, version = Line(self.address), 0
        while True:
            news = json.loads(await line.ask("GET", f"{phone.path}/news?after={version}"))
            version = news["version"]
            await line.ask("GET", f"{phone.path}/state")


async def _known(address: str, phone: Phone, times: int = 400) -> list[float]:
    """How long a question takes whose answer is known, while nobody else asks."""
    line, waits = Line(address), []
    for _ in range(times):
        begun = time.monotonic()
        await line.ask("GET", f"{phone.path}/news?after=-1")
        waits.append(time.monotonic() - begun)
    return waits


def figures() -> list[Figure]:
    """Half and 99 % of the entries were acknowledged within so many milliseconds."""
    serve = "serve --port 0 --thinkers 1 --per-address 9000"
    command = [sys.executable, "-m", "igroteka", *serve.split()]
    os.sched_setaffinity(0, {1})
    with served(command, core=0) as server:
        everybody = phones(server.database)
        bare = asyncio.run(_known(server.address, everybody[0]))
        load = Load(server.address)
        asyncio.run(load.run(everybody))
    assert not load.refused, load.refused[:3]
    what = f"{len(everybody)} phones of club evenings, {len(load.waits):,} entries"
    found = []
    for name, share in (("half", 0.5), ("99 %", 0.99)):
        ours, alone = (quantile(waits, share) for waits in (load.waits, bare))
        found.append(Figure(f"{what}, {name} within", "ms", ours, "a question alone", alone))
    return found
