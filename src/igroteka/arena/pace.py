"""How long a player's moves took, in little room however many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, log2

from igroteka.contract import Json

CLASSES = 8
"""Classes of time from one power of two to the next: a quantile is right to within 5 %."""
SHORTEST = 1e-7
"""Seconds; what is much shorter is one class."""


class Pace:
    """Moves counted by classes of time, and the longest of them."""

    def __init__(self, seconds: Sequence[float] = ()) -> None:
        self.worst = max(seconds, default=0.0)
        self._counts = Counter([int(CLASSES * log2(each / SHORTEST + 1)) for each in seconds])

    @property
    def moves(self) -> int:
        """How many moves were timed."""
        return self._counts.total()

    def quantile(self, share: float) -> float:
        """The time that this share of the moves did not exceed, at most the longest."""
        left = ceil(share * self.moves)
        for place, count in sorted(self._counts.items()):
            left -= count
            if left <= 0:
                middle = SHORTEST * (2 ** ((place + 0.5) / CLASSES) - 1)
                return min(middle, self.worst)
        return self.worst

    def to_json(self) -> Json:
        """The longest, and every class with how many moves there are in it."""
        return [round(self.worst, 7), sorted(self._counts.items())]

    def merge(self, kept: Json) -> None:
        """Count what another one kept."""
        worst, counts = kept
        self.worst = max(self.worst, worst)
        for place, count in counts:
            self._counts[place] += count
