"""A game so far: where it began, every step since, and what may be made of it.

Whatever plays, keeps or shows a game holds one of these. It is a value: what changes is another
one, so a step can be tried, stored, and only then shown. Times and randomness come from outside.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from igroteka.basics.grown import Grown
from igroteka.basics.randomness import draw
from igroteka.contract import CHANCE, OVER, Action, Game, Happened, Seat, State, View
from igroteka.records.record import Fault, Record, played_steps
from igroteka.records.steps import SeenStep, Step
from igroteka.text import NOTHING, Text

TRIES = 20
"""Disguises that are tried to find out whether an action showed something hidden."""


@dataclass(frozen=True)
class GameSoFar:
    """The rules, the start and the steps; `State.play` is called once for each of them."""

    game: Game
    start: State
    steps: Grown[Step] = field(default_factory=Grown)
    history: Grown[Happened] = field(default_factory=Grown)
    """What everybody saw of the steps."""

    @classmethod
    def restored(
        cls,
        game: Game,
        deal: str,
        notations: Iterable[str],
        seconds: Iterable[float] = (),
        explanations: Iterable[Text] = (),
    ) -> GameSoFar:
        """The game that was written down so, with what is known of each action.

        Raises `BadRecord` and says at which action it leaves the rules, and `IgrotekaError` for a
        deal that is none.
        """
        start = game.restore(deal)
        steps = played_steps(game, start, notations, seconds, explanations)
        return cls._of_steps(game, start, steps)

    @classmethod
    def of_record(cls, game: Game, record: Record) -> GameSoFar:
        """The game of a record. Raises `BadRecord` where it leaves the rules or its own scores."""
        start, steps = record.steps(game)
        return cls._of_steps(game, start, steps)

    @classmethod
    def _of_steps(cls, game: Game, start: State, steps: Iterable[Step]) -> GameSoFar:
        taken = Grown(steps)
        return cls(game, start, taken, Grown(step.happened for step in taken))

    @property
    def state(self) -> State:
        """The position now."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def scores(self) -> tuple[float, ...] | None:
        """One number a seat if the rules have ended it."""
        return self.state.scores() if self.state.turn == OVER else None

    def view(self, seat: Seat | None) -> View:
        """All and only what this seat may know now, how it came about too; None is a spectator."""
        return self.state.view(seat).with_history(self.history)

    def seen(self, step: Step, onlooker: Seat | None, open_to_all: bool = False) -> SeenStep:
        """What an onlooker may know of a step; its explanation is not for the player's partners.

        Unless explanations are `open_to_all`, as where people learn.
        """
        heard = open_to_all or self.game.hears(step.seat, onlooker)
        return step.seen_by(onlooker, heard)

    def play(self, action: Action, seconds: float = 0.0, explanation: Text = NOTHING) -> GameSoFar:
        """The game with one more action, which took so long. Raises `IllegalMove`."""
        before = self.state
        step = Step(before, action, before.play(action), seconds, explanation)
        steps, history = self.steps.and_then(step), self.history.and_then(step.happened)
        return GameSoFar(self.game, self.start, steps, history)

    def chance(self, rng: random.Random) -> GameSoFar:
        """The game when chance has brought all that it has to bring now, if anything."""
        grown = self
        while grown.state.turn == CHANCE:
            grown = grown.play(draw(grown.state.chances(), rng))
        return grown

    def since(self, earlier: GameSoFar) -> tuple[Step, ...]:
        """The steps that this game has beyond an earlier one that it grew from."""
        return self.steps[len(earlier.steps) :]

    def way_back(self, deciders: Collection[Seat], rng: random.Random) -> int | None:
        """How many steps lie between now and the last decision of these seats, that one included.

        Chance is never taken back, nor an action that showed its seat something hidden; what
        others did since is taken back only where nothing is hidden at all. None if it can't be.
        """
        stops = (None, *deciders)
        since = enumerate(reversed(self.steps), start=1)
        count, step = next(((n, step) for n, step in since if step.seat in stops), (0, None))
        if step is None or step.seat is None:
            return None
        if not self.game.hidden:
            return count
        own = count == 1 and self.state.turn == step.seat
        return count if own and not _revealed(step, rng) else None

    def take_back(self, count: int) -> GameSoFar:
        """The game without its last steps; `way_back` tells how many may be taken."""
        left = len(self.steps) - count
        steps, history = Grown(self.steps[:left]), Grown(self.history[:left])
        return GameSoFar(self.game, self.start, steps, history)

    def record(
        self,
        players: Iterable[str],
        *,
        fault: Fault | None = None,
        settled: str | None = None,
        scores: tuple[float, ...] | None = None,
        seconds: tuple[float, ...] | None = None,
        started: str | None = None,
    ) -> Record:
        """The game written down. Who settles it gives the scores; a fault leaves none."""
        if settled is None:
            scores = self.scores if fault is None else None
        return Record(
            game=self.game.name,
            options=self.game.options,
            players=tuple(players),
            deal=self.start.deal,
            actions=tuple(str(step.action) for step in self.steps),
            scores=scores,
            fault=fault,
            seconds=seconds,
            started=started,
            settled=settled,
        )


def _revealed(step: Step, rng: random.Random) -> bool:
    """Whether the action told its seat something that it did not know when it chose it."""
    seat = step.seat
    seen = step.after.view(seat)
    disguises = (step.before.disguise(seat, rng) for _ in range(TRIES))
    return any(other.play(step.action).view(seat) != seen for other in disguises)
