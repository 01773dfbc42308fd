"""What bidding rules measure of a hand, as a row of numbers: for one hand, or for many at once."""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import Final

import numpy as np
import numpy.typing as npt

from igroteka.games.bridge.cards import Cards

Row = tuple[int, ...]
"""The measures of one hand, by the numbers below."""
Many = npt.NDArray[np.int16]
"""The measures of many hands: a line a measure, a column a hand."""

_number: Final = count()
HCP: Final = next(_number)
"""High-card points."""
POINTS: Final = next(_number)
"""High-card points and one for each card beyond four in a suit."""
OPENING: Final = next(_number)
"""High-card points and the lengths of the two longest suits."""
BALANCED: Final = next(_number)
"""1 for 4333, 4432 and 5332."""
SEMIBALANCED: Final = next(_number)
"""1 for no singleton and no suit of seven."""
ACES: Final = next(_number)
LENGTH: Final = [next(_number) for _ in range(4)]
SUPPORT: Final = [next(_number) for _ in range(4)]
"""High-card points and shortness, if this suit is trumps."""
TOP: Final = [next(_number) for _ in range(4)]
"""How many of ace, king and queen."""
HONOURS: Final = [next(_number) for _ in range(4)]
"""How many of the five honours."""
STOP: Final = [next(_number) for _ in range(4)]
"""1 with a stopper at notrump: ace, guarded king, queen or jack."""
LONGEST: Final = [next(_number) for _ in range(4)]
"""1 for a suit that no other is longer than."""
OTHERS: Final = [next(_number) for _ in range(4)]
"""The shortest of the three other suits."""
LONGER: Final = [[next(_number) for _ in range(4)] for _ in range(4)]
"""How much longer the first suit is than the second."""
MEASURES: Final = next(_number)

_PLACES: Final = np.arange(52)
_SHORTNESS: Final = tuple(
    np.array(worth + (0,) * 11, dtype=np.int16) for worth in ((3, 2, 1), (5, 3, 1))
)
"""What a suit of each length is worth with up to three trumps, and with more."""


@lru_cache(maxsize=20_000)
def measure(hand: Cards) -> Row:
    """The measures of one hand."""
    column = measure_many(as_matrix([hand]))[:, 0]
    return tuple(int(value) for value in column)


def as_matrix(hands: list[Cards]) -> npt.NDArray[np.bool_]:
    """Hands as rows of fifty-two truths."""
    halves = np.array([[hand & 0xFFFFFFFF, hand >> 32] for hand in hands], dtype=np.int64)
    low = halves[:, :1] >> _PLACES[:32] & 1
    high = halves[:, 1:] >> (_PLACES[32:] - 32) & 1
    return np.concatenate([low, high], axis=1).astype(np.bool_)


def measure_many(hands: npt.NDArray[np.bool_]) -> Many:
    """The measures of many hands, given as rows of fifty-two truths."""
    cards = hands.reshape(len(hands), 4, 13).astype(np.int16)
    found = np.zeros((MEASURES, len(hands)), dtype=np.int16)
    length = cards.sum(axis=2)
    ordered = np.sort(length, axis=1)
    found[HCP] = (cards[:, :, 9:] * np.array([1, 2, 3, 4], np.int16)).sum(axis=(1, 2))
    found[POINTS] = found[HCP] + np.maximum(length - 4, 0).sum(axis=1)
    found[OPENING] = found[HCP] + ordered[:, 3] + ordered[:, 2]
    found[BALANCED] = (ordered[:, 0] >= 2) & (ordered[:, 3] <= 5) & (ordered[:, 1] >= 3)
    found[SEMIBALANCED] = (ordered[:, 0] >= 2) & (ordered[:, 3] <= 6)
    found[ACES] = cards[:, :, 12].sum(axis=1)
    found[LENGTH] = length.T
    found[TOP] = cards[:, :, 10:].sum(axis=2).T
    found[HONOURS] = cards[:, :, 8:].sum(axis=2).T
    found[STOP] = _stoppers(cards, length).T
    found[LONGEST] = (length == ordered[:, 3:]).T
    _measure_pairs(found, length)
    return found


def _stoppers(cards: npt.NDArray[np.int16], length: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    ace, king, queen, jack = (cards[:, :, rank] > 0 for rank in (12, 11, 10, 9))
    return ace | king & (length > 1) | queen & (length > 2) | jack & (length > 3)


def _measure_pairs(found: Many, length: npt.NDArray[np.int16]) -> None:
    """What is measured of a suit against the others."""
    few, many = (worth[length] for worth in _SHORTNESS)
    for suit in range(4):
        others = [other for other in range(4) if other != suit]
        short = np.where(length[:, suit] > 3, many[:, others].sum(1), few[:, others].sum(1))
        found[SUPPORT[suit]] = found[HCP] + short
        found[OTHERS[suit]] = length[:, others].min(axis=1)
        found[LONGER[suit]] = (length[:, suit, None] - length).T
