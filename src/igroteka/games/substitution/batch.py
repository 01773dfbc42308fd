"""The kernel as the arena sees it: which strategies it knows, and their games at speed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from igroteka.basics.batch import Batch, Seeds
from igroteka.contract import Action, Player
from igroteka.games.substitution.arrays import Array, tables
from igroteka.games.substitution.bots import strategies as clear
from igroteka.games.substitution.bots.plan import TEMPERS, draft, make_plan
from igroteka.games.substitution.bots.planner import Planner
from igroteka.games.substitution.notation import Apply, Roll

if TYPE_CHECKING:
    from igroteka.games.substitution.rules import Substitution

PARAMETERS = 4


def kernel_batch(game: Substitution, players: Sequence[Player]) -> Batch | None:
    """A batch of games between such players; None if one of them is not in the kernel."""
    rows = [_row(player) for player in players]
    known = [row for row in rows if row is not None]
    return KernelBatch(game, known) if len(known) == len(rows) else None


def _row(player: Player) -> list[float] | None:
    """How the kernel is told of a strategy: its kind and up to four parameters."""
    from igroteka.games.substitution.kernel import strategies as kernel

    kinds: dict[type[Player], int] = {
        clear.RandomStrategy: kernel.RANDOM,
        clear.SmartRandom: kernel.SMART_RANDOM,
        clear.BetterSmartRandom: kernel.BETTER_SMART_RANDOM,
        clear.ImprovedRandom: kernel.IMPROVED_RANDOM,
        clear.InvertedRandom: kernel.INVERTED_RANDOM,
        clear.StupidShort: kernel.STUPID_SHORT,
        clear.Short: kernel.SHORT,
        clear.Search: kernel.SEARCH,
        clear.Adaptive: kernel.ADAPTIVE,
        clear.Mixed: kernel.MIXED,
        Planner: kernel.PLANNER,
    }
    # The exact type: a subclass may decide otherwise.
    kind = kinds.get(type(player))
    if kind is None:
        return None
    parameters: Sequence[float] = ()
    if isinstance(player, clear.Search):
        parameters = (player.depth,)
    elif isinstance(player, clear.Adaptive):
        finish = kernel.SEARCH if player.finish == "search" else kernel.SHORT
        parameters = (player.omega, finish)
    elif isinstance(player, clear.Mixed):
        parameters = player.points
    return [kind, *parameters, *[0] * (PARAMETERS - len(parameters))]


class KernelBatch:
    """Games of two strategies, played by the kernel."""

    def __init__(self, game: Substitution, rows: Sequence[Sequence[float]]) -> None:
        from igroteka.games.substitution.kernel.strategies import PLANNER

        self.game = game
        self.strategies = np.array(rows, np.float64)
        self.planning = PLANNER in self.strategies[:, 0]

    def scores(self, games: Sequence[Seeds]) -> list[tuple[float, ...]]:
        """The scores of each game."""
        scores, _ = self._play(games)
        return [(float(first), float(second)) for first, second in scores]

    def actions(self, game: Seeds) -> list[Action]:
        """Every roll and application of one game."""
        from igroteka.games.substitution.kernel.position import ROLL

        _, rows = self._play([game])
        return [
            Roll(group) if form == ROLL else Apply(form, group, production)
            for form, group, production in rows.tolist()
        ]

    def _play(self, games: Sequence[Seeds]) -> tuple[Array, Array]:
        from igroteka.games.substitution.kernel.games import play_games

        chance = np.array([game.chance for game in games], np.uint64)
        seats = np.array([game.seats for game in games], np.uint64)
        grammar, turns = self.game.grammar, self.game.turns
        plan = make_plan(grammar, turns) if self.planning else draft(grammar, 1, TEMPERS[0])
        return play_games(tables(grammar), plan, self.strategies, turns, chance, seats)
