"""Matchpoints: two for each lower score of the board and one for each equal.

Where scores are missing, artificial or of other versions of the board, Neuberg's formula stretches
the matchpoints among the actual scores to the number of scores expected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from igroteka.basics.explanation import Explanation, Step, shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import EW, NS
from igroteka.games.bridge.scoring.entries import (
    Award,
    Entry,
    Worth,
    no_score,
    score_at,
    scores_for,
)
from igroteka.text import Text, plural


def matchpoints(entries: Sequence[Entry], expected: int | None = None) -> list[Worth]:
    """What each table's pairs get; `expected` is how many scores the board should have.

    A pair without a score gets None; one with an artificial score its percentage of the top.
    """
    expected = _expected(entries, expected)
    return [
        Worth(_one(entries, at, NS, expected), _one(entries, at, EW, expected))
        for at in range(len(entries))
    ]


def top_of(expected: int) -> int:
    """The most that a pair can get on a board of so many scores."""
    return 2 * (expected - 1)


def neuberg(matchpoints: int | Fraction, actual: int, expected: int) -> Fraction:
    """(M·E + E − A) / A: matchpoints among `actual` scores as if there were `expected`.

    >>> shown(neuberg(12, 7, 10), places=1)
    '17.6'
    """
    if not 1 <= actual <= expected:
        raise IgrotekaError(
            Text(
                "Neuberg's formula needs 1 to {expected} actual scores for {expected} "
                "expected, not {actual}",
                expected=expected,
                actual=actual,
            )
        )
    if not 0 <= matchpoints <= top_of(actual):
        raise IgrotekaError(
            plural(
                "among {count} score there are 0 to {top} matchpoints, not {matchpoints}",
                "among {count} scores there are 0 to {top} matchpoints, not {matchpoints}",
                count=actual,
                top=top_of(actual),
                matchpoints=shown(matchpoints),
            )
        )
    return (Fraction(matchpoints) * expected + expected - actual) / actual


def percent(matchpoints: Fraction, expected: int) -> Fraction:
    """Matchpoints as a percentage of the top; a board with one score is 50 %."""
    return 100 * matchpoints / top_of(expected) if expected > 1 else Fraction(50)


def award_percent(award: Award, session: Fraction | None = None) -> Fraction:
    """The percentage of an artificial score, given the pair's percentage on its other boards.

    Law 12C2(c): a pair above 60 % keeps its own percentage instead of average plus, and a pair
    below 40 % its own instead of average minus.
    """
    own = Fraction(award.percent)
    if session is None or award is Award.AVERAGE:
        return own
    return max(own, session) if award is Award.PLUS else min(own, session)


def explain(
    entries: Sequence[Entry],
    at: int,
    side: int = NS,
    expected: int | None = None,
) -> Explanation:
    """What a side of one table gets, from the count of lower and equal scores on."""
    expected = _expected(entries, expected)
    figure = _one(entries, at, side, expected)
    entry, top = entries[at], top_of(expected)
    if figure is None:
        raise IgrotekaError(no_score(at))
    if entry.awards:
        award = entry.awards[side]
        step = Step(_share(Fraction(award.percent), top), figure)
        return Explanation(award.title, figure, (step,))
    score = score_at(entries, at, side)
    steps = tuple(_steps(entries, entry.version, score, side, expected))
    title = Text("matchpoints for a score of {score}", score=shown(score))
    return Explanation(title, figure, (*steps, Step(_share(percent(figure, expected), top))))


def _share(percent: Fraction, top: int) -> Text:
    return Text("{percent} % of the top, which is {top}", percent=shown(percent), top=top)


def explain_neuberg(matchpoints: int | Fraction, actual: int, expected: int) -> Explanation:
    """Neuberg's formula with the numbers put in."""
    figure = neuberg(matchpoints, actual, expected)
    steps = (
        Step(_among(actual), Fraction(matchpoints)),
        _neuberg_step(Fraction(matchpoints), actual, expected, places=1),
    )
    title = plural(
        "{count} score instead of {expected}, by Neuberg's formula",
        "{count} scores instead of {expected}, by Neuberg's formula",
        count=actual,
        expected=expected,
    )
    return Explanation(title, figure, steps, places=1)


def _among(actual: int) -> Text:
    return plural(
        "matchpoints among the {count} actual score",
        "matchpoints among the {count} actual scores",
        count=actual,
    )


def _expected(entries: Sequence[Entry], expected: int | None) -> int:
    if expected is None:
        return len(entries)
    if expected < len(entries):
        raise IgrotekaError(
            plural(
                "{count} table can't be more than the {expected} expected",
                "{count} tables can't be more than the {expected} expected",
                count=len(entries),
                expected=expected,
            )
        )
    return expected


def _one(entries: Sequence[Entry], at: int, side: int, expected: int) -> Fraction | None:
    entry = entries[at]
    if entry.awards:
        return Fraction(entry.awards[side].percent * top_of(expected), 100)
    if entry.score is None:
        return None
    scores = scores_for(entries, side, entry.version)
    lower, equal = _lower_and_equal(scores, score_at(entries, at, side))
    return neuberg(2 * lower + equal, len(scores), expected)


def _lower_and_equal(scores: Sequence[int], score: int) -> tuple[int, int]:
    """How many of the other scores are lower, and how many equal; `score` is among them."""
    return sum(other < score for other in scores), sum(other == score for other in scores) - 1


def _steps(
    entries: Sequence[Entry], version: str, score: int, side: int, expected: int
) -> Iterator[Step]:
    scores = scores_for(entries, side, version)
    lower, equal = _lower_and_equal(scores, score)
    if len(scores) < len(scores_for(entries, side)):
        yield Step(_version_text(version, len(scores)))
    lower_scores = plural("{count} lower score", "{count} lower scores", count=lower)
    yield Step(Text("{things}, {worth} each", things=lower_scores, worth=2), 2 * lower)
    equal_scores = plural("{count} equal score", "{count} equal scores", count=equal)
    yield Step(Text("{things}, {worth} each", things=equal_scores, worth=1), equal)
    if len(scores) < expected:
        yield _neuberg_step(Fraction(2 * lower + equal), len(scores), expected)


def _version_text(version: str, count: int) -> Text:
    return Text(
        "compared only among the scores of version {version}: {count}",
        version=version or Text("without a mark"),
        count=count,
    )


def _neuberg_step(matchpoints: Fraction, actual: int, expected: int, places: int = 2) -> Step:
    """The formula, and what it adds to the matchpoints among the actual scores."""
    result = neuberg(matchpoints, actual, expected)
    rounded = shown(result, places)
    text = Text(
        "Neuberg: (M × E + E − A) / A = ({m} × {e} + {e} − {a}) / {a} = {result}; this adds",
        m=shown(matchpoints),
        e=expected,
        a=actual,
        result=rounded if result.denominator == 1 else f"{result} = {rounded}",
    )
    return Step(text, result - matchpoints)
