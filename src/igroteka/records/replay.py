"""A game played again by the rules, each action of it once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from igroteka.contract import Action, Game, State


class Replay:
    """Remembers what came of every action, so that whoever asks after it gets the same position.

    A reader of files that plays a game to check it hands this over with the game. A position is
    known by being the very one that was played from, so that a replay of other moves, or of
    another start, is never mistaken for this one: it is played.
    """

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.start = start
        self._known: dict[tuple[int, str], tuple[State, State]] = {}
        """By the position before, which is kept so that its identity stays its own."""

    @classmethod
    def of_line(cls, game: Game, states: Sequence[State], notations: Sequence[str]) -> Replay:
        """A line that was played already: the start, and what came of each action."""
        replay = cls(game, states[0])
        for (before, after), notation in zip(pairwise(states), notations, strict=True):
            replay._known[id(before), notation] = before, after
        return replay

    def play(self, state: State, action: Action) -> State:
        """The position after an action. Raises `IllegalMove`."""
        place = id(state), str(action)
        if place not in self._known:
            self._known[place] = state, state.play(action)
        return self._known[place][1]

    def read(self, state: State, notation: str) -> State:
        """The position after the action of this notation. Raises `IllegalMove`."""
        place = id(state), notation
        if place not in self._known:
            self._known[place] = state, state.play(self.game.read(notation))
        return self._known[place][1]
