"""What may be taken back, and how far."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import TypeAlias

from igroteka.contract import CHANCE, Action, Game, Seat, State

Past: TypeAlias = Sequence[tuple[State, Action]]
"""Every position so far with the action that was taken in it."""

TRIES = 20
"""Disguises that are tried to find out whether an action showed something hidden."""


def way_back(
    game: Game, past: Past, state: State, deciders: Collection[Seat], rng: random.Random
) -> int | None:
    """How many actions lie between now and the last decision of these seats, that one included.

    Chance is never taken back, nor an action that showed its seat something hidden; what others
    did since is taken back only where nothing is hidden at all. None if it can't be.
    """
    count = 1
    while count <= len(past) and past[-count][0].turn not in (CHANCE, *deciders):
        count += 1
    if count > len(past) or past[-count][0].turn == CHANCE:
        return None
    before, action = past[-count]
    if not game.hidden:
        return count
    own = count == 1 and state.turn == before.turn
    return count if own and not _revealed(before, action, rng) else None


def _revealed(before: State, action: Action, rng: random.Random) -> bool:
    """Whether the action told its seat something that it did not know when it chose it."""
    seat = before.turn
    seen = before.play(action).view(seat)
    disguises = (before.disguise(seat, rng) for _ in range(TRIES))
    return any(other.play(action).view(seat) != seen for other in disguises)
