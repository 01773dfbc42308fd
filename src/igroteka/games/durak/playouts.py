"""Games that go on at random from what a seat sees, at the speed of the kernel."""

from __future__ import annotations

import random
from collections.abc import Mapping

from igroteka.games.durak.notation import Move
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.view import DurakView


def kernel_playouts(
    game: Durak, view: DurakView, rng: random.Random, games: int
) -> Mapping[Move, float] | None:
    """The mean share after each move; None where several cards may be laid at once."""
    if game.several or view.seat is None:
        return None
    import numpy as np

    from igroteka.games.durak.kernel import pack, playouts

    moves = view.actions()
    sums = np.zeros(len(moves))
    playouts.play_randomly(
        pack.pack_view(view),
        view.seat,
        np.array([pack.pack_move(move) for move in moves], np.int64),
        games,
        np.array([rng.getrandbits(64)], np.uint64),
        sums,
    )
    return dict(zip(moves, (sums / games).tolist(), strict=True))
