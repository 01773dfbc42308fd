"""What an adviser thinks of a move that was made, as it is kept."""

from __future__ import annotations

from typing import NamedTuple

from igroteka.text import NOTHING, Text


class Adviser(NamedTuple):
    """Who judges. The same adviser says the same of the same decision, wherever it is asked."""

    bot: str
    """How it is written."""
    version: str
    """Its `Player.version`, and a digest of the files that it names."""
    seed: int
    """Where its randomness comes from; every decision has a stream of its own."""


class Verdict(NamedTuple):
    """A move beside the best one, by values from 0 (lost) to 1 (won) for the seat that made it."""

    value: float
    best: str
    """The best move's notation."""
    best_value: float
    remark: Text = NOTHING
    """What there is to say of the move that was made."""
    reason: Text = NOTHING
    """The same of the best move, where it is another."""
    reply: tuple[str, ...] = ()
    """How the game would go on after the move that was made."""
    proven: bool = False
    """Whether `value` is proven, so that won, drawn or lost may be said of it."""
    best_proven: bool = False
    """The same of `best_value`."""

    @property
    def cost(self) -> float:
        """How much better the best move was."""
        return max(0.0, self.best_value - self.value)
