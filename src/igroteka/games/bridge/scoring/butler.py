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
    Entry,
    Worth,
    fixed_imps,
    no_score,
    score_at,
    scores_for,
)
from igroteka.games.bridge.scoring.imps import difference_text, imps, row_text
from igroteka.text import Text, listed, quoted

DATUMS: Final = ("mean", "median", "trimmed")
"""The mean, the median, and the mean without the highest and the lowest score."""
TRIMMED_FROM: Final = 3
"""How many scores it takes to leave the extremes out."""


def butler(entries: Sequence[Entry], datum: str = "mean") -> list[Worth]:
    """What each table's pairs get; an artificial score is worth its fixed IMPs."""
    return [
        Worth(_one(entries, at, NS, datum), _one(entries, at, EW, datum))
        for at in range(len(entries))
    ]


def datum_of(scores: Sequence[int], datum: str = "mean") -> int:
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
    figure = _one(entries, at, side, datum)
    if figure is None:
        raise IgrotekaError(no_score(at))
    if awards := entries[at].awards:
        return fixed_imps(awards[side])
    score = score_at(entries, at, side)
    scores = scores_for(entries, side, entries[at].version)
    rounded = datum_of(scores, datum)
    steps = (
        Step(_datum_text(scores, datum)),
        Step(difference_text(score, rounded)),
        Step(row_text(score - rounded), figure),
    )
    return Explanation(
        Text("Butler IMPs for a score of {score}", score=shown(score)), figure, steps
    )


def _datum_text(scores: Sequence[int], datum: str) -> Text:
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


def _one(entries: Sequence[Entry], at: int, side: int, datum: str) -> Fraction | None:
    entry = entries[at]
    if entry.awards:
        return Fraction(entry.awards[side].imps)
    if entry.score is None:
        return None
    scores = scores_for(entries, side, entry.version)
    return Fraction(imps(score_at(entries, at, side) - datum_of(scores, datum)))


def _average(scores: Sequence[int], datum: str) -> Fraction:
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
    return Fraction(sum(scores), len(scores))


def _to_ten(average: Fraction) -> int:
    tens = int(abs(average) / 10 + Fraction(1, 2))
    return -10 * tens if average < 0 else 10 * tens
