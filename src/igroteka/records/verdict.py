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
    """What is certain about the move."""
