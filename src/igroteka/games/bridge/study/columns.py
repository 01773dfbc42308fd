"""What is measured of a contract and the two hands that play it, by name and in one place.

`SEED` are the columns of the original study: the points of both hands together, and how many cards
of each suit they have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from igroteka.basics.observations import Column, Floats
from igroteka.contract import BadOption
from igroteka.games.bridge.bidding.features import (
    HCP,
    STOP,
    Many,
    as_matrix,
    measure_many,
)
from igroteka.games.bridge.boards import from_dealer
from igroteka.games.bridge.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from igroteka.games.bridge.contracts import NOTRUMP, STRAINS
from igroteka.games.bridge.study.played_contracts import PlayedContract
from igroteka.games.bridge.words import strain_text
from igroteka.text import Text, listed, quoted

_ACE, _KING, _QUEEN, _JACK, _TEN = 12, 11, 10, 9, 8


class Sides(NamedTuple):
    """Many contracts at once, with the hands as rows × suits × ranks of zeros and ones."""

    declarer: npt.NDArray[np.int16]
    dummy: npt.NDArray[np.int16]
    declarer_measures: Many
    dummy_measures: Many
    level: Floats
    strain: npt.NDArray[np.int64]
    doubled: Floats
    vulnerability: Floats
    """0 nobody, 1 declarer's side, 2 the defenders, 3 all; NaN if it is not told."""

    @property
    def lengths(self) -> Any:
        """Rows × suits: both hands together."""
        return self.declarer.sum(axis=2) + self.dummy.sum(axis=2)

    @classmethod
    def of(cls, played: Sequence[PlayedContract]) -> Sides:
        """All that the columns need."""
        declarer, dummy = (
            as_matrix([getattr(each, name) for each in played])
            for name in ("declarer_hand", "dummy_hand")
        )
        return cls(
            declarer.reshape(-1, 4, 13).astype(np.int16),
            dummy.reshape(-1, 4, 13).astype(np.int16),
            measure_many(declarer),
            measure_many(dummy),
            np.array([float(each.contract.level) for each in played]),
            np.array([each.contract.strain for each in played]),
            np.array([float(each.contract.doubled) for each in played]),
            np.array([_vulnerability(each) for each in played]),
        )


class Measure(NamedTuple):
    """A column and how it is computed."""

    column: Column
    of: Callable[[Sides], Any]


def _vulnerability(played: PlayedContract) -> float:
    declarer = played.contract.declarer
    if played.vulnerability is None or declarer is None:
        return np.nan
    return float(from_dealer(played.vulnerability, declarer))


def _points(sides: Sides) -> Any:
    return sides.declarer_measures[HCP] + sides.dummy_measures[HCP]


def _suit(suit: int) -> Callable[[Sides], Any]:
    return lambda sides: sides.lengths[:, suit]


def _in_trumps(sides: Sides, counts: npt.NDArray[Any]) -> Any:
    """Of rows × suits the trump suit's; 0 at notrump."""
    rows = np.arange(len(counts))
    return np.where(sides.strain == NOTRUMP, 0, counts[rows, sides.strain % NOTRUMP])


def _trump_honours(sides: Sides) -> Any:
    both = sides.declarer + sides.dummy
    return _in_trumps(sides, both[:, :, _TEN:].sum(axis=2))


def controls(hand: npt.NDArray[np.int16]) -> Any:
    """Two for an ace, one for a king, of many hands: rows × suits × ranks."""
    ranks = hand.sum(axis=1)
    return 2 * ranks[:, _ACE] + ranks[:, _KING]


def losers(hand: npt.NDArray[np.int16]) -> Any:
    """In each suit up to three cards, less an ace, a king in two and a queen in three or more."""
    length = hand.sum(axis=2)
    covered = (
        hand[:, :, _ACE] + hand[:, :, _KING] * (length >= 2) + hand[:, :, _QUEEN] * (length >= 3)
    )
    return (np.minimum(length, 3) - covered).sum(axis=1)


def _losers(sides: Sides) -> Any:
    return losers(sides.declarer) + losers(sides.dummy)


def _stoppers(sides: Sides) -> Any:
    either = (sides.declarer_measures[STOP] + sides.dummy_measures[STOP]) > 0
    return either.sum(axis=0)


def _shortest_trumps(sides: Sides) -> Any:
    lengths = [_in_trumps(sides, hand.sum(axis=2)) for hand in (sides.declarer, sides.dummy)]
    return np.minimum(*lengths)


_BALANCED, _SEMIBALANCED, _ONE, _TWO, _THREE = range(5)
SHAPES: Final = (
    Text("balanced"),
    Text("semi-balanced"),
    Text("one suit"),
    Text("two suits"),
    Text("three suits"),
)


def shape_class(hand: npt.NDArray[np.int16]) -> Any:
    """Of many hands an index of `SHAPES`."""
    lengths = np.sort(hand.sum(axis=2), axis=1)[:, ::-1]
    longest, second, third, fourth = lengths.T
    return np.select(
        [
            (fourth >= 2) & (longest <= 5) & (third >= 3),
            (fourth >= 2) & (longest <= 6) & (second <= 4),
            third >= 4,
            second >= 4,
        ],
        [_BALANCED, _SEMIBALANCED, _THREE, _TWO],
        _ONE,
    )


_TABLE: Final = (
    Measure(
        Column("points", Text("points together"), Text("High-card points of both hands.")), _points
    ),
    Measure(
        Column("spades", Text("spades together"), Text("Spades in both hands.")), _suit(SPADES)
    ),
    Measure(
        Column("hearts", Text("hearts together"), Text("Hearts in both hands.")), _suit(HEARTS)
    ),
    Measure(
        Column("diamonds", Text("diamonds together"), Text("Diamonds in both hands.")),
        _suit(DIAMONDS),
    ),
    Measure(Column("clubs", Text("clubs together"), Text("Clubs in both hands.")), _suit(CLUBS)),
    Measure(
        Column("level", Text("level"), Text("The level of the contract, 1 to 7.")),
        lambda sides: sides.level,
    ),
    Measure(
        Column(
            "strain",
            Text("strain"),
            Text("The strain of the contract."),
            tuple(map(strain_text, range(len(STRAINS)))),
        ),
        lambda sides: sides.strain,
    ),
    Measure(
        Column("fit", Text("trumps together"), Text("Trumps in both hands; 0 at notrump.")),
        lambda sides: _in_trumps(sides, sides.lengths),
    ),
    Measure(
        Column(
            "trump_honours",
            Text("trump honours"),
            Text("Ace to ten of trumps in both hands; 0 at notrump."),
        ),
        _trump_honours,
    ),
    Measure(
        Column(
            "shorter_trumps",
            Text("trumps in the shorter hand"),
            Text("Trumps in the hand that has fewer; 0 at notrump."),
        ),
        _shortest_trumps,
    ),
    Measure(
        Column(
            "longest",
            Text("longest suit together"),
            Text("Cards of the suit of which both hands together have most."),
        ),
        lambda sides: sides.lengths.max(axis=1),
    ),
    Measure(
        Column("controls", Text("controls"), Text("Two for an ace, one for a king, both hands.")),
        lambda sides: controls(sides.declarer + sides.dummy),
    ),
    Measure(
        Column(
            "losers",
            Text("losers"),
            Text(
                "Losing tricks of both hands: in each suit up to three cards, less an ace, a king "
                "in two and a queen in three."
            ),
        ),
        _losers,
    ),
    Measure(
        Column(
            "stoppers",
            Text("suits stopped"),
            Text("Suits in which a hand has an ace, K2, Q32 or J432, or better."),
        ),
        _stoppers,
    ),
    Measure(
        Column("declarer_points", Text("declarer's points"), Text("High-card points of declarer.")),
        lambda sides: sides.declarer_measures[HCP],
    ),
    Measure(
        Column("dummy_points", Text("dummy's points"), Text("High-card points of dummy.")),
        lambda sides: sides.dummy_measures[HCP],
    ),
    Measure(
        Column(
            "declarer_shape",
            Text("declarer's shape"),
            Text(
                "Balanced (4333, 4432, 5332), semi-balanced (5422, 6322), three suits of four or "
                "more, two such suits, or one."
            ),
            SHAPES,
        ),
        lambda sides: shape_class(sides.declarer),
    ),
    Measure(
        Column("dummy_shape", Text("dummy's shape"), Text("The same of dummy."), SHAPES),
        lambda sides: shape_class(sides.dummy),
    ),
    Measure(
        Column(
            "vulnerability",
            Text("vulnerable"),
            Text("Who is vulnerable, as declarer sees it."),
            (Text("nobody"), Text("declarer"), Text("defenders"), Text("everybody")),
        ),
        lambda sides: sides.vulnerability,
    ),
    Measure(
        Column(
            "doubled",
            Text("doubling"),
            Text("Whether the contract is doubled or redoubled."),
            (Text("undoubled"), Text("doubled"), Text("redoubled")),
        ),
        lambda sides: sides.doubled,
    ),
)
COLUMNS: Final = {measure.column.name: measure for measure in _TABLE}
"""All that can be measured, in the order in which ties are decided."""
SEED: Final = ("points", "spades", "hearts", "diamonds", "clubs")


def chosen_columns(text: str) -> tuple[str, ...]:
    """The columns that `points,level` names; `seed` and `all` name several. Raises `BadOption`."""
    sets: dict[str, Sequence[str]] = {"seed": SEED, "all": tuple(COLUMNS)}
    names: dict[str, None] = {}
    for word in text.replace(",", " ").split():
        if word not in COLUMNS and word not in sets:
            raise BadOption(
                Text(
                    "there is no column {text}; the columns are {names}, and seed or all for "
                    "several",
                    text=quoted(word),
                    names=listed(COLUMNS),
                )
            )
        names |= dict.fromkeys(sets.get(word, (word,)))
    if not names:
        raise BadOption(Text("no column is named; the columns are {names}", names=listed(COLUMNS)))
    return tuple(names)


def measured(played: Sequence[PlayedContract], names: Sequence[str]) -> Floats:
    """Rows × columns of these names."""
    sides = Sides.of(played)
    return np.stack([COLUMNS[name].of(sides).astype(np.float64) for name in names], axis=1)
