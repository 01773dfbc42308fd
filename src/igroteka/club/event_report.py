"""An event as files tell it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from igroteka.club.event import Event
from igroteka.club.events import Kept
from igroteka.records.contest import Report


def report_of(kept: Kept) -> Report:
    """All that a file tells of an event."""
    event, results = kept.event, kept.results
    return Report(
        event.name,
        date.fromisoformat(event.day) if event.day else None,
        results.scoring,
        results.rows,
        results.standings,
        {each: players_of(event, each, results.scoring.of_teams) for each in results.everybody},
        event.settings,
    )


def players_of(event: Event, contestant: int, of_teams: bool = False) -> Sequence[str]:
    """The names of a contestant's people; those of a team are the people of its two pairs."""
    pairs = (2 * contestant - 1, 2 * contestant) if of_teams else (contestant,)
    return [
        person.name
        for pair in pairs
        if pair in event.contestants
        for person in event.contestants[pair].people
    ]


def name_of(event: Event, contestant: int, of_teams: bool = False) -> str:
    """What a contestant is called; a team by its own name or those of its pairs."""
    if not of_teams:
        return event.contestants[contestant].name() if contestant in event.contestants else ""
    pairs = [
        event.contestants[each]
        for each in (2 * contestant - 1, 2 * contestant)
        if each in event.contestants
    ]
    return next(
        (each.team for each in pairs if each.team), ", ".join(each.name() for each in pairs)
    )
