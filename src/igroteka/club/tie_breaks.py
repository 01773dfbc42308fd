"""What parts equal standings: strength of opponents, matches won, the meetings of the tied."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from igroteka.basics.explanation import Explanation, Step
from igroteka.records.contest import Scoring
from igroteka.text import Text, joined


class Game(NamedTuple):
    """A round of one contestant: against whom, and what it brought."""

    round: int
    contestant: int
    opponents: tuple[int, ...]
    """None in a round without opponents."""
    points: Fraction


class Part(NamedTuple):
    """What one meeting adds to a tie break."""

    opponents: tuple[int, ...]
    amount: Fraction


@dataclass(frozen=True)
class Group:
    """Contestants who share a place, with what their tie breaks came to."""

    contestants: tuple[int, ...]
    values: Mapping[int, tuple[Fraction, ...]]


class Tied(NamedTuple):
    """What a tie break may look at."""

    contestants: frozenset[int]
    results: Mapping[int, Fraction]
    """Of everybody, also of those who are not tied."""
    games: Sequence[Game]


def buchholz(contestant: int, tied: Tied) -> list[Part]:
    """The results of all opponents; a round without one adds nothing."""
    return [
        Part((one,), tied.results.get(one, Fraction(0)))
        for each in _games_of(contestant, tied)
        for one in each.opponents
    ]


def wins(contestant: int, tied: Tied) -> list[Part]:
    """The rounds that brought more than the opponents got of them."""
    return [
        Part(each.opponents, Fraction(1))
        for each in _games_of(contestant, tied)
        if _won(each, tied.games)
    ]


def _won(game: Game, games: Sequence[Game]) -> bool:
    theirs = [
        each.points
        for each in games
        if each.round == game.round and each.contestant in game.opponents
    ]
    return bool(theirs) and game.points > max(theirs)


def met(contestant: int, tied: Tied) -> list[Part]:
    """What a contestant got in meetings with those with whom it is tied."""
    others = tied.contestants - {contestant}
    return [
        Part(each.opponents, each.points)
        for each in _games_of(contestant, tied)
        if others & set(each.opponents)
    ]


def _games_of(contestant: int, tied: Tied) -> list[Game]:
    return [each for each in tied.games if each.contestant == contestant and each.opponents]


TIE_BREAKS: Mapping[str, Callable[[int, Tied], list[Part]]] = {
    "buchholz": buchholz,
    "wins": wins,
    "met": met,
}
"""By the words that a scoring uses."""
TITLES: Mapping[str, Text] = {
    "buchholz": Text("Buchholz, the results of all opponents"),
    "wins": Text("rounds won"),
    "met": Text("meetings of those who are tied"),
}
MOST_IS_BEST = ("wins",)
"""What counts most first, also where the fewest stand first."""


def ordered(
    scoring: Scoring,
    results: Mapping[int, Fraction],
    every: Mapping[int, Fraction],
    games: Sequence[Game],
) -> list[Group]:
    """The contestants of `results`, best first, who can't be parted together.

    `every` are the results of all, for those of opponents in another line.
    """
    return [
        group
        for tied in _parted(results, scoring.fewest_first)
        for group in _broken(scoring, tied, dict.fromkeys(tied, ()), every, games)
    ]


def _broken(
    scoring: Scoring,
    tied: Sequence[int],
    values: Mapping[int, tuple[Fraction, ...]],
    every: Mapping[int, Fraction],
    games: Sequence[Game],
) -> Iterator[Group]:
    """Those who are tied, parted by the tie breaks that were not used yet."""
    used = len(values[tied[0]])
    if len(tied) == 1 or used == len(scoring.tie_breaks):
        yield Group(tuple(tied), values)
        return
    name = scoring.tie_breaks[used]
    looked_at = Tied(frozenset(tied), every, games)
    found = {
        each: sum((part.amount for part in TIE_BREAKS[name](each, looked_at)), Fraction(0))
        for each in tied
    }
    fewest = scoring.fewest_first and name not in MOST_IS_BEST
    for part in _parted(found, fewest):
        more = {each: (*values[each], found[each]) for each in part}
        yield from _broken(scoring, part, more, every, games)


def explain(name: str, contestant: int, tied: Tied) -> Explanation:
    """How a tie break came about, meeting by meeting."""
    parts = TIE_BREAKS[name](contestant, tied)
    steps = tuple(
        Step(Text("against {opponents}", opponents=joined(" + ", part.opponents)), part.amount)
        for part in parts
    )
    return Explanation(TITLES[name], sum((part.amount for part in parts), Fraction(0)), steps)


def _parted(values: Mapping[int, Fraction], fewest_first: bool) -> list[list[int]]:
    """Those with equal values together, the best first."""
    return [
        [each for each in values if values[each] == value]
        for value in sorted(set(values.values()), reverse=not fewest_first)
    ]
