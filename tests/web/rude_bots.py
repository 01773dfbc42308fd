"""The bots that fail, without their patience: each does it at its first move."""

from __future__ import annotations

from igroteka import Action, View
from tests.hostile import bots


class _AtOnce(bots.Late):
    def choose(self, view: View) -> Action:
        return self.go_wrong(view)


class Raises(_AtOnce, bots.Raises):
    """Raises."""


class Cheats(_AtOnce, bots.Cheats):
    """Plays what the rules refuse."""

    def go_wrong(self, view: View) -> Action:
        return self.game.read("a1-b2")


class Dreams(_AtOnce, bots.Dreams):
    """Plays what is no action at all."""


class Deaf(_AtOnce, bots.Deaf):
    """Hangs."""


class Dies(_AtOnce, bots.Dies):
    """Takes its process down."""


class Exits(_AtOnce, bots.Exits):
    """Believes that the program is its own."""
