"""Bots that look for what they must not know, in all that their interpreter holds."""

from __future__ import annotations

import gc
import os
import pickle
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from igroteka import Action, Player, View
from igroteka.contract import FilePath, State


class Spy(Player):
    """Plays at random, and writes down what it finds of positions and of others' views."""

    def __init__(self, file: FilePath) -> None:
        self.file = Path(file)
        self.searches = 0

    def choose(self, view: View) -> Action:
        if self.searches < 2:
            self.searches += 1
            found = sorted({type(each).__name__ for each in self.loot(view)})
            with self.file.open("a") as file:
                file.write(f"{os.getpid()} {view.seat} {' '.join(found)}\n")
        return self.rng.choice(view.actions())

    def loot(self, view: View) -> Iterator[object]:
        """Positions, and views that are not its own."""
        yield from (each for each in reachable() if _hidden(each, view))


def _hidden(each: object, view: View) -> bool:
    kind = type(each)  # an object whose referent is gone cannot even say what it is
    if issubclass(kind, View) and isinstance(each, View):
        return each.seat != view.seat
    return issubclass(kind, State)


def reachable() -> list[object]:
    """All that the collector knows, and what stands in any frame."""
    found: list[object] = gc.get_objects()
    for frame in sys._current_frames().values():
        below: Any = frame
        while below is not None:
            found += below.f_locals.values()
            below = below.f_back
    return found


class Pickler(Player):
    """Answers with a pickle that writes a file where it is read."""

    def __init__(self, file: FilePath) -> None:
        self.file = file

    def choose(self, view: View) -> Action:
        answer = pickle.dumps(("", _Payload(self.file)))
        shout(struct.pack("<I", len(answer)) + answer)
        return view.actions()[0]


class Talker(Player):
    """Announces an answer of four gigabytes, and begins to send it."""

    def choose(self, view: View) -> Action:
        shout(struct.pack("<I", 0xFFFFFFFF) + bytes(1 << 16))
        return view.actions()[0]


class _Payload:
    def __init__(self, file: str) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (self.file,)


def shout(data: bytes) -> None:
    """Write to every pipe that this process has, whatever it is for."""
    for each in Path("/proc/self/fd").iterdir():
        try:
            if int(each.name) > 2 and str(each.readlink()).startswith("pipe:"):
                os.set_blocking(int(each.name), False)
                os.write(int(each.name), data)
        except OSError:
            continue
