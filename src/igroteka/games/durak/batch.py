"""The kernel as the arena sees it: which bots it knows, and their games at speed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from igroteka.basics.batch import Seeds
from igroteka.contract import Player
from igroteka.games.durak.notation import Move

if TYPE_CHECKING:
    from igroteka.games.durak.rules import Durak


def kernel_bots() -> Sequence[type[Player]]:
    """The bots that the kernel knows, in the order of its own numbers for them."""
    from igroteka.games.durak.bots.simple import Greedy, GreedyCareful, MPlayer1, MPlayer1Fixed
    from igroteka.players.random_player import RandomPlayer

    return RandomPlayer, Greedy, GreedyCareful, MPlayer1, MPlayer1Fixed


def kernel_batch(game: Durak, players: Sequence[Player]) -> KernelBatch | None:
    """A batch of games between such players; None if the kernel does not know one, or the rules."""
    known, kinds = kernel_bots(), [type(player) for player in players]
    if game.several or game.attacker or any(kind not in known for kind in kinds):
        return None
    return KernelBatch(game, tuple(known.index(kind) for kind in kinds))


class BatchResult(NamedTuple):
    """How a game ended: the scores and the cards left in each hand."""

    scores: tuple[float, ...]
    left: tuple[int, ...]


class KernelBatch:
    """Games between simple bots, one a seat, by their numbers in the kernel."""

    def __init__(self, game: Durak, bots: tuple[int, ...]) -> None:
        self.game = game
        self.bots = bots

    def scores(self, games: Sequence[Seeds]) -> list[tuple[float, ...]]:
        return list(map(tuple, self._play(games)[0].tolist()))

    def results(self, games: Sequence[Seeds]) -> list[BatchResult]:
        """Scores and cards left of each game."""
        scores, left = self._play(games)
        return [
            BatchResult(tuple(s), tuple(n))
            for s, n in zip(scores.tolist(), left.tolist(), strict=True)
        ]

    def _play(self, games: Sequence[Seeds]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        from igroteka.games.durak.kernel import pack, simple

        rows = np.array([(seeds.deal, *seeds.seats) for seeds in games], np.uint64)
        scores = np.zeros((len(games), self.game.players))
        left = np.zeros((len(games), self.game.players), np.int64)
        simple.play_games(
            pack.pack_options(self.game),
            pack.pack_deal(self.game),
            np.array(self.bots, np.int64),
            rows.reshape(len(games), self.game.players + 1),
            scores,
            left,
        )
        return scores, left

    def actions(self, game: Seeds) -> list[Move]:
        from igroteka.games.durak.kernel import pack, simple

        moves = np.zeros(simple.MOST_MOVES, np.int64)
        count = simple.play_recorded(
            pack.pack_options(self.game),
            pack.pack_deal(self.game),
            np.array(self.bots, np.int64),
            np.array((game.deal, *game.seats), np.uint64),
            moves,
        )
        return [pack.unpack_move(move) for move in moves[:count]]
