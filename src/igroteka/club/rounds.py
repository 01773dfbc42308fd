"""Rounds of rows that do not say theirs: who meets somebody else is in the next round."""

from __future__ import annotations

from collections.abc import Sequence

from igroteka.records.contest import Row, Scoring, team_of


def with_rounds(rows: Sequence[Row], scoring: Scoring) -> list[Row]:
    """The rows with a round where none is named, so that a match is one round."""
    last: dict[int, int] = {}
    matches: dict[frozenset[int], int] = {}
    found = []
    for row in rows:
        sides = [each for side in row.sides for each in side]
        people = frozenset(map(team_of, sides) if scoring.of_teams else sides)
        if people not in matches:
            matches[people] = 1 + max(last.get(each, 0) for each in people)
        number = row.round or matches[people]
        last |= {each: max(number, last.get(each, 0)) for each in people}
        found.append(row._replace(round=number))
    return found
