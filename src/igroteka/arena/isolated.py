"""A bot of the house in a process of its own, so that its death is its own."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from igroteka.basics.child_faults import told_as_faults
from igroteka.basics.function_process import Function, FunctionProcess
from igroteka.basics.system import FORKS
from igroteka.bots import make_player_here
from igroteka.contract import Action, Game, Player, Seat, View


class Isolated(Player):
    """A bot of the house, played in a child process; a hang or a death there is a fault here."""

    def __init__(self, bot: str) -> None:
        self.bot = bot
        self.process: FunctionProcess | None = None

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        seated = Function(_seated, (self.bot, game, seat, rng), fork=FORKS)
        self.process = FunctionProcess(seated)
        self._ask(None)

    def choose(self, view: View) -> Action:
        return self._ask(view)

    def _ask(self, view: View | None) -> Action:
        assert self.process is not None
        with told_as_faults():
            return self.process.ask(view, self.patience)

    def close(self, scores: Sequence[float] | None = None) -> None:
        """Its process ends; no bot of the house wants to know the result."""
        del scores
        if self.process is not None:
            self.process.end()


def _seated(
    bot: str, game: Game, seat: Seat, rng: random.Random
) -> Callable[[View | None], Action | None]:
    """In the child: the bot has its seat, and chooses for every view; None only waits for that."""
    player = make_player_here(game.name, bot)
    player.start(game, seat, rng)
    return lambda view: None if view is None else player.choose(view)
