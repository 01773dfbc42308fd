"""A player that sees every game to its end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from igroteka import OVER, Action, Player, State, View


class Perfect(Player):
    """Never makes a mistake; among equally good moves it takes one that ends the game, or any."""

    def choose(self, view: View) -> Action:
        values = self.analyse(view)
        best = [action for action, value in values if value == values[0][1]]
        state = view.sample(self.rng)
        ending = [action for action in best if state.play(action).turn == OVER]
        return self.rng.choice(ending or best)

    def analyse(self, view: View) -> Sequence[tuple[Action, float]]:
        """Every action with what comes of it if nobody errs: 1 won, 0.5 drawn, 0 lost."""
        state = view.sample(self.rng)
        values = [(action, expected(state.play(action))[self.seat]) for action in view.actions()]
        return sorted(values, key=lambda item: -item[1])


@cache
def expected(state: State) -> tuple[float, ...]:
    """Everybody's score if nobody errs from here on."""
    if state.turn == OVER:
        return state.scores()
    after = (expected(state.play(action)) for action in state.actions())
    return max(after, key=lambda scores: scores[state.turn])
