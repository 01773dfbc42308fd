"""Deals, dice and bots that are the same in every run, whichever tables were opened before."""

from __future__ import annotations

import random
import secrets
from typing import Any

from igroteka.basics.randomness import derive
from igroteka.contract import Game
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
    opened = LiveTables.open

    async def open_alike(self: LiveTables, game: Game, *how: Any, **more: Any) -> table.Table:
        drawing.seed(f"{seed} {game.name} {sorted(game.options.items())}")
        return await opened(self, game, *how, **more)

    setattr(LiveTables, "open", open_alike)  # noqa: B010
