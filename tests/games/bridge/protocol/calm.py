"""A player at random who lets auctions end."""

from __future__ import annotations

from igroteka.contract import Action, Player, View
from igroteka.games.bridge.contracts import PASS


class Calm(Player):
    """Decides by its own random numbers, mostly passing."""

    def choose(self, view: View) -> Action:
        actions = view.actions()
        calm = actions[0] == PASS and self.rng.random() < 0.6
        return PASS if calm else self.rng.choice(actions)
