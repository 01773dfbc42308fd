"""Igroteka, a room of games.

Read `contract.py` first, then one game under `games/`. A bot needs only the names below.
"""

from igroteka.contract import (
    CHANCE,
    OVER,
    Action,
    Game,
    IgrotekaError,
    IllegalMove,
    Player,
    Seat,
    State,
    View,
)

__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "Game",
    "IgrotekaError",
    "IllegalMove",
    "Player",
    "Seat",
    "State",
    "View",
]
