"""Which players meet in a tournament of more than two sides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from igroteka.basics.randomness import Stream, derive

MOST_SETS = 120
"""So many sets of players meet at most: all of ten players at tables of three."""
TRIES = 60


def meetings(players: Sequence[str], size: int, seed: int, gauntlet: bool) -> list[tuple[int, ...]]:
    """Sets of so many players, by their places; in a gauntlet the first one is in all of them.

    Every set where these are few, else a sample in which everybody plays equally often. It does
    not matter in which order the players are named.
    """
    fixed = (0,) if gauntlet else ()
    others = sorted(range(len(fixed), len(players)), key=players.__getitem__)
    left = size - len(fixed)
    if math.comb(len(others), left) <= MOST_SETS:
        chosen = list(combinations(range(len(others)), left))
    else:
        chosen = cyclic_sample(len(others), left, derive(seed, "meetings", *sorted(players)))
    return sorted((*fixed, *sorted(others[place] for place in each)) for each in chosen)


def cyclic_sample(players: int, size: int, seed: int) -> list[tuple[int, ...]]:
    """Different sets of players, each with all its shifts around the circle of all players.

    So everybody is in equally many. Of some first sets drawn by lot the one is taken after which
    pairs have met most evenly.
    """
    rng = Stream(seed)
    met = [0] * players
    chosen: set[frozenset[int]] = set()
    while len(chosen) + players <= MOST_SETS or not chosen:
        drawn = [rng.sample(range(players), size) for _ in range(TRIES)]
        orbits = {tuple(base): _shifts(base, players) for base in drawn}
        fresh = [base for base, sets in orbits.items() if _is_fresh(sets, chosen, players)]
        if not fresh:
            continue
        best = min(fresh, key=lambda base: _unevenness(met, base))
        met = _met(met, best)
        chosen |= orbits[best]
    return [tuple(each) for each in chosen]


def _shifts(base: Sequence[int], players: int) -> set[frozenset[int]]:
    return {frozenset((each + shift) % players for each in base) for shift in range(players)}


def _is_fresh(sets: set[frozenset[int]], chosen: set[frozenset[int]], players: int) -> bool:
    return len(sets) == players and not sets & chosen


def _met(met: Sequence[int], base: Sequence[int]) -> list[int]:
    """How often players at each distance have met after this set and its shifts."""
    counts = list(met)
    for one in base:
        for other in base:
            counts[(one - other) % len(met)] += one != other
    return counts


def _unevenness(met: Sequence[int], base: Sequence[int]) -> int:
    return sum(count * count for count in _met(met, base)[1:])
