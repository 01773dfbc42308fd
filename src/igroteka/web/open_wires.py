"""The wires that are open, by what let them in: when that ends they are cut."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple, Protocol, TypeAlias

from igroteka.archive import Archive, sessions, tokens
from igroteka.text import Text

Kind: TypeAlias = Literal["session", "token"]
ENDED: dict[Kind, Text] = {
    "session": Text("you were signed out here; load the page again"),
    "token": Text("this token was revoked; its owner makes another one at /me"),
}


class Pass(NamedTuple):
    """What somebody came in by, with its number in the archive."""

    kind: Kind
    number: int


class Cut(Protocol):
    """Somebody's wire."""

    def dismiss(self, reason: Text) -> None:
        """Obey it no more, say why, and hang up."""


class OpenWires:
    """Who is connected to this process."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._open: dict[Pass, set[Cut]] = defaultdict(set)

    @contextmanager
    def holding(self, admission: Pass | None, wire: Cut) -> Iterator[None]:
        """While the block lasts the wire is open by this."""
        if admission is None:
            yield
            return
        self._open[admission].add(wire)
        try:
            yield
        finally:
            self._open[admission].discard(wire)
            if not self._open[admission]:
                del self._open[admission]

    def cut(self, kind: Kind, numbers: Collection[int]) -> None:
        """What these let in is let in no more."""
        for number in numbers:
            for wire in tuple(self._open.get(Pass(kind, number), ())):
                wire.dismiss(ENDED[kind])

    async def ended_elsewhere(self, kind: Kind) -> set[int]:
        """Which of those that wires are open by were ended by another process."""
        numbers = {each.number for each in self._open if each.kind == kind}
        if not numbers:
            return set()
        good = sessions.going_on if kind == "session" else tokens.good_ones
        return numbers - await asyncio.to_thread(self._archive.read, good, numbers)
