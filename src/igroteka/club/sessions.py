"""Several sessions of one event: what each name has of them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from igroteka.club.standings import Standing, number
from igroteka.contract import Json
from igroteka.records.contest import Scoring


@dataclass(frozen=True)
class Overall:
    """Where a contestant stands after all sessions."""

    place: int
    shared: int
    """How many stand there."""
    name: str
    results: tuple[Fraction | None, ...]
    """Of each session; None of one that was missed."""
    total: Fraction

    def to_json(self) -> Json:
        """The standing as programs read it."""
        return {
            "place": self.place,
            "shared": self.shared,
            "name": self.name,
            "sessions": [number(each) for each in self.results],
            "total": number(self.total),
        }


def overall(scoring: Scoring, sessions: Sequence[Mapping[str, Standing]]) -> list[Overall]:
    """The contestants of all sessions by name, best first.

    Results are summed up; where a standing is a mean, it is the mean over all boards.
    """
    names = dict.fromkeys(name for each in sessions for name in each)
    totals = {
        name: _total(scoring, [each[name] for each in sessions if name in each]) for name in names
    }
    found = []
    for name in sorted(names, key=lambda each: totals[each], reverse=not scoring.fewest_first):
        better = [
            total < totals[name] if scoring.fewest_first else total > totals[name]
            for total in totals.values()
        ]
        results = tuple(each[name].result if name in each else None for each in sessions)
        shared = sum(total == totals[name] for total in totals.values())
        found.append(Overall(1 + sum(better), shared, name, results, totals[name]))
    return found


def _total(scoring: Scoring, standings: Sequence[Standing]) -> Fraction:
    if not scoring.mean:
        return sum((each.result for each in standings), Fraction(0))
    boards = sum(each.boards for each in standings)
    weighted = sum((each.result * each.boards for each in standings), Fraction(0))
    return weighted / boards if boards else Fraction(0)
