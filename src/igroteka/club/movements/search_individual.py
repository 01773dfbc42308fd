"""Cyclic movements for players who all play for themselves, found by search.

The starter is of partnerships: with all differences used once, everybody is everybody's partner
once. Two partnerships each then make the tables, with a set for each such that nobody gets a set
twice. The balance tells how evenly they meet as opponents.
"""

from __future__ import annotations

import random

from igroteka.basics.randomness import Stream, derive
from igroteka.club.movements.cyclic import Pattern, PatternTable
from igroteka.club.movements.search import best_directions

NODES = 1000
GROUPINGS = 20
"""How many ways to make tables are tried for one starter."""

Partners = tuple[int | None, int]


def find_individual(players: int, copies: int, tries: int, seed: int) -> Pattern | None:
    """The best of so many patterns for 4T or 4T + 1 players, or None."""
    rng = Stream(derive(seed, "individual", players, copies))
    rounds = players - 1 if players % 4 == 0 else players
    best: Pattern | None = None
    for _ in range(tries):
        partners = _starter(rounds, rng)
        for _ in range(GROUPINGS if partners else 0):
            rng.shuffle(partners)
            tables = _tables(rounds, partners, copies, rng)
            if tables:
                pattern = best_directions(rounds, tables, rng)
                if best is None or pattern.balance > best.balance:
                    best = pattern
        if best and best.balance > 100 - 1e-9:
            break
    return best


def _starter(rounds: int, rng: random.Random) -> list[Partners]:
    """Partners with all differences once; who is left has the stayer, or rests if there is none."""
    nodes = NODES

    def place(free: set[int], left: list[int]) -> list[Partners] | None:
        nonlocal nodes
        nodes -= 1
        if not left:
            (alone,) = free
            return [(None, alone)] if rounds % 4 == 3 else []
        options = {d: [x for x in free if (x + d) % rounds in free] for d in left}
        difference = min(left, key=lambda d: len(options[d]))
        rest = [d for d in left if d != difference]
        rng.shuffle(options[difference])
        for x in options[difference]:
            y = (x + difference) % rounds
            found = place(free - {x, y}, rest) if nodes > 0 else None
            if found is not None:
                return [*found, (x, y)]
        return None

    differences = list(range(1, (rounds + 1) // 2))
    rng.shuffle(differences)
    return place(set(range(rounds)), differences) or []


def _tables(
    rounds: int, partners: list[Partners], copies: int, rng: random.Random
) -> list[PatternTable] | None:
    """Tables of two partnerships each, with sets such that nobody gets one twice.

    The table with the fewest sets that would do is the next. Where all may share, they do.
    """
    groups = list(zip(partners[::2], partners[1::2], strict=True))
    if copies >= len(groups) > 1:
        return [PatternTable(*each, 0) for each in groups]
    lying = [copies] * rounds
    nodes = NODES

    def taken(group: tuple[Partners, Partners], board_set: int) -> set[int]:
        everybody = (*group[0], *group[1])
        return {(board_set - each) % rounds for each in everybody if each is not None}

    def place(left: list[int], slots: frozenset[int]) -> list[PatternTable] | None:
        nonlocal nodes
        nodes -= 1
        if not left:
            return []
        options = {
            at: [n for n in range(rounds) if lying[n] and taken(groups[at], n) <= slots]
            for at in left
        }
        at = min(left, key=lambda each: len(options[each]))
        for board_set in rng.sample(options[at], len(options[at])):
            if nodes < 0:
                return None
            lying[board_set] -= 1
            rest = [each for each in left if each != at]
            found = place(rest, slots - taken(groups[at], board_set))
            if found is not None:
                return [PatternTable(*groups[at], board_set), *found]
            lying[board_set] += 1
        return None

    return place(list(range(len(groups))), frozenset(range(rounds)))
