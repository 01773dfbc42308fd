"""Cross-IMPs: the average of a score's IMPs against every other score of the board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from igroteka.basics.explanation import Explanation, Step, shown
from igroteka.games.bridge.boards import EW, NS
from igroteka.games.bridge.scoring.entries import (
    Award,
    Entry,
    Given,
    Rivals,
    Weighted,
    Worth,
    fixed_imps,
    given_text,
    given_to,
    number_of,
    rivals_of,
    scores_of,
)
from igroteka.games.bridge.scoring.imps import imps
from igroteka.text import Text, plural


def cross_imps(entries: Sequence[Entry]) -> list[Worth]:
    """What each table's pairs get: sum of IMPs ÷ (n − 1), n the scores of the same version.

    A score without another to compare it with is worth 0; an artificial score its fixed IMPs. The
    IMPs of weighted scores are weighted.
    """
    fields = {
        (side, version): scores_of(entries, side, version)
        for side in (NS, EW)
        for version in {entry.version for entry in entries}
    }
    return [
        Worth(
            _one(entry.of(NS), fields[NS, entry.version]),
            _one(entry.of(EW), fields[EW, entry.version]),
        )
        for entry in entries
    ]


def explain(entries: Sequence[Entry], at: int, side: int = NS) -> Explanation:
    """What a side of one table gets, comparison by comparison."""
    own = given_to(entries, at, side)
    if isinstance(own, Award):
        return fixed_imps(own)
    scores = scores_of(entries, side, entries[at].version)
    title = Text("cross-IMPs for a score of {score}", score=given_text(own))
    others = rivals_of(scores, own)
    if not others:
        alone = Step(Text("there is no other score to compare with"), 0)
        return Explanation(title, Fraction(0), (alone,))
    steps = tuple(
        _comparison(weighted, other, often, number_of(others))
        for weighted in own
        for other, often in sorted(others.items(), reverse=True)
    )
    return Explanation(title, _against(own, others), steps)


def _comparison(own: Weighted, other: int, often: Fraction, number: int) -> Step:
    """One score against the tables that made another."""
    difference = own.score - other
    against = (
        plural(
            "against {count} score of {other}",
            "against {count} scores of {other}",
            count=int(often),
            other=shown(other),
        )
        if often.denominator == 1
        else Text("against {share} of a score of {other}", share=str(often), other=shown(other))
    )
    divided = plural(
        "divided by the {count} other score",
        "divided by the {count} other scores",
        count=number,
    )
    text = Text(
        "{against}: {difference}, {divided}",
        against=against,
        difference=_in_imps(difference, imps(difference)),
        divided=divided,
    )
    if own.weight != 1:
        text = Text("{percent} % of {comparison}", percent=shown(100 * own.weight), comparison=text)
    return Step(text, own.weight * imps(difference) * often / number)


def _in_imps(difference: int, worth: int) -> Text:
    """A difference and its IMPs, both with their sign."""
    return plural(
        "difference {difference} is {worth} IMP",
        "difference {difference} is {worth} IMPs",
        count=abs(worth),
        difference=shown(difference),
        worth=shown(worth),
    )


def _one(own: Given, scores: Rivals) -> Fraction | None:
    if isinstance(own, tuple):
        return _against(own, rivals_of(scores, own))
    return None if own is None else own.imps


def _against(own: Sequence[Weighted], others: Rivals) -> Fraction:
    if not others:
        return Fraction(0)
    total = sum(
        weight * often * imps(score - other)
        for weight, score in own
        for other, often in others.items()
    )
    return Fraction(total) / number_of(others)
