"""During each attack another visitor's moves wait for less than 300 ms because of it.

Two houses run as their users start them, one of them is attacked. The other visitor, who comes from
another address, plays at both in turn: what the attack causes is by how much longer moves take at
the attacked one. What its loop waits for a processor that other programs have is not counted, so
that a busy machine does not make a test fail.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.serving import LONGEST_WAIT, process_at, serving
from tests.web.attacks import ATTACKS

BUDGET = 0.3
"""Seconds by which one may be kept waiting by what another does."""
ELSEWHERE = "127.0.0.2"
"""Where the other visitor comes from."""
BREATH = 0.01
"""Seconds between two moves."""


class Bystander:
    """A program that plays draughts with a bot of the house, one game after another."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._house = process_at(address)
        there = httpx.HTTPTransport(local_address=ELSEWHERE)
        self._client = httpx.Client(base_url=address, transport=there, timeout=LONGEST_WAIT)
        token = self._told("/api/programs", {"name": "bystander"})["token"]
        self._client.headers["Authorization"] = f"Bearer {token}"
        self._rng = random.Random(1)
        self._wire = self._sit_down()

    def _told(self, path: str, body: object) -> Any:
        return self._client.post(path, json=body).raise_for_status().json()

    def _sit_down(self) -> ClientConnection:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        table = self._told("/api/tables", {"game": "draughts", "seats": seats})["table"]
        wire = connect(
            f"ws{self.address[4:]}/api/tables/{table['number']}/socket",
            source_address=(ELSEWHERE, 0),
            additional_headers={"Authorization": self._client.headers["Authorization"]},
            open_timeout=LONGEST_WAIT,
            legacy=True,
        )
        self._question = self._heard(wire)
        return wire

    def _heard(self, wire: ClientConnection) -> dict[str, Any]:
        """The next question, or the end."""
        while True:
            message: dict[str, Any] = json.loads(wire.recv(LONGEST_WAIT))
            assert message["type"] != "refused", message
            if message["type"] in ("choose", "end"):
                return message

    def move(self) -> float:
        """The seconds from sending a move until it and the bot's answer are stored and shown.

        Those in which the house could have gone on, and had no processor, are left out.
        """
        if self._question["type"] == "end":
            self._wire.close()
            self._wire = self._sit_down()
        action = self._rng.choice(self._question["actions"])
        begun, late = time.monotonic(), kept_from_running(self._house)
        self._wire.send(json.dumps({"action": action, "after": self._question["after"]}))
        self._question = self._heard(self._wire)
        return time.monotonic() - begun - (kept_from_running(self._house) - late)

    def close(self) -> None:
        """Leave."""
        self._wire.close()
        self._client.close()


def kept_from_running(process: int) -> float:
    """Seconds for which the first thread of a process has waited for a processor, if it is told."""
    try:
        told = Path(f"/proc/{process}/schedstat").read_text()
    except OSError:
        return 0.0
    return int(told.split()[1]) / 1e9


class Houses(NamedTuple):
    """The same visitor at two houses."""

    attacked: Bystander
    calm: Bystander

    def delay(self, moves: int) -> float:
        """By how many seconds moves take longer at the attacked one, but for a hundredth of them.

        Of less than a hundred it is all but one.
        """
        times: dict[Bystander, list[float]] = {each: [] for each in self}
        for _ in range(moves):
            for each in self:
                times[each].append(each.move())
            time.sleep(BREATH)
        slowest = [sorted(times[each])[-1 - max(1, moves // 100)] for each in self]
        print("attacked {:.3f} s, calm {:.3f} s".format(*slowest))
        return slowest[0] - slowest[1]


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Houses]:
    with ExitStack() as stack:
        addresses = [
            stack.enter_context(_house(tmp_path_factory.mktemp(name)))
            for name in ("attacked", "calm")
        ]
        found = Houses(*map(Bystander, addresses))
        for each in found:
            stack.callback(each.close)
        found.delay(5)  # what is made once is made by now
        yield found


def _house(folder: Path) -> Any:
    environment = {**os.environ, "IGROTEKA_DB": f"{folder}/games.db", "XDG_DATA_HOME": str(folder)}
    return serving([sys.executable, "-m", "igroteka"], environment)


class Attacking:
    """An attack that is going on."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._came: Mapping[str, int] = {}
        self._reader = threading.Thread(target=self._listen)
        self._reader.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._came = json.loads(line)

    def until(self, *events: str, since: Mapping[str, int] | None = None) -> Mapping[str, int]:
        """Wait until all of this has happened to it; how often what has."""
        before, until = since or {}, time.monotonic() + LONGEST_WAIT
        while not all(self._came.get(event, 0) > before.get(event, 0) for event in events):
            assert self._process.poll() is None, "the attack has failed"
            assert time.monotonic() < until, (events, self._came)
            time.sleep(0.02)
        return self._came

    def end(self) -> None:
        """No more of it."""
        self._process.kill()
        self._reader.join()


@contextmanager
def attacking(name: str, address: str) -> Iterator[Attacking]:
    command = [sys.executable, "-m", "tests.web.attacks", name, address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        attack = Attacking(process)
        try:
            yield attack
        finally:
            attack.end()


SEEN: Mapping[str, Sequence[str]] = {
    "pages": ["200"],
    "rooms": ["200"],
    "hang_ups": ["asked"],
    "strange_heads": ["200", "421"],
    "forms": ["401", "403"],
    "passwords": ["429", "403"],
    "tournaments": ["400", "403"],
    "options": ["400", "403"],
    "large_bodies": ["413"],
    "endless_bodies": ["413"],
    "slow_bodies": ["pieces"],
    "silence": ["503"],
    "half_requests": ["pieces"],
    "sockets": ["101", "503"],
    "comings_and_goings": ["101"],
    "frames": ["101", "hung up"],
    "garbage": ["hung up", "refused"],
    "lines": ["hung up"],
    "thinking": ["asked", "thinking"],
    "imports": ["400", "403"],
}
"""What the attacker gets before moves are measured; the last of it also while they are."""
IN_EVERY_RUN = ("frames",)
"""What comes fastest and by what moves come too; with more moves all of them are slow."""


ALONE = (pytest.mark.slow, pytest.mark.alone)


def test_every_attack_is_tried() -> None:
    assert list(SEEN) == list(ATTACKS)


@pytest.mark.parametrize(
    ("attack", "moves"),
    [
        *((attack, 20) for attack in IN_EVERY_RUN),
        *(pytest.param(attack, 300, marks=ALONE) for attack in SEEN),
    ],
)
def test_moves_of_another_visitor_go_on(houses: Houses, attack: str, moves: int) -> None:
    with attacking(attack, houses.attacked.address) as going_on:
        before = going_on.until(*SEEN[attack])
        delay = houses.delay(moves)
        if delay >= BUDGET:  # of few moves two may be slow by chance; of many more they are not
            delay = houses.delay(max(100, moves))
        after = going_on.until(SEEN[attack][-1], since=before)
    print(dict(after))
    assert delay < BUDGET


def test_a_house_that_is_slowed_is_found_out(houses: Houses) -> None:
    """It is stopped for half a second now and then."""
    process, ended = process_at(houses.attacked.address), threading.Event()

    def stop_now_and_then() -> None:
        while not ended.wait(0.1):
            os.kill(process, signal.SIGSTOP)
            time.sleep(0.5)
            os.kill(process, signal.SIGCONT)

    stopping = threading.Thread(target=stop_now_and_then)
    stopping.start()
    try:
        assert houses.delay(10) > BUDGET
    finally:
        ended.set()
        stopping.join()
