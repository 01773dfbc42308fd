"""The player that needs no knowledge of any game."""

from __future__ import annotations

from igroteka.contract import Action, Player, View


class RandomPlayer(Player):
    """Any legal action, all equally likely."""

    def choose(self, view: View) -> Action:
        return self.rng.choice(view.actions())
