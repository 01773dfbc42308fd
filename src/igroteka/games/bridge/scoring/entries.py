"""The results of one board at all its tables, and what each is worth to its two pairs.

A table has a score, or each of its sides was given something: an artificial score, or a score of
its own, which may be weighted of several (Law 12C1c). Given scores are compared with the others by
their weights; artificial ones are not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from igroteka.basics.explanation import Explanation, Step, shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.scoring.data import table
from igroteka.text import Text, all_of


@dataclass(frozen=True)
class Award:
    """An artificial score for a side that could not play the board, or was to blame."""

    amount: Fraction
    unit: Literal["%", "IMP"] = "%"

    def __post_init__(self) -> None:
        if self.unit == "%" and not 0 <= self.amount <= 100:
            raise IgrotekaError(
                Text("a side gets 0 to 100 % of a board, not {amount} %", amount=shown(self.amount))
            )

    @property
    def title(self) -> Text:
        """What players call it."""
        if self in _TITLES:
            return _TITLES[self]
        if self.unit == "IMP":
            return Text("an artificial score of {imps} IMPs", imps=shown(self.amount))
        return Text("an artificial score of {percent} %", percent=shown(self.amount))

    @property
    def percent(self) -> Fraction:
        """Its share of the top at matchpoints; IMPs as many tens of percent as they stand for."""
        if self.unit == "%":
            return self.amount
        found = AVERAGE.amount + self.amount * 10 / _imps_for_ten()
        return min(max(found, Fraction(0)), Fraction(100))

    @property
    def imps(self) -> Fraction:
        """Its worth where results are IMPs: three for each ten percent from the average."""
        if self.unit == "IMP":
            return self.amount
        return (self.amount - AVERAGE.amount) * _imps_for_ten() / 10

    def __str__(self) -> str:
        if self.unit == "IMP":
            return f"{signed(self.amount)} IMP"
        return f"{plain(self.amount)}%"


def _imps_for_ten() -> int:
    found: int = table("artificial.toml")["imps"]["for_ten_percent"]
    return found


def _average(name: str) -> Award:
    return Award(Fraction(table("artificial.toml")["percent"][name]))


PLUS: Final = _average("plus")
"""Average plus: the pair was not to blame."""
AVERAGE: Final = _average("average")
MINUS: Final = _average("minus")
"""Average minus: the pair was to blame."""
_TITLES: Final = {
    PLUS: Text("average plus"),
    AVERAGE: Text("average"),
    MINUS: Text("average minus"),
}


class Weighted(NamedTuple):
    """A score, and how much of it a side gets."""

    weight: Fraction
    score: int
    """Points of North–South in an entry; of the side where it is compared."""


Given: TypeAlias = Award | tuple[Weighted, ...] | None
"""What one side gets: an artificial score, weighted scores, or nothing."""


@dataclass(frozen=True)
class Entry:
    """What one table got on a board: a score, something given to each side, or nothing."""

    score: int | None = None
    """Points of North–South."""
    given: tuple[Given, Given] | None = None
    """What North–South and East–West were given; the table then has no score of its own."""
    version: str = ""
    """Which cards were played, if the board was fouled and not all tables had the same."""

    def __post_init__(self) -> None:
        if self.score is not None and self.given:
            raise IgrotekaError(Text("a table has a score or artificial scores, not both"))
        for given in self.given or ():
            if isinstance(given, tuple):
                check_weights([each.weight for each in given])

    def of(self, side: int) -> Given:
        """What a side gets; scores are seen from that side."""
        if self.score is not None:
            return (Weighted(Fraction(1), -self.score if side else self.score),)
        given = self.given[side] if self.given else None
        if isinstance(given, tuple) and side:
            return tuple(Weighted(each.weight, -each.score) for each in given)
        return given


def check_weights(weights: Iterable[Fraction]) -> None:
    """Raise `IgrotekaError` for weights that are not all of a score."""
    total = sum(found := list(weights))
    if total != 1 or min(found) <= 0:
        raise IgrotekaError(
            Text(
                "the weights of a score make 100 % together, not {total} %",
                total=shown(100 * Fraction(total)),
            )
        )


@dataclass(frozen=True)
class Worth:
    """What a board is worth to the two pairs of a table; None to a pair that gets nothing."""

    ns: Fraction | None
    ew: Fraction | None

    def of(self, side: int) -> Fraction | None:
        """The worth to a side."""
        return self.ew if side else self.ns


Rivals: TypeAlias = Mapping[int, Fraction]
"""Scores to compare with, each with how often it was made; given ones by their weights."""


def scores_of(entries: Iterable[Entry], side: int, version: str | None = None) -> Rivals:
    """How often each score was made, seen from a side, of one version or of all."""
    found: Counter[int] = Counter()
    weighted: dict[int, Fraction] = {}
    for entry in entries:
        if version not in (None, entry.version):
            continue
        if entry.score is not None:
            found[-entry.score if side else entry.score] += 1
        elif isinstance(given := entry.of(side), tuple):
            for weight, score in given:
                weighted[score] = weighted.get(score, Fraction(0)) + weight
    return {score: found[score] + weighted.get(score, Fraction(0)) for score in {*found, *weighted}}


def rivals_of(scores: Rivals, own: Sequence[Weighted]) -> Rivals:
    """These scores without a table's own, which is among them."""
    rest = dict(scores)
    for weight, score in own:
        rest[score] -= weight
    return {score: often for score, often in rest.items() if often}


def number_of(scores: Rivals) -> int:
    """How many tables made these scores."""
    return int(sum(scores.values()))


def given_to(entries: Sequence[Entry], at: int, side: int) -> Award | tuple[Weighted, ...]:
    """What a side of one table gets. Raises `IgrotekaError` if it has nothing."""
    given = entries[at].of(side)
    if given is None:
        raise IgrotekaError(no_score(at))
    return given


def no_score(at: int) -> Text:
    """Why nothing can be said of a table, counted from 0."""
    return Text("table {number} has no score on this board", number=at + 1)


def fixed_imps(award: Award) -> Explanation:
    """What an artificial score is worth where results are IMPs."""
    step = Step(Text("the fixed IMPs of an artificial score"), award.imps)
    return Explanation(award.title, award.imps, (step,))


def given_text(own: Sequence[Weighted]) -> Text:
    """A score, or the weighted ones: `50 % of 420 and 50 % of −50`."""
    if len(own) == 1:
        return all_of([shown(own[0].score)])
    return all_of(
        Text("{percent} % of {score}", percent=shown(100 * weight), score=shown(score))
        for weight, score in own
    )


def plain(figure: Fraction) -> str:
    """A figure as it is typed: with a hyphen for the sign, to four places."""
    return shown(figure, places=4).replace("−", "-")


def signed(figure: Fraction) -> str:
    """A figure as it is typed, with its sign."""
    return f"+{plain(figure)}" if figure > 0 else plain(figure)
