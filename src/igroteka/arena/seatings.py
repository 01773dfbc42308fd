"""Who sits where in the games of a block, so that nobody gains by a place or a neighbour.

Players sit in every order in which they differ. Where these are many, a block has the rows of a
Williams design: everybody is equally often on every seat, and from the first seat to the last every
player directly follows every other equally often; whom the first one follows round the table is not
evened out. Lots that are drawn from the block's seed say which player is which number of it, so
that over many blocks no order is likelier than another.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

Seating: TypeAlias = tuple[int, ...]
"""By side of the table, which of the players sits there."""

MOST_ORDERS = 24
"""So many orders a block are played at most, all those of four players."""


class Design(NamedTuple):
    """The seatings of a block before lots are drawn."""

    seatings: tuple[Seating, ...]
    lots: tuple[tuple[int, ...], ...]
    """Groups of players whose places in it are drawn for every block."""

    def drawn(self, rng: random.Random) -> tuple[Seating, ...]:
        """The seatings of one block."""
        place = list(range(len(self.seatings[0])))
        for group in self.lots:
            for number, player in zip(group, rng.sample(group, len(group)), strict=True):
                place[number] = player
        return tuple(tuple(place[number] for number in row) for row in self.seatings)


def design(bots: Sequence[str]) -> Design:
    """The seatings for these bots; it does not matter in which order they are named.

    Bots that are written alike are exchangeable: orders that differ in them only are one, and lots
    decide which of them sits where.
    """
    players = sorted(range(len(bots)), key=bots.__getitem__)
    alike: dict[str, list[int]] = {}
    for player in players:
        alike.setdefault(bots[player], []).append(player)
    groups = tuple(map(tuple, alike.values()))
    if count_orders(bots) <= MOST_ORDERS:
        return Design(tuple(_orders(groups)), groups)
    rows = tuple(tuple(players[number] for number in row) for row in williams(len(bots)))
    return Design(rows, (tuple(players),))


def count_orders(bots: Sequence[str]) -> int:
    """In how many orders these bots can sit, those written alike being one.

    >>> count_orders("abc"), count_orders("aab"), count_orders("aaa")
    (6, 3, 1)
    """
    alike = math.prod(math.factorial(count) for count in Counter(bots).values())
    return math.factorial(len(bots)) // alike


def _orders(groups: Sequence[tuple[int, ...]]) -> Iterator[Seating]:
    """Every order of the players, those of a group always in the order of the group."""
    if not any(groups):
        yield ()
    for place, group in enumerate(groups):
        if group:
            left = [*groups[:place], group[1:], *groups[place + 1 :]]
            yield from ((group[0], *rest) for rest in _orders(left))


def williams(count: int) -> list[Seating]:
    """Orders of so many players in which each directly follows each other one equally often.

    That is so from the first seat to the last, not from the last to the first. Each is equally
    often on every seat, and before every other one in half of the orders. They are as many as the
    players, twice as many for an odd number.

    >>> williams(4)
    [(0, 1, 3, 2), (1, 2, 0, 3), (2, 3, 1, 0), (3, 0, 2, 1)]
    """
    first = [(step + 1) // 2 * (1 if step % 2 else -1) for step in range(count)]
    rows = [tuple((number + shift) % count for number in first) for shift in range(count)]
    return rows + [row[::-1] for row in rows] if count % 2 else rows
