"""Reproducible random numbers: a small stream that kernels can repeat, and seeds from a path."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from typing import Any, TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1


class Stream(random.Random):
    """`random.Random` on splitmix64: 64 bits of state, the same numbers here and in a kernel.

    `random`, `choice`, `shuffle` and the rest are the standard library's, on top of these bits.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed(seed)

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Start again from this integer."""
        del version
        self._state = int(a or 0) & MASK
        self.gauss_next = None

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
        return state ^ (state >> 31)

    def random(self) -> float:
        return float(self.bits() >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        """The top `k` bits of the next 64, or of as many words as it takes."""
        if k <= 64:
            return self.bits() >> (64 - k)
        return self.getrandbits(k - 64) << 64 | self.bits()

    def getstate(self) -> tuple[Any, ...]:
        return (self._state, self.gauss_next)

    def setstate(self, state: tuple[Any, ...]) -> None:
        self._state, self.gauss_next = state

    def __reduce__(self) -> tuple[Any, ...]:
        return (Stream, (), self.getstate())

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.setstate(state)


def derive(seed: int, *path: object) -> int:
    """A 64-bit seed of its own for every path, the same on every machine.

    >>> derive(1, "block", 7) == derive(1, "block", 7) != derive(1, "block", 8)
    True
    """
    text = "/".join(str(part) for part in (seed, *path))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def view_seed(seed: int, view_json: object) -> int:
    """The seed of a player on a given deal, from what it sees before the first action.

    A match on given deals and a program that plays over a network thereby make the same decisions.
    """
    return derive(seed, json.dumps(view_json, sort_keys=True))


def draw(outcomes: Sequence[tuple[T, int]], rng: random.Random) -> T:
    """One of the outcomes, each as likely as its integer weight says."""
    point = rng.randrange(sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        point -= weight
        if point < 0:
            return outcome
    raise ValueError("no outcome has a positive weight")
