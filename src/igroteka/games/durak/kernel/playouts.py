"""Games that go on at random from what a seat sees, compiled with Numba."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from igroteka.basics.compiling import njit
from igroteka.games.durak.kernel.engine import (
    FOOLS,
    OVER,
    SEATS,
    TURN,
    Place,
    Seed,
    copy,
    play,
    size_of,
)
from igroteka.games.durak.kernel.search import deal_hidden
from igroteka.games.durak.kernel.simple import random_move

Values: TypeAlias = "np.ndarray[tuple[Any, ...], np.dtype[np.float64]]"


@njit(cache=True)
def share(place: Place, seat: int) -> float:
    """The share of the others that a seat has beaten when the game is over, ties counting half."""
    others, fools = place[SEATS] - 1, size_of(place[FOOLS])
    beaten = 0 if place[FOOLS] >> seat & 1 else fools
    tied = fools - 1 if place[FOOLS] >> seat & 1 else others - fools
    return float((beaten + tied / 2) / others)


@njit(cache=True)
def play_randomly(
    root: Place, seat: int, allowed: Place, games: int, seed: Seed, sums: Values
) -> None:
    """Add up a seat's shares after each of the allowed moves, over the same random deals."""
    place = root.copy()
    dealt = root.copy()
    for _ in range(games):
        copy(root, dealt, root.size)
        deal_hidden(dealt, seat, seed)
        for number in range(allowed.shape[0]):
            copy(dealt, place, dealt.size)
            play(place, allowed[number])
            while place[TURN] != OVER:
                play(place, random_move(place, seed))
            sums[number] += share(place, seat)
