"""Bots that play well, and fail when a game is over."""

from __future__ import annotations

import os
from collections.abc import Sequence

from tests.hostile.bots import First


class RaisesAtClose(First):
    """Can't write down what it has learned."""

    def close(self, scores: Sequence[float] | None = None) -> None:
        raise OSError("no room for my book")


class DiesAtClose(First):
    """Takes its process down, where it has one of its own."""

    def close(self, scores: Sequence[float] | None = None) -> None:
        os._exit(4)
