"""Barometer: all tables play the same boards in a round, so standings grow for all at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from igroteka.club.movements.balance import balance, comparisons, percent
from igroteka.club.movements.movement import Movement, Seating
from igroteka.text import Text

KIND = "barometer"
MOST_TURNED = 32
"""With more contestants it would take seconds to look for directions."""


def round_robin(contestants: int) -> Movement:
    """Everybody meets everybody, with one set a round: the last stays, the others go round.

    Where the number is odd, one sits out in every round.
    """
    whole = contestants + contestants % 2
    ring = whole - 1
    rounds = []
    for r in range(ring):
        meetings = [(whole, r + 1)]
        meetings += [((r + k) % ring + 1, (r - k) % ring + 1) for k in range(1, whole // 2)]
        rounds.append(
            tuple(
                Seating(table, (a,), (b,), r + 1) for table, (a, b) in enumerate(meetings, start=1)
            )
        )
    movement = Movement(KIND, Text("barometer"), whole, tuple(rounds))
    return movement.with_phantom(whole) if contestants % 2 else movement


def barometer(pairs: int, rounds: int) -> Movement:
    """So many rounds of everybody against everybody, the same boards at all tables."""
    movement = round_robin(pairs).first_rounds(rounds)
    return best_turned(movement) if pairs <= MOST_TURNED else movement


def best_turned(movement: Movement) -> Movement:
    """The movement with single tables turned as long as that makes the balance better."""
    best, reached = movement, balance(movement)
    for _ in range(3):
        before = reached
        for r, seatings in enumerate(movement.rounds):
            for at in range(len(seatings)):
                tried = _turned(best, r, at)
                pairs = np.triu_indices(movement.contestants, 1)
                value = percent(comparisons(tried)[pairs])
                if value > reached + 1e-9:
                    best, reached = tried, value
        if reached == before:
            break
    return best


def _turned(movement: Movement, r: int, at: int) -> Movement:
    seatings = list(movement.rounds[r])
    seatings[at] = seatings[at].turned()
    rounds = (*movement.rounds[:r], tuple(seatings), *movement.rounds[r + 1 :])
    return replace(movement, rounds=rounds)
