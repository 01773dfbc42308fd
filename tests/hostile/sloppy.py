"""Bots that play to the end and still do what a bot should not."""

from __future__ import annotations

import os
import random

from igroteka import Action, Player, View


class Sloppy(Player):
    """Rolls dice of its own, changes what it is shown, wants the first move, can't be closed."""

    begun = False

    def choose(self, view: View) -> Action:
        if not self.begun and view.to_json()["forms"][self.seat]:
            raise LookupError("I have missed the beginning")
        self.begun = True
        action = random.choice(view.actions())
        object.__setattr__(view, "state", view.sample(self.rng).play(action))
        return action

    def close(self) -> None:  # type: ignore[override]
        """As it was before it told the result."""


class Fails(Player):
    """Raises at its first move."""

    plays = ("substitution",)

    def choose(self, view: View) -> Action:
        return view.actions()[1_000_000]


class Dies(Player):
    """Takes its process down."""

    plays = ("substitution",)

    def choose(self, view: View) -> Action:
        os._exit(7)
