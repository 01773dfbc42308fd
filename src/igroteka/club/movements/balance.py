"""How alike everybody's result depends on everybody else's.

For two contestants, summed over the boards that both play: opponents there count the results of the
board less one, the same direction at different tables one, opposite directions less one; partners,
where everybody plays for themselves, are the opposite of opponents. Balance is the square of the
mean of these sums to the mean of their squares, in percent: 100 if all are equal.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from igroteka.club.movements.movement import Movement


def comparisons(movement: Movement) -> NDArray[np.int64]:
    """For every two contestants the sum over the boards that both play; zero on the diagonal."""
    size = movement.contestants
    seatings = [s for seatings in movement.rounds for s in seatings]
    results = Counter(s.board_set for s in seatings)
    direction = np.zeros((size, max(results, default=0) + 1), dtype=np.int64)
    at_one_table = np.zeros((size, size), dtype=np.int64)
    for seating in seatings:
        for side, sign in ((seating.ns, 1), (seating.ew, -1)):
            for each in side:
                direction[each - 1, seating.board_set] = sign
                for other in seating.everybody:
                    met = -1 if other in side else 1
                    at_one_table[each - 1, other - 1] += met * results[seating.board_set]
    sums = direction @ direction.T + at_one_table
    np.fill_diagonal(sums, 0)
    return sums * movement.boards_a_set


def balance(movement: Movement) -> float:
    """The balance in percent; 0 where nothing is compared."""
    size = movement.contestants
    return percent(comparisons(movement)[np.triu_indices(size, 1)])


def percent(sums: NDArray[np.int64]) -> float:
    """100 times the squared mean to the mean of squares."""
    squares = float(np.sum(sums.astype(float) ** 2))
    return 100 * float(np.sum(sums)) ** 2 / (len(sums) * squares) if squares else 0.0
