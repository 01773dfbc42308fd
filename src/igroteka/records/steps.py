"""An action between two positions, and what somebody who looks on may hear of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from igroteka.contract import CHANCE, Action, Happened, Seat, State
from igroteka.text import NOTHING, Text


@dataclass(frozen=True)
class SeenStep:
    """What happened, as one onlooker may know it: all that is sent of an action to anybody."""

    seat: Seat | None
    """Who did it; None is chance."""
    notation: str
    words: Text
    """The action in words, from what the onlooker knew before it."""
    seconds: float
    """How long it was thought about."""
    explanation: Text = NOTHING
    """What its player told of it, if that was for the onlooker's ears."""


class Step(NamedTuple):
    """One action of a game, of a seat or of chance."""

    before: State
    action: Action
    after: State
    seconds: float = 0.0
    explanation: Text = NOTHING
    """What its player tells the opponents of it, as an alerted call of bridge; not the partner."""

    @property
    def seat(self) -> Seat | None:
        """Who did it; None is chance."""
        turn = self.before.turn
        return None if turn == CHANCE else turn

    @property
    def happened(self) -> Happened:
        """What everybody at the table saw of it."""
        return Happened(self.seat, self.action)

    def seen_by(self, onlooker: Seat | None, heard: bool = False) -> SeenStep:
        """The step from a seat's place at the table, or with None a spectator's.

        The explanation is in it where it is `heard`; `GameSoFar.seen` knows for whom it is.
        """
        words = self.before.view(onlooker).explain(self.action)
        explanation = self.explanation if heard else NOTHING
        return SeenStep(self.seat, str(self.action), words, self.seconds, explanation)
