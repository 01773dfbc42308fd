"""Deals, dice and bots that are the same in every run, whichever tables were opened before."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Any

from igroteka.basics.randomness import derive
from igroteka.contract import Game
from igroteka.records.sitting import Sitting
from igroteka.tables import table
from igroteka.tables.live_tables import LiveTables

SEED = "IGROTEKA_DEALS"
"""The environment variable that asks for other deals."""


def repeat(seed: str) -> None:
    """What this process draws follows from a seed and the game of the last table."""
    drawing = random.Random(seed)
    vars(table.SYSTEM_RANDOM).update(getrandbits=drawing.getrandbits, random=drawing.random)
    vars(secrets).update(randbits=drawing.getrandbits, choice=drawing.choice)
    vars(table).update(derive=lambda _number, *rest: derive(0, *rest))

    def alike(opened: Callable[..., Any]) -> Callable[..., Any]:
        async def open_alike(self: LiveTables, what: Game | Sitting, *how: Any, **more: Any) -> Any:
            game = what if isinstance(what, Game) else what.base
            drawing.seed(f"{seed} {game.name} {sorted(game.options.items())}")
            return await opened(self, what, *how, **more)

        return open_alike

    for name in ("open", "open_sitting"):
        setattr(LiveTables, name, alike(getattr(LiveTables, name)))
