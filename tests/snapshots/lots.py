"""Dice and shuffles of the house that fall the same way every time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def known_lots() -> Iterator[random.Random]:
    """What the system would draw comes from this generator instead; seed it before each game."""
    lots = random.Random(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(random.SystemRandom, "getrandbits", lambda _, bits: lots.getrandbits(bits))
        patch.setattr(random.SystemRandom, "random", lambda _: lots.random())
        yield lots
