"""The kernel as the arena sees it: which bots it knows, and their games at speed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from igroteka.batch import Batch

if TYPE_CHECKING:
    from igroteka.games.durak.rules import Durak


def kernel_batch(game: Durak, bots: Sequence[str]) -> Batch | None:
    """A batch of games between these bots; None if one of them is not in the kernel."""
    del game, bots
    return None
