"""Webs: many tables and few boards, so every set lies there in two copies or more.

North–South stay and play the sets in their order, each table beginning elsewhere; East–West go up a
table. Where each table begins is found by search: whoever walks may not meet a set again. The
appendix Mitchell is the case of a few tables more than sets.
"""

from __future__ import annotations

from functools import cache
from math import gcd

from igroteka.basics.randomness import Stream, derive
from igroteka.club.movements.movement import Movement, Seating
from igroteka.text import Text

KIND = "web"
NODES = 400
TRIES = 3


@cache
def web(pairs: int, sets: int, rounds: int) -> Movement | None:
    """A web of so many sets and no more rounds; None if none is found.

    An odd number of pairs has a phantom among those who walk.
    """
    tables = (pairs + 1) // 2
    begins = _begins(tables, sets, rounds) if rounds <= min(sets, tables) else None
    if begins is None:
        return None
    seatings = tuple(
        tuple(
            Seating(t + 1, (t + 1,), (tables + 1 + (t - r) % tables,), (begins[t] + r) % sets + 1)
            for t in range(tables)
        )
        for r in range(rounds)
    )
    movement = Movement(KIND, Text("web"), 2 * tables, seatings)
    return movement.with_phantom(2 * tables) if pairs % 2 else movement


def _copies(tables: int, sets: int) -> int:
    return max(2, -(-tables // sets))


def _begins(tables: int, sets: int, rounds: int) -> list[int] | None:
    """With which set each table begins.

    Where everybody plays all sets, whoever walks one table behind another misses one set and meets
    one more: these must be the same, so the beginnings repeat after as many tables as there are
    sets, round the room.
    """
    period = gcd(tables, sets)
    if rounds == sets and tables > period * _copies(tables, sets):
        return None
    if sets == period and sets % 2:
        return [t % sets for t in range(tables)]
    rng = Stream(derive(1, tables, sets, rounds))
    for _ in range(TRIES):
        found = _Backtracking(tables, sets, rounds, rng).solve()
        if found:
            return found
    return None


class _Backtracking:
    """Tables in their order, each with the sets in random order."""

    def __init__(self, tables: int, sets: int, rounds: int, rng: Stream) -> None:
        self.tables, self.sets, self.rounds, self.rng = tables, sets, rounds, rng
        self.copies = [_copies(tables, sets)] * sets
        self.seen: list[set[int]] = [set() for _ in range(tables)]
        """For everybody who walks the sets met so far; who is named by the table of round one."""
        self.begins: list[int] = []
        self.nodes = NODES

    def solve(self) -> list[int] | None:
        return self.begins if self._place(0) else None

    def _place(self, table: int) -> bool:
        if table == self.tables:
            return True
        self.nodes -= 1
        for first in self.rng.sample(range(self.sets), self.sets):
            if not self.copies[first] or self.nodes < 0:
                continue
            met = [((table - r) % self.tables, (first + r) % self.sets) for r in range(self.rounds)]
            if any(board_set in self.seen[who] for who, board_set in met):
                continue
            self.copies[first] -= 1
            self.begins.append(first)
            for who, board_set in met:
                self.seen[who].add(board_set)
            if self._place(table + 1):
                return True
            for who, board_set in met:
                self.seen[who].discard(board_set)
            self.begins.pop()
            self.copies[first] += 1
        return False
