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
    MINUS,
    PLUS,
    Award,
    Entry,
    Given,
    Rivals,
    Weighted,
    Worth,
    given_text,
    given_to,
    number_of,
    rivals_of,
    scores_of,
)
from igroteka.text import Text, plural


def matchpoints(entries: Sequence[Entry], expected: int | None = None) -> list[Worth]:
    """What each table's pairs get; `expected` is how many scores the board should have.

    A pair without a score gets None; one with an artificial score its percentage of the top. The
    matchpoints of weighted scores are weighted.
    """
    expected = _expected(entries, expected)
    fields = {
        (side, version): scores_of(entries, side, version)
        for side in (NS, EW)
        for version in {entry.version for entry in entries}
    }
    return [
        Worth(
            _one(entry.of(NS), fields[NS, entry.version], expected),
            _one(entry.of(EW), fields[EW, entry.version], expected),
        )
        for entry in entries
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
    if session is None or award not in (PLUS, MINUS):
        return award.percent
    chosen = max if award == PLUS else min
    return chosen(award.percent, session)


def explain(
    entries: Sequence[Entry],
    at: int,
    side: int = NS,
    expected: int | None = None,
    session: Fraction | None = None,
) -> Explanation:
    """What a side of one table gets, from the count of lower and equal scores on.

    `session` is the pair's percentage on its other boards, for an artificial score.
    """
    expected = _expected(entries, expected)
    own, top = given_to(entries, at, side), top_of(expected)
    if isinstance(own, Award):
        return _explain_award(own, session, top)
    scores = scores_of(entries, side, entries[at].version)
    figure = neuberg(_among_rivals(own, rivals_of(scores, own)), number_of(scores), expected)
    steps = [*_version_steps(entries, at, side, number_of(scores))]
    steps += _steps(own, scores, expected)
    title = Text("matchpoints for a score of {score}", score=given_text(own))
    return Explanation(title, figure, (*steps, Step(_share(percent(figure, expected), top))))


def _explain_award(award: Award, session: Fraction | None, top: int) -> Explanation:
    share = award_percent(award, session)
    figure = share * top / 100
    steps = [Step(_share(share, top), figure)]
    if share != award.percent:
        text = Text(
            "instead of it the pair's {percent} % on its other boards", percent=shown(share)
        )
        steps.insert(0, Step(text))
    return Explanation(award.title, figure, tuple(steps))


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


def _one(own: Given, scores: Rivals, expected: int) -> Fraction | None:
    if own is None:
        return None
    if isinstance(own, Award):
        return own.percent * top_of(expected) / 100
    return neuberg(_among_rivals(own, rivals_of(scores, own)), number_of(scores), expected)


def _among_rivals(own: Sequence[Weighted], others: Rivals) -> Fraction:
    """Two for each lower and one for each equal of the other scores, by all weights."""
    total = Fraction(0)
    for weight, score in own:
        lower, equal = _lower_and_equal(others, score)
        total += weight * (2 * lower + equal)
    return total


def _lower_and_equal(others: Rivals, score: int) -> tuple[Fraction, Fraction]:
    """How many of the other scores are lower, and how many equal."""
    lower = sum((often for other, often in others.items() if other < score), Fraction(0))
    return lower, Fraction(others.get(score, 0))


def _version_steps(entries: Sequence[Entry], at: int, side: int, compared: int) -> Iterator[Step]:
    if compared < number_of(scores_of(entries, side)):
        yield Step(_version_text(entries[at].version, compared))


def _steps(own: Sequence[Weighted], scores: Rivals, expected: int) -> Iterator[Step]:
    others = rivals_of(scores, own)
    for weight, score in own:
        lower, equal = _lower_and_equal(others, score)
        for things, count, worth in (
            (_lower_text(lower), lower, 2),
            (_equal_text(equal), equal, 1),
        ):
            text = Text("{things}, {worth} each", things=things, worth=worth)
            if weight != 1:
                share = {"percent": shown(100 * weight), "score": shown(score)}
                text = Text("{percent} % of {score}: {things}", things=text, **share)
            yield Step(text, weight * count * worth)
    if number_of(scores) < expected:
        yield _neuberg_step(_among_rivals(own, others), number_of(scores), expected)


def _lower_text(count: Fraction) -> Text:
    if count.denominator != 1:
        return Text("{number} lower scores by their weights", number=shown(count))
    return plural("{count} lower score", "{count} lower scores", count=int(count))


def _equal_text(count: Fraction) -> Text:
    if count.denominator != 1:
        return Text("{number} equal scores by their weights", number=shown(count))
    return plural("{count} equal score", "{count} equal scores", count=int(count))


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
