"""A board to play on, and ways to play it."""

from __future__ import annotations

from collections.abc import Mapping

from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position

DEAL = "1 N None AKQ2.AKQ.432.432 JT98.JT9.JT98.JT 7654.876.AKQ.AK5 3.5432.765.Q9876"
"""North and South hold nearly everything; North deals, nobody is vulnerable."""


def board(*actions: str, deal: str = DEAL, options: Mapping[str, str] | None = None) -> Position:
    """The position after these actions, several in a text, divided by blanks."""
    game = Bridge.configure(options or {})
    state = game.restore(deal)
    for text in " ".join(actions).split():
        state = state.play(game.read(text.replace("_", " ")))
    return state
