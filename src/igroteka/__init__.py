"""Igroteka, a room of games.

Read `contract.py` first, then one game under `games/`. What is public is listed below: all that a
bot or a game from outside needs. Everything else may change.
"""

from igroteka.basics.manifest import Manifest
from igroteka.contract import (
    CHANCE,
    OVER,
    Action,
    BadOption,
    Duplicate,
    FilePath,
    Following,
    Game,
    IgrotekaError,
    IllegalMove,
    Json,
    OpenView,
    Option,
    Play,
    Player,
    Reckoning,
    Seat,
    State,
    View,
)
from igroteka.text import NOTHING, Text, as_written, plural, quoted

__all__ = [
    "CHANCE",
    "NOTHING",
    "OVER",
    "Action",
    "BadOption",
    "Duplicate",
    "FilePath",
    "Following",
    "Game",
    "IgrotekaError",
    "IllegalMove",
    "Json",
    "Manifest",
    "OpenView",
    "Option",
    "Play",
    "Player",
    "Reckoning",
    "Seat",
    "State",
    "Text",
    "View",
    "as_written",
    "plural",
    "quoted",
]
