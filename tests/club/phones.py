"""A simulated evening: phones that lose the network, send twice, and come back after kills."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpx

RESULTS = ("4♠ S =", "4♠ S -1", "3NT N +1", "2♥ E =", "4♥ W -2", "1NT S =", "3♣ E +1", "pass")
TIMEOUT = 20.0


class Deed(NamedTuple):
    """What a phone keeps until it is acknowledged."""

    key: str
    kind: str
    body: dict[str, Any]

    @property
    def sent(self) -> dict[str, Any]:
        """As it goes over the network."""
        return {"key": self.key, "kind": self.kind, "body": self.body, "sure": True}


class Phone:
    """A table's phone: it keeps what it has entered, and sends it in order until it is stored."""

    def __init__(self, path: str, table: int, plays: list[dict[str, Any]], rng: random.Random):
        self.path = path
        self.table = table
        self.rng = rng
        self.entered: dict[tuple[int, int], str] = {}
        self.waiting: list[Deed] = []
        self._to_play = iter(plays)
        self._number = 0

    def play(self) -> bool:
        """Enter one more board and have it confirmed; whether there was one."""
        slot = next(self._to_play, None)
        if slot is None:
            return False
        result = self.rng.choice(RESULTS)
        self.entered[slot["round"], slot["board"]] = result
        self._add("entered", {**slot, "result": result})
        self._add("confirmed", {**slot, "result": result, "by": 1})
        return True

    def _add(self, kind: str, body: dict[str, Any]) -> None:
        self._number += 1
        self.waiting.append(Deed(f"phone {self.table} {self._number}", kind, body))

    def send(self, client: httpx.Client) -> list[str]:
        """Send what waits; answers get lost on the way, and it is then sent again. Refusals."""
        refused: list[str] = []
        while self.waiting:
            some = self.waiting[: self.rng.randint(1, 4)]
            try:
                answer = client.post(f"{self.path}/deeds", json=[each.sent for each in some])
            except httpx.HTTPError:
                return refused
            if answer.status_code != 200:
                return refused
            if self.rng.random() < 0.2:
                continue  # stored, but the answer never came: the same again
            replies = answer.json()["replies"]
            refused += [reply["refusal"] for reply in replies if reply["refusal"]]
            done = {reply["key"] for reply in replies}
            self.waiting = [each for each in self.waiting if each.key not in done]
        return refused


def until(true: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


def in_turn(phones: list[Phone], rng: random.Random) -> Iterator[Phone]:
    """Phones in no order, each as often as it has boards."""
    open_ones = list(phones)
    while open_ones:
        phone = rng.choice(open_ones)
        if phone.play():
            yield phone
        else:
            open_ones.remove(phone)
