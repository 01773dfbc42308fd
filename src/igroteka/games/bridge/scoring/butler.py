"""Butler: IMPs of a score against the datum, an average score of the board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from statistics import median
from typing import Final

from igroteka.basics.explanation import Explanation, Step, shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import EW, NS
from igroteka.games.bridge.scoring.entries import (
    Award,
    Entry,
    Given,
    Weighted,
    Worth,
    fixed_imps,
    given_text,
    given_to,
)
from igroteka.games.bridge.scoring.imps import difference_text, imps, row_text
from igroteka.text import Text, listed, quoted

DATUMS: Final = ("mean", "median", "trimmed")
"""The mean, the median, and the mean without the highest and the lowest score."""
TRIMMED_FROM: Final = 3
"""How many scores it takes to leave the extremes out."""


def butler(entries: Sequence[Entry], datum: str = "mean") -> list[Worth]:
    """What each table's pairs get; an artificial score is worth its fixed IMPs.

    The IMPs of weighted scores are weighted; their mean takes part in the datum.
    """
    fields = {
        (side, version): scores_for(entries, side, version)
        for side in (NS, EW)
        for version in {entry.version for entry in entries}
    }
    datums = {field: datum_of(scores, datum) for field, scores in fields.items() if scores}
    return [
        Worth(
            _one(entry.of(NS), datums.get((NS, entry.version), 0)),
            _one(entry.of(EW), datums.get((EW, entry.version), 0)),
        )
        for entry in entries
    ]


def scores_for(entries: Sequence[Entry], side: int, version: str | None = None) -> list[Fraction]:
    """The tables' scores seen from a side, of one version or of all; of weighted ones the mean."""
    given = [entry.of(side) for entry in entries if version in (None, entry.version)]
    return [
        sum((weight * score for weight, score in each), Fraction(0))
        for each in given
        if isinstance(each, tuple)
    ]


def datum_of(scores: Sequence[int | Fraction], datum: str = "mean") -> int:
    """The datum of some scores, rounded to ten, a five away from zero.

    Fewer than three scores have no extremes: `trimmed` is then the mean of all. Raises
    `IgrotekaError` without any score.
    """
    return _to_ten(_average(scores, datum))


def explain(
    entries: Sequence[Entry],
    at: int,
    side: int = NS,
    datum: str = "mean",
) -> Explanation:
    """What a side of one table gets: the datum, the difference, the row of the scale."""
    own = given_to(entries, at, side)
    if isinstance(own, Award):
        return fixed_imps(own)
    scores = scores_for(entries, side, entries[at].version)
    rounded = datum_of(scores, datum)
    steps = [Step(_datum_text(scores, datum))]
    for weight, score in own:
        steps.append(Step(difference_text(score, rounded)))
        figure = weight * imps(score - rounded)
        text = row_text(score - rounded)
        if weight != 1:
            text = Text("{row}, of this {percent} %", row=text, percent=shown(100 * weight))
        steps.append(Step(text, figure))
    title = Text("Butler IMPs for a score of {score}", score=given_text(own))
    return Explanation(title, _against(own, rounded), tuple(steps))


def _datum_text(scores: Sequence[Fraction], datum: str) -> Text:
    parts = {
        "scores": listed(map(shown, sorted(scores, reverse=True))),
        "average": shown(_average(scores, datum)),
        "datum": shown(datum_of(scores, datum)),
    }
    if datum == "median":
        return Text("the median of {scores} is {average}, the datum {datum}", **parts)
    if datum == "trimmed" and len(scores) >= TRIMMED_FROM:
        return Text(
            "the mean of {scores} without the highest and the lowest is {average}, the datum "
            "{datum}",
            **parts,
        )
    return Text("the mean of {scores} is {average}, the datum {datum}", **parts)


def _one(own: Given, datum: int) -> Fraction | None:
    if isinstance(own, tuple):
        return _against(own, datum)
    return None if own is None else own.imps


def _against(own: Sequence[Weighted], datum: int) -> Fraction:
    return sum((weight * imps(score - datum) for weight, score in own), Fraction(0))


def _average(scores: Sequence[int | Fraction], datum: str) -> Fraction:
    if datum not in DATUMS:
        raise IgrotekaError(
            Text(
                "there is no datum {datum}; there are {names}",
                datum=quoted(datum),
                names=listed(DATUMS),
            )
        )
    if not scores:
        raise IgrotekaError(Text("a board without scores has no datum"))
    if datum == "median":
        return Fraction(median(map(Fraction, scores)))
    if datum == "trimmed" and len(scores) >= TRIMMED_FROM:
        scores = sorted(scores)[1:-1]
    return Fraction(sum(scores)) / len(scores)


def _to_ten(average: Fraction) -> int:
    tens = int(abs(average) / 10 + Fraction(1, 2))
    return -10 * tens if average < 0 else 10 * tens
