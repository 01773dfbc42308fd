"""Cross-IMPs: the average of a score's IMPs against every other score of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import EW, NS
from igroteka.games.bridge.scoring.entries import Entry, Worth, score_at, scores_for
from igroteka.games.bridge.scoring.explanation import Explanation, Step, counted, phrase, shown
from igroteka.games.bridge.scoring.imps import imps
from igroteka.text import Text


def cross_imps(entries: Sequence[Entry]) -> list[Worth]:
    """What each table's pairs get: sum of IMPs ÷ (n − 1), n the scores of the same version.

    A score without another to compare it with is worth 0; an artificial score its fixed IMPs.
    """
    return [Worth(_one(entries, at, NS), _one(entries, at, EW)) for at in range(len(entries))]


def explain(entries: Sequence[Entry], at: int, side: int = NS, language: str = "en") -> Explanation:
    """What a side of one table gets, comparison by comparison."""
    figure = _one(entries, at, side)
    if figure is None:
        raise IgrotekaError(Text("table {at} has no score on this board", at=at + 1))
    if awards := entries[at].awards:
        name = phrase(language, f"artificial.{awards[side].value}")
        return Explanation(name, figure, (Step(phrase(language, "artificial.imps"), figure),))
    score = score_at(entries, at, side)
    title = phrase(language, "cross_imps.title", score=shown(score))
    others = _others(entries, at, side)
    if not others:
        return Explanation(title, figure, (Step(phrase(language, "cross_imps.alone"), 0),))
    steps = []
    for other, times in sorted(Counter(others).items(), reverse=True):
        each = imps(score - other)
        text = phrase(
            language,
            "cross_imps.against",
            what=counted(language, "score", times),
            other=shown(other),
            difference=shown(score - other),
            imps=shown(each),
            n=len(others),
        )
        steps.append(Step(text, Fraction(each * times, len(others))))
    return Explanation(title, figure, tuple(steps))


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
