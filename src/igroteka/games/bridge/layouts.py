"""Hidden cards dealt out at random among the hands that may hold them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

from igroteka.games.bridge.cards import Cards, as_set, each, in_suit, length


def deal_out(
    cards: Cards, room: Sequence[int], voids: Sequence[int], rng: random.Random
) -> list[Cards]:
    """All cards among places with this much room, every layout without the voids equally likely.

    `voids` has for each place the suits, one bit each, that it can't hold. Raises `ValueError` if
    there is no such layout.
    """
    if not any(void for void, size in zip(voids, room, strict=True) if size):
        return _sliced(list(each(cards)), room, rng)
    hands, left = [0] * len(room), tuple(room)
    counts = tuple(length(cards, suit) for suit in range(4))
    for suit in range(4):
        split = _drawn(counts[suit:], tuple(void >> suit for void in voids), left, rng)
        for place, some in enumerate(_sliced(list(each(in_suit(cards, suit))), split, rng)):
            hands[place] |= some
        left = tuple(size - used for size, used in zip(left, split, strict=True))
    return hands


def _sliced(cards: list[int], sizes: Sequence[int], rng: random.Random) -> list[Cards]:
    rng.shuffle(cards)
    found, at = [], 0
    for size in sizes:
        found.append(as_set(cards[at : at + size]))
        at += size
    return found


def _drawn(
    counts: tuple[int, ...], voids: tuple[int, ...], room: tuple[int, ...], rng: random.Random
) -> tuple[int, ...]:
    """How many cards of the first suit each place gets, by how many layouts there are of each."""
    choices = list(_splits(counts, voids, room))
    total = sum(ways for _, ways in choices)
    if not total:
        raise ValueError("no layout fits")
    point = rng.randrange(total)
    for split, ways in choices:
        point -= ways
        if point < 0:
            return split
    raise AssertionError("the point lies below the total")


def _splits(
    counts: tuple[int, ...], voids: tuple[int, ...], room: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every split of the first suit with the number of layouts of all suits that have it."""
    later = tuple(void >> 1 for void in voids)
    most = tuple(0 if void & 1 else size for void, size in zip(voids, room, strict=True))
    for split in _compositions(counts[0], most):
        left, rest, ways = counts[0], [], 1
        for size, used in zip(room, split, strict=True):
            ways *= comb(left, used)
            left -= used
            rest.append(size - used)
        yield split, ways * _layouts(counts[1:], later, tuple(rest))


@lru_cache(maxsize=100_000)
def _layouts(counts: tuple[int, ...], voids: tuple[int, ...], room: tuple[int, ...]) -> int:
    """In how many ways cards of these suits fill the room."""
    if not counts:
        return int(not any(room))
    return sum(ways for _, ways in _splits(counts, voids, room))


@lru_cache(maxsize=10_000)
def _compositions(total: int, most: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The ways to write a number as a sum with these bounds."""
    if not most:
        return ((),) if total == 0 else ()
    return tuple(
        (first, *rest)
        for first in range(min(total, most[0]) + 1)
        for rest in _compositions(total - first, most[1:])
    )
