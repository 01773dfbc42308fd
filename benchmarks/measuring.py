"""Measuring: rates of two ways to do the same, one after the other in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    """A rate and its peer's, in the same unit."""

    what: str
    unit: str
    ours: float
    peer: str
    theirs: float

    def row(self) -> str:
        """The figure as a line of Markdown."""
        ratio = f"{self.ours / self.theirs:,.2f}" if self.theirs else "∞"
        return (
            f"| {self.what} | {self.ours:,.0f} {self.unit} | {self.peer}: {self.theirs:,.0f} "
            f"{self.unit} | {ratio} |"
        )


def rates_in_turns(
    ours: Callable[[], int], theirs: Callable[[], int], seconds: float = 6.0
) -> tuple[float, float]:
    """How many units a second of the processor each does, the two taking turns for about so long.

    A machine that is busy, or slow for a while, slows both.
    """
    works, units, spent = (ours, theirs), [0, 0], [0.0, 0.0]
    while sum(spent) < seconds:
        for side, work in enumerate(works):
            begun = time.process_time()
            units[side] += work()
            spent[side] += time.process_time() - begun
    return units[0] / spent[0], units[1] / spent[1]


def rate(work: Callable[[], int], seconds: float = 2.0) -> float:
    """How many units a second the work does, repeated for about so long."""
    begun, units = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < seconds:
        units += work()
    return units / spent
