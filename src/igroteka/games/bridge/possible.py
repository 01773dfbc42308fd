"""What conditions on hands leave possible, told without drawing a deal.

Of every hand and every pair the least and the most of each measure is kept. What follows from one
for another, as thirteen cards in a hand and forty points in a deal, narrows them; where the least
is more than the most, no deal fits. That none fits may stay hidden, that some fit is never denied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.words import suit_words
from igroteka.text import NOTHING, Text

SUITS: Final = slice(0, 4)
HCP, CONTROLS, ACES, KINGS = range(4, 8)
"""Measures in the order of `conditions.MEASURES`, the suits before them."""
MEASURES: Final = (
    *map(suit_words, range(4)),
    *(Text("high-card points"), Text("controls"), Text("aces"), Text("kings")),
)
_PAIRS: Final = ((4, (0, 2)), (5, (1, 3)))
"""The rows of the pairs, below those of the seats, with the rows of their hands."""
_WHO: Final = (*SEATS, Text("North–South"), Text("East–West"))
_HAND: Final = (13, 13, 13, 13, 37, 12, 4, 4)
_DEAL: Final = (13, 13, 13, 13, 40, 12, 4, 4)
"""What a deal has of each measure in all, so that a pair has no more."""
_CARDS: Final = (13, 13, 13, 13, 26, 26)
_QUEENS_AND_JACKS: Final = 12
"""Their points together."""


class Bounds(NamedTuple):
    """The least and the most of each measure: hands and pairs × measures."""

    least: npt.NDArray[np.int64]
    most: npt.NDArray[np.int64]
    wrong: Text = NOTHING
    """Why no deal is so; empty if nothing is known against it."""


def anything() -> Bounds:
    """Whatever a deal may have."""
    most = np.array([*[_HAND] * 4, *[_DEAL] * 2], dtype=np.int64)
    return Bounds(np.zeros_like(most), most)


def between(who: tuple[int, ...], measure: int, low: int, high: int) -> Bounds:
    """So much of a measure in a hand or a pair."""
    found = anything()
    row = who[0] if len(who) == 1 else 4 + who[0]
    found.least[row, measure] = low
    found.most[row, measure] = min(high, found.most[row, measure])
    return found


def lengths(seat: int, shapes: Iterable[Iterable[int]]) -> Bounds:
    """A hand with one of these numbers of clubs, diamonds, hearts and spades."""
    known = np.array([list(shape) for shape in shapes], dtype=np.int64)
    found = anything()
    found.least[seat, SUITS], found.most[seat, SUITS] = known.min(axis=0), known.max(axis=0)
    return found


def both(conditions: Iterable[Bounds]) -> Bounds:
    """All of these hold."""
    least, most, wrong = zip(anything(), *conditions, strict=True)
    found = Bounds(np.max(least, axis=0), np.min(most, axis=0))
    return found._replace(wrong=next(filter(None, wrong), NOTHING) or _narrow(found))


def either(one: Bounds, two: Bounds) -> Bounds:
    """One of these holds."""
    if one.wrong or two.wrong:
        return two if one.wrong else one
    return Bounds(np.minimum(one.least, two.least), np.maximum(one.most, two.most))


_Cell: TypeAlias = tuple[int, int]
"""The row and the measure."""


class _Sum(NamedTuple):
    """Cells that have a certain sum, or that of another cell."""

    who: Text
    measure: Text
    total: int | _Cell
    parts: tuple[_Cell, ...]


def _sums() -> Iterator[_Sum]:
    for at, (measure, total) in enumerate(zip(MEASURES, _DEAL, strict=True)):
        for pair, (north, south) in _PAIRS:
            yield _Sum(_WHO[pair], measure, (pair, at), ((north, at), (south, at)))
        yield _Sum(Text("all four hands"), measure, total, ((4, at), (5, at)))
    for row, cards in enumerate(_CARDS):
        yield _Sum(_WHO[row], Text("cards"), cards, tuple((row, suit) for suit in range(4)))


def _narrow(bounds: Bounds) -> Text:
    """Put in what follows, as long as anything does; gives the contradiction where there is one."""
    before = None
    while before is None or not np.array_equal(before, bounds[:2]):
        before = np.array(bounds[:2])
        _honours(bounds)
        for row, measure in np.argwhere(bounds.least > bounds.most):
            low, high = bounds.least[row, measure], bounds.most[row, measure]
            return _contradiction(_WHO[row], MEASURES[measure], low, high)
        for each in _sums():
            if wrong := _share(bounds, each):
                return wrong
    return NOTHING


def _share(bounds: Bounds, whole: _Sum) -> Text:
    """Narrow a sum by its parts, and each part by the sum and the other parts."""
    least, most, _ = bounds
    total, parts = whole.total, whole.parts
    low, high = sum(least[part] for part in parts), sum(most[part] for part in parts)
    if isinstance(total, int):
        fewest = greatest = total
    else:
        fewest, greatest = least[total], most[total]
        least[total], most[total] = max(fewest, low), min(greatest, high)
    if max(fewest, low) > min(greatest, high):
        return _contradiction(whole.who, whole.measure, max(fewest, low), min(greatest, high))
    for part in parts:
        least[part], most[part] = (
            max(least[part], fewest - (high - most[part])),
            min(most[part], greatest - (low - least[part])),
        )
    return NOTHING


def _honours(bounds: Bounds) -> None:
    """Aces and kings are controls, and have points."""
    least, most, _ = bounds
    for row in range(len(least)):
        aces, kings = (least[row, ACES], most[row, ACES]), (least[row, KINGS], most[row, KINGS])
        least[row, CONTROLS] = max(least[row, CONTROLS], 2 * aces[0] + kings[0])
        most[row, CONTROLS] = min(most[row, CONTROLS], 2 * aces[1] + kings[1])
        least[row, HCP] = max(least[row, HCP], 4 * aces[0] + 3 * kings[0])
        most[row, HCP] = min(most[row, HCP], 4 * aces[1] + 3 * kings[1] + _QUEENS_AND_JACKS)


def _contradiction(who: Text, measure: Text, low: int, high: int) -> Text:
    return Text(
        "{who}, {measure}: at least {low} would be needed, and at most {high} are possible",
        who=who,
        measure=measure,
        low=int(low),
        high=int(high),
    )
