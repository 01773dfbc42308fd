"""Published experiments as data: who met whom, how often, and what was printed of it.

A game lists its own in `games/NAME/published.py`; the arena plays and judges them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from igroteka.basics.batch import Seeds

Games = Sequence[tuple[tuple[str, ...], Seeds]]
"""Games that were played: the bots by seats, and what was random."""


class WinLossDraw(NamedTuple):
    """Games as their first player saw them."""

    wins: int
    losses: int
    draws: int

    @classmethod
    def parse(cls, text: str) -> WinLossDraw:
        """Read `238/256/6`."""
        return cls(*map(int, text.split("/")))

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def score(self) -> float:
        """The first player's share, a draw counting half."""
        return (self.wins + self.draws / 2) / self.games

    def __str__(self) -> str:
        return "/".join(map(str, self))


class Figure(NamedTuple):
    """One pairing of an experiment with what was published of it, if numbers were."""

    first: str
    second: str
    published: WinLossDraw | None


class Measure(NamedTuple):
    """Something else that was counted, with ours beside it and the error of the difference."""

    name: str
    ours: float
    published: float
    error: float

    @property
    def deviation(self) -> float:
        """The difference in standard errors."""
        return (self.ours - self.published) / self.error if self.error else 0.0


@dataclass(frozen=True)
class Experiment:
    """A published table or match."""

    name: str
    title: str
    options: Mapping[str, str]
    games: int
    """Games of each figure, as published."""
    figures: Sequence[Figure]
    note: str = ""
    """What a reader must know to judge it."""
    alternating: bool = False
    """Whether the players changed seats; else the first player always moves first."""
    measures: Callable[[Games], Sequence[Measure]] | None = None
    """What was counted beyond who won."""


@dataclass(frozen=True)
class Published:
    """All that was published of a game."""

    experiments: Sequence[Experiment]
    default: Sequence[str]
    """The experiments that are played unless others are named."""


def read_table(text: str) -> list[Figure]:
    """Read lines `bot: 1/2/3 4/5/6 …`, columns in the order of the rows; `-` was not played."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    rows = [line.rpartition(": ") for line in lines]
    bots = [bot for bot, _, _ in rows]
    return [
        Figure(bot, column, WinLossDraw.parse(cell))
        for bot, _, cells in rows
        for column, cell in zip(bots, cells.split(), strict=True)
        if cell != "-"
    ]
