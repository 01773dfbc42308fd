"""What a director should look at now: calls, disputes, tables that are behind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from igroteka.club.deeds import Slot
from igroteka.club.event import Event, Play, State
from igroteka.records.contest import Contest
from igroteka.text import Text, plural

BEHIND = 0.5
"""So much of the time for its open boards may be missing before a table is behind."""


class Notice(NamedTuple):
    """Something that waits for the director."""

    urgent: bool
    table: int
    text: Text
    detail: Text | None = None
    slot: Slot | None = None
    """The board that it is about, if it is about one."""


def notices(event: Event, contest: Contest, now: datetime) -> list[Notice]:
    """What waits, the urgent first, then by table."""
    found = [*_calls(event), *_disputes(event, contest), *_behind(event, now)]
    return sorted(found, key=lambda each: (not each.urgent, each.table))


def _calls(event: Event) -> Iterator[Notice]:
    for table, words in event.calls.items():
        yield Notice(
            True,
            table,
            Text("Table {table} calls the director", table=table),
            Text("{words}", words=words) if words else None,
        )


def _disputes(event: Event, contest: Contest) -> Iterator[Notice]:
    for play in event.plays.values():
        table, board = play.slot.table, contest.board_title(play.slot.board)
        if play.state is State.DISPUTED:
            text = Text(
                "Table {table}, {board}: the other side disagrees", table=table, board=board
            )
            yield Notice(True, table, text, _said(play), play.slot)
        elif play.state is State.CONTRADICTED or (play.state is State.SET and play.said):
            text = Text(
                "Table {table}, {board}: another result came later", table=table, board=board
            )
            yield Notice(play.state is State.CONTRADICTED, table, text, _said(play), play.slot)


def _said(play: Play) -> Text:
    if not play.said:
        return Text("Written down: {result}", result=play.result)
    return Text(
        "Written down: {result}; the table says: {said}", result=play.result, said=play.said
    )


def _behind(event: Event, now: datetime) -> Iterator[Notice]:
    """Tables with more open boards in the round of the clock than there is time for."""
    if event.clock is None or event.over:
        return
    left = event.clock.remaining(now)
    for number, table in event.seatings:
        plays = event.plays_at(number, table)
        missing = sum(play.state is State.MISSING for play in plays)
        if number != event.clock.round or not missing:
            continue
        each = timedelta(minutes=event.clock.minutes) / len(plays)
        if (left < each * (missing - BEHIND) and missing > 1) or left < timedelta():
            done = plural(
                "{count} of {all} is played",
                "{count} of {all} are played",
                count=len(plays) - missing,
                all=len(plays),
            )
            yield Notice(False, table, Text("Table {table} is behind", table=table), done)
