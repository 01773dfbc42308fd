"""The kernel as the arena sees it: which bots it knows, and their games at speed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from igroteka.batch import Batch

if TYPE_CHECKING:
    from igroteka.games.substitution.rules import Substitution


def kernel_batch(game: Substitution, bots: Sequence[str]) -> Batch | None:
    """A batch of games between these bots; None if one of them is not in the kernel."""
    del game, bots
    return None
