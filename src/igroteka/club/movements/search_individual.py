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

NODES = 2000
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
    """Tables of two partnerships each, with sets such that nobody gets one twice."""
    lying = [copies] * rounds
    groups = list(zip(partners[::2], partners[1::2], strict=True))
    nodes = NODES

    def place(at: int, slots: frozenset[int]) -> list[PatternTable] | None:
        nonlocal nodes
        nodes -= 1
        if at == len(groups):
            return []
        ns, ew = groups[at]
        movers = [each for each in (*ns, *ew) if each is not None]
        for board_set in rng.sample(range(rounds), rounds):
            taken = {(board_set - each) % rounds for each in movers}
            if lying[board_set] and taken <= slots and nodes > 0:
                lying[board_set] -= 1
                found = place(at + 1, slots - taken)
                if found is not None:
                    return [PatternTable(ns, ew, board_set), *found]
                lying[board_set] += 1
        return None

    return place(0, frozenset(range(rounds)))
