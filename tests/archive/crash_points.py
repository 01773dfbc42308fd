"""A run's writes and syncs as strace recorded them, and every state a power cut could leave."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

SECTOR = 512
CALL = re.compile(r"([\d.]+) (\w+)\((.*)\)\s+= (-?\d+)")
NAMED = re.compile(
    r'\d+<((?:\\x[0-9a-f]{2})*)>(?:, "((?:\\x[0-9a-f]{2})*)"(?:\.\.\.)?, \d+)?(?:, (\d+))?'
)
TRACED = "pwrite64,write,ftruncate,fsync,fdatasync,unlink,unlinkat"

Fate = Literal["kept", "lost", "torn"]
FATES: Sequence[Fate] = ("kept", "lost", "torn")
"""What becomes of what was written and not synced: all of it, nothing, some whole and one cut."""


class Event(NamedTuple):
    """Something that happened to a file, or a line that was told."""

    kind: Literal["write", "cut", "sync", "remove", "told"]
    path: str
    place: int = 0
    data: bytes = b""


def recorded(logs: Sequence[Path], folder: Path) -> list[Event]:
    """What happened to the files of a folder, in order, and what was told meanwhile."""
    timed: list[tuple[float, Event]] = []
    for log in logs:
        for line in log.read_text().splitlines():
            if (call := CALL.match(line)) and int(call[4]) >= 0:
                event = _event(call[2], call[3])
                if event and (event.kind == "told" or Path(event.path).is_relative_to(folder)):
                    timed.append((float(call[1]), event))
    return [event for _, event in sorted(timed, key=lambda each: each[0])]


def _event(name: str, arguments: str) -> Event | None:
    if name.startswith("unlink"):
        name_of = re.search(r'"((?:\\x[0-9a-f]{2})*)"', arguments)
        return Event("remove", _bytes(name_of[1]).decode()) if name_of else None
    found = NAMED.match(arguments)
    if found is None:
        return None
    path, data, place = _bytes(found[1]).decode(), _bytes(found[2] or ""), int(found[3] or 0)
    if name in ("fsync", "fdatasync"):
        return Event("sync", path)
    if name == "ftruncate":
        return Event("cut", path, int(arguments.rpartition(", ")[2]))
    if name == "pwrite64":
        return Event("write", path, place, data)
    return Event("told", "", data=data) if arguments.startswith("1<") else None


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


@dataclass
class Disk:
    """Files as they surely are, what is on its way to them, and names that may not last."""

    sure: dict[str, bytearray]
    pending: dict[str, list[Event]] = field(default_factory=dict)
    unsure_names: set[str] = field(default_factory=set)

    def happen(self, event: Event) -> None:
        """Let one thing happen."""
        if event.kind in ("write", "cut"):
            if event.path not in self.sure:
                self.sure[event.path] = bytearray()
                self.unsure_names.add(event.path)
            self.pending.setdefault(event.path, []).append(event)
        elif event.kind == "sync" and event.path in self.sure:
            for each in self.pending.pop(event.path, ()):
                _apply(self.sure[event.path], each)
        elif event.kind == "sync":  # of the folder
            self.unsure_names.clear()
        elif event.kind == "remove":
            self.sure.pop(event.path, None)
            self.pending.pop(event.path, None)

    def after_cut(self, fate: Fate, rng: random.Random) -> dict[str, bytes]:
        """The files that are found after the power has come back."""
        files = deepcopy(self.sure)
        for path, events in self.pending.items():
            for event in _surviving(events, fate, rng):
                _apply(files[path], event)
        if fate == "lost":
            for path in self.unsure_names:
                del files[path]
        return {path: bytes(content) for path, content in files.items()}


def _surviving(events: Sequence[Event], fate: Fate, rng: random.Random) -> Iterator[Event]:
    if fate == "lost":
        return
    for event in events:
        if fate == "kept" or rng.random() < 0.5:
            yield event
        elif event.kind == "write" and rng.random() < 0.5:
            end = SECTOR * rng.randrange(1 + len(event.data) // SECTOR)
            yield event._replace(data=event.data[:end])


def _apply(content: bytearray, event: Event) -> None:
    if event.kind == "cut":
        del content[event.place :]
        content.extend(bytes(event.place - len(content)))
        return
    content.extend(bytes(max(0, event.place - len(content))))
    content[event.place : event.place + len(event.data)] = event.data
