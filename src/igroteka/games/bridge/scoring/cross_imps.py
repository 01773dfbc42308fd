"""Cross-IMPs: the average of a score's IMPs against every other score of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

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
from igroteka.games.bridge.scoring.imps import imps
from igroteka.text import Text, plural


def cross_imps(entries: Sequence[Entry]) -> list[Worth]:
    """What each table's pairs get: sum of IMPs ÷ (n − 1), n the scores of the same version.

    A score without another to compare it with is worth 0; an artificial score its fixed IMPs.
    """
    return [Worth(_one(entries, at, NS), _one(entries, at, EW)) for at in range(len(entries))]


def explain(entries: Sequence[Entry], at: int, side: int = NS) -> Explanation:
    """What a side of one table gets, comparison by comparison."""
    figure = _one(entries, at, side)
    if figure is None:
        raise IgrotekaError(no_score(at))
    if awards := entries[at].awards:
        return fixed_imps(awards[side])
    score = score_at(entries, at, side)
    title = Text("cross-IMPs for a score of {score}", score=shown(score))
    others = _others(entries, at, side)
    if not others:
        alone = Step(Text("there is no other score to compare with"), 0)
        return Explanation(title, figure, (alone,))
    steps = []
    for other, times in sorted(Counter(others).items(), reverse=True):
        each = imps(score - other)
        text = Text(
            "{against}: {difference}, {divided}",
            against=plural(
                "against {count} score of {other}",
                "against {count} scores of {other}",
                count=times,
                other=shown(other),
            ),
            difference=_in_imps(score - other, each),
            divided=plural(
                "divided by the {count} other score",
                "divided by the {count} other scores",
                count=len(others),
            ),
        )
        steps.append(Step(text, Fraction(each * times, len(others))))
    return Explanation(title, figure, tuple(steps))


def _in_imps(difference: int, worth: int) -> Text:
    """A difference and its IMPs, both with their sign."""
    return plural(
        "difference {difference} is {worth} IMP",
        "difference {difference} is {worth} IMPs",
        count=abs(worth),
        difference=shown(difference),
        worth=shown(worth),
    )


def _one(entries: Sequence[Entry], at: int, side: int) -> Fraction | None:
    entry = entries[at]
    if entry.awards:
        return Fraction(entry.awards[side].imps)
    if entry.score is None:
        return None
    score, others = score_at(entries, at, side), _others(entries, at, side)
    if not others:
        return Fraction(0)
    return Fraction(sum(imps(score - other) for other in others), len(others))


def _others(entries: Sequence[Entry], at: int, side: int) -> list[int]:
    """The scores that this table's is compared with."""
    rest = [*entries[:at], *entries[at + 1 :]]
    return scores_for(rest, side, entries[at].version)
