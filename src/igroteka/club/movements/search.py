"""Cyclic movements found by search: starter, adder and who sits North–South.

A starter splits the movers into tables so that no two meet twice: the differences at tables of two
movers are all different. An adder gives each table a set so that no mover gets one twice: set less
mover is different for all movers; these are the slots below. Both are found together by
backtracking in random order, and of every one found all directions are tried for the balance.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from igroteka.basics.randomness import Stream, derive
from igroteka.club.movements.cyclic import Pattern, PatternTable

NODES = 3000
"""Steps of one backtracking before it starts again elsewhere."""
ALL_DIRECTIONS = 11
"""Up to so many tables all directions are tried; with more, as many drawn ones."""

Moving = tuple[int, int, int]
"""A table of two movers and its set."""
Staying = tuple[int, int]
"""A table of a mover against a stayer, and its set."""


def find_howell(pairs: int, rounds: int, copies: int, tries: int, seed: int) -> Pattern | None:
    """The best of so many patterns for an even number of pairs that all play every set, or None."""
    rng = Stream(derive(seed, "howell", pairs, rounds, copies))
    stayers = pairs - rounds
    best: Pattern | None = None
    for found in _first_rounds(rounds, stayers, copies, tries, rng):
        tables = [PatternTable((None,), (x,), a) for x, a in found[1]]
        tables += [PatternTable((x,), (y,), a) for x, y, a in found[0]]
        pattern = best_directions(rounds, tables, rng)
        if best is None or pattern.balance > best.balance:
            best = pattern
        if best.balance > 100 - 1e-9:
            break
    return best


def _first_rounds(
    rounds: int, stayers: int, copies: int, tries: int, rng: random.Random
) -> Iterator[tuple[list[Moving], list[Staying]]]:
    """Starters with adders, by so many backtrackings."""
    residues = _residues(rounds) if stayers == 1 else None
    if residues:
        yield residues
    for _ in range(tries):
        found = _Backtracking(rounds, stayers, copies, rng).solve()
        if found:
            yield found


def _residues(rounds: int) -> tuple[list[Moving], list[Staying]] | None:
    """The starter of squares x and their multiples bx, for a prime of the form 4n + 3.

    -1 is no square there, so the differences x(b - 1) are all different up to sign, and so are
    the sums x(b + 1), which serve as sets. With squares North-South everybody's result depends on
    everybody alike.
    """
    if rounds % 4 != 3 or rounds < 7 or any(rounds % each == 0 for each in range(3, rounds, 2)):
        return None
    squares = sorted({x * x % rounds for x in range(1, rounds)})
    other = next(b for b in range(2, rounds - 1) if b not in squares)
    moving = [(x, x * other % rounds, x * (other + 1) % rounds) for x in squares]
    return moving, [(0, 0)]


class _Backtracking:
    """One try to fill all tables, the difference with the fewest places first."""

    def __init__(self, rounds: int, stayers: int, copies: int, rng: random.Random) -> None:
        self.rounds, self.rng = rounds, rng
        self.all = (1 << rounds) - 1
        self.stayers = stayers
        self.nodes = NODES
        self.copies = [copies] * rounds
        self.moving: list[Moving] = []
        differences = list(range(1, (rounds + 1) // 2))
        rng.shuffle(differences)
        self.differences = differences[: (rounds - stayers) // 2]

    def solve(self) -> tuple[list[Moving], list[Staying]] | None:
        """The tables, or None if this try leads nowhere."""
        staying = self._place(self.all, self.all, list(self.differences))
        return None if staying is None else (self.moving, staying)

    def _turned(self, mask: int, by: int) -> int:
        """The x for which x + by is in the mask."""
        by %= self.rounds
        return (mask >> by | mask << (self.rounds - by)) & self.all

    def _choices(self, free: int, slots: int, difference: int) -> list[tuple[int, int]]:
        """Movers x and slots c such that x, x + d, c and c - d are free, and so is set x + c."""
        movers = list(_bits(free & self._turned(free, difference)))
        places = list(_bits(slots & self._turned(slots, -difference)))
        copies, rounds = self.copies, self.rounds
        return [(x, c) for x in movers for c in places if copies[(x + c) % rounds]]

    def _place(self, free: int, slots: int, left: list[int]) -> list[Staying] | None:
        self.nodes -= 1
        if not left:
            return self._stay(free, slots)
        options = {each: self._choices(free, slots, each) for each in left}
        difference = min(options, key=lambda each: len(options[each]))
        choices = options[difference]
        self.rng.shuffle(choices)
        rest = [each for each in left if each != difference]
        for x, c in choices:
            if self.nodes < 0:
                return None
            y, d, a = (x + difference) % self.rounds, (c - difference) % self.rounds, x + c
            a %= self.rounds
            self.copies[a] -= 1
            self.moving.append((x, y, a))
            found = self._place(free & ~(1 << x | 1 << y), slots & ~(1 << c | 1 << d), rest)
            if found is not None:
                return found
            self.moving.pop()
            self.copies[a] += 1
        return None

    def _stay(self, free: int, slots: int) -> list[Staying] | None:
        """Tables of the movers that are left, each against a stayer."""
        self.nodes -= 1
        if not free:
            return []
        x = free.bit_length() - 1
        choices = list(_bits(slots))
        self.rng.shuffle(choices)
        for c in choices:
            a = (x + c) % self.rounds
            if self.copies[a] and self.nodes >= 0:
                self.copies[a] -= 1
                found = self._stay(free & ~(1 << x), slots & ~(1 << c))
                if found is not None:
                    return [*found, (x, a)]
                self.copies[a] += 1
        return None


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def best_directions(rounds: int, tables: Sequence[PatternTable], rng: random.Random) -> Pattern:
    """The pattern with those tables turned for which it has the best balance."""
    count = len(tables)
    if count <= ALL_DIRECTIONS:
        bits = np.arange(1 << (count - 1))[:, None] >> np.arange(count) & 1
    else:
        drawn = [[rng.randrange(2) for _ in tables] for _ in range((1 << ALL_DIRECTIONS) - 1)]
        bits = np.array([[0] * count, *drawn])
    balances = _balances(rounds, tables, 1 - 2 * bits)
    best = int(np.argmax(balances))
    turned = tuple(
        table._replace(ns=table.ew, ew=table.ns) if bit else table
        for table, bit in zip(tables, bits[best], strict=True)
    )
    return Pattern(rounds, turned, float(balances[best]))


def _balances(
    rounds: int, tables: Sequence[PatternTable], turns: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The balance of every choice of directions: a row of signs each, a column a table.

    Movers are alike, so what two of them compare depends on their difference alone.
    """
    count = len(tables)
    slots = np.zeros((len(turns), rounds))
    met = np.zeros(rounds)
    stayers: list[tuple[NDArray[np.int64], int]] = []
    for at, (ns, ew, board_set) in enumerate(tables):
        everybody = [(each, 1) for each in ns] + [(each, -1) for each in ew]
        for place, (each, sign) in enumerate(everybody):
            others = [
                pair for n, pair in enumerate(everybody) if n != place and pair[0] is not None
            ]
            if each is None:
                stayers.append((turns[:, at] * sign, -sum(sign * s for _, s in others) * count))
                continue
            slots[:, (board_set - each) % rounds] = turns[:, at] * sign
            for other, s in others:
                met[((other or 0) - each) % rounds] -= sign * s * count
    waves = np.abs(np.fft.rfft(slots, axis=1)) ** 2
    sums = (np.rint(np.fft.irfft(waves, rounds, axis=1)) + met)[:, 1:]
    total, squares = sums.sum(1) * rounds / 2, (sums**2).sum(1) * rounds / 2
    for n, (turn, meetings) in enumerate(stayers):
        sum_each = turn * slots.sum(1) + meetings
        total, squares = total + sum_each * rounds, squares + sum_each**2 * rounds
        for turn_of_other, _ in stayers[:n]:
            total = total + turn * turn_of_other * rounds
            squares = squares + float(rounds) ** 2
    size = rounds + len(stayers)
    number = size * (size - 1) / 2
    squares[squares == 0] = 1
    return np.asarray(100 * total**2 / (number * squares))
