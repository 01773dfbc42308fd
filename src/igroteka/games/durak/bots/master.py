"""The strongest player: deals the hidden cards many times, searches, solves endgames exactly."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from igroteka.contract import Action, BadOption, Player, View
from igroteka.games.durak.bots.remarks import as_subject, merit, price
from igroteka.games.durak.cards import RANKS, Cards, each
from igroteka.games.durak.notation import TAKE, Move
from igroteka.games.durak.view import DurakView
from igroteka.text import NOTHING, Text

if TYPE_CHECKING:
    from igroteka.games.durak.kernel.engine import Place

MOST_ITERATIONS = 200_000
CHUNK = 250
"""Iterations between two looks at the clock."""
SOLVED_POSITIONS = 200_000
"""How many positions an endgame may take."""
SWINDLE_DEALS, SWINDLE_NOISE = 300, 15
"""Rollouts a move among equals, and how often in 128 moves the opponent goes astray in them."""
EXPLORE, NOISE = 0.8, 5
"""How much the search tries what looks worse, and how often in 128 moves its rollouts err."""
EVEN = 2.0
"""The same for an analysis, where the worse moves need their chances too."""

ALIKE = 0.05
"""Up to which difference moves are alike."""


class Level(NamedTuple):
    """How well a level plays."""

    iterations: int
    endgames: bool
    """Whether endgames are solved."""
    noise: int
    """How often in 128 moves its rollouts err; without iterations, its moves do."""


LEVELS = {
    1: Level(0, False, 25),
    2: Level(0, False, 0),
    3: Level(300, False, NOISE),
    4: Level(1000, True, NOISE),
    5: Level(8000, True, NOISE),
}


def _price(move: Move, trumps: Cards) -> tuple[bool, int]:
    """What a move costs at first sight: whether cards are taken, and the worth of what is laid."""
    worth = [(card >> 2) + len(RANKS) * (trumps >> card & 1) for card in each(move.cards)]
    return move.kind == TAKE, sum(worth)


class Master(Player):
    """Searches with a budget of iterations or seconds; levels 1 to 5 are for people.

    With a budget of iterations it is deterministic; with seconds it is as strong as time allows.
    """

    version = "2"

    def __init__(self, level: int = 5, iterations: int = 0, seconds: float = 0.0) -> None:
        if level not in LEVELS:
            raise BadOption(Text("level should be from 1 to {most}", most=len(LEVELS)))
        if not 0 <= iterations <= MOST_ITERATIONS or seconds < 0:
            raise BadOption(
                Text(
                    "iterations should be up to {most}, seconds not negative", most=MOST_ITERATIONS
                )
            )
        self.level = LEVELS[level]
        self.iterations = iterations or (MOST_ITERATIONS if seconds else self.level.iterations)
        self.seconds = seconds
        self.good: set[Move] = set()
        """The moves of the last analysis that are as good as the best."""
        self.solved: tuple[DurakView, dict[Move, float] | None] | None = None

    def choose(self, view: View) -> Move:
        assert isinstance(view, DurakView)
        actions = view.actions()
        if len(actions) == 1:
            return actions[0]
        if not self.iterations:
            return self._by_habit(view)
        return self._ranked(view, EXPLORE)[0][0]

    def analyse(self, view: View) -> Sequence[tuple[Move, float]]:
        """The chance to win of every move, one rank's cards laid singly; exact in endgames.

        Of moves that look alike to a person, taking comes last and the cheapest cards first.
        """
        assert isinstance(view, DurakView)
        ranked = self._ranked(view, EVEN) if view.actions() else []
        trumps = view.public.trumps
        most = max((value for _, value in ranked), default=0.0)
        self.good = {move for move, value in ranked if value > most - ALIKE}
        return sorted(ranked, key=lambda move: (-round(move[1], 2), *_price(move[0], trumps)))

    def proven(self, view: View, action: Action) -> bool:
        """Whether the endgame is solved."""
        assert isinstance(view, DurakView)
        return action in (self.solve(view) or {})

    def remark(self, view: View, action: Action) -> Text:
        """How a solved endgame ends after this move; otherwise what the move costs or saves."""
        assert isinstance(view, DurakView)
        solved = self.solve(view)
        if solved is None or action not in solved:
            return (merit if action in self.good else price)(view, action)
        if solved[action] == 1:
            return Text("{move} wins by force.", move=as_subject(action))
        if solved[action] == 0:
            return Text("{move} loses by force.", move=as_subject(action))
        return NOTHING

    def _by_habit(self, view: DurakView) -> Move:
        """The move of the rollouts, without any search."""
        import numpy as np

        from igroteka.games.durak.kernel import pack, policy

        seed = np.array([self.rng.getrandbits(64)], np.uint64)
        move = policy.usual_move(pack.pack_view(view), seed, self._habits(view))
        return pack.unpack_move(move)

    def _habits(self, view: DurakView) -> Place:
        from igroteka.games.durak.kernel import policy

        return policy.habits(view.public.game.cards, self.level.noise)

    def _ranked(self, view: DurakView, explore: float) -> list[tuple[Move, float]]:
        solved = self.solve(view) if self.level.endgames else None
        if solved is None:
            return self._searched(view, explore)
        best = max(solved.values())
        equals = [move for move, value in solved.items() if value == best]
        if len(equals) > 1:
            equals = self._swindle(view, equals)
        rest = sorted((m for m in solved if m not in equals), key=lambda m: -solved[m])
        return [(move, solved[move]) for move in (*equals, *rest)]

    def solve(self, view: DurakView) -> dict[Move, float] | None:
        """The exact value of every move, if nothing is hidden and the budget suffices.

        It is kept until another position is asked for.
        """
        if self.solved is None or self.solved[0] != view:
            self.solved = view, self._solve(view)
        return self.solved[1]

    def _solve(self, view: DurakView) -> dict[Move, float] | None:
        import numpy as np

        from igroteka.games.durak.kernel import endgame, pack

        place = pack.pack_endgame(view)
        if place is None:
            return None
        found, values = np.zeros(64, np.int64), np.zeros(64, np.int64)
        count = endgame.solve(place, SOLVED_POSITIONS, found, values)
        if endgame.UNKNOWN in values[:count]:
            return None
        sign = 1 if view.public.inside.index(view.turn) == 0 else -1
        return {
            pack.unpack_move(move): (1 + sign * int(value)) / 2
            for move, value in zip(found[:count], values[:count], strict=True)
        }

    def _swindle(self, view: DurakView, equals: Sequence[Move]) -> list[Move]:
        """Moves of equal exact value, first those with which a fallible opponent goes wrong."""
        import numpy as np

        from igroteka.games.durak.kernel import pack, policy, search

        moves = np.array([pack.pack_move(move) for move in equals], np.int64)
        sums = np.zeros(len(equals))
        search.compare(
            pack.pack_view(view),
            view.seat,
            moves,
            SWINDLE_DEALS,
            np.array([self.rng.getrandbits(64)], np.uint64),
            policy.habits(view.public.game.cards, SWINDLE_NOISE),
            sums,
        )
        return [equals[number] for number in np.argsort(-sums, kind="stable")]

    def _searched(self, view: DurakView, explore: float) -> list[tuple[Move, float]]:
        """Moves by the number of visits, with their mean scores."""
        import numpy as np

        from igroteka.games.durak.kernel import engine, pack, search

        place = pack.pack_view(view)
        found = np.zeros(64, np.int64)
        allowed = found[: engine.moves(place, found)]
        room = max(self.iterations, len(allowed)) + 1
        nodes, worth = np.zeros((room, 6), np.int64), np.zeros(room)
        nodes[0, search.CHILD] = -1
        seed = np.array([self.rng.getrandbits(64)], np.uint64)
        habits, until = self._habits(view), time.perf_counter() + self.seconds
        size, left = 1, room - 1
        while left:
            chunk = min(CHUNK, left) if self.seconds else left
            size = search.search(
                place, view.seat, allowed, nodes, worth, size, chunk, explore, seed, habits
            )
            left -= chunk
            if self.seconds and time.perf_counter() >= until:
                break
        children = search.children(nodes)
        children.sort(key=lambda child: (-nodes[child, search.VISITS], -worth[child]))
        return [
            (
                pack.unpack_move(nodes[child, search.MOVE]),
                float(worth[child] / nodes[child, search.VISITS]),
            )
            for child in children
        ]
