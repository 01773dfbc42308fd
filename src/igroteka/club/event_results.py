"""What an event's log makes of its contestants: rows, lines, byes and penalties for `Results`."""

from __future__ import annotations

from collections.abc import Mapping

from igroteka.club.deeds import Slot
from igroteka.club.event import Event
from igroteka.club.standings import Bye, Penalty, Results
from igroteka.records.contest import Contest, Row
from igroteka.text import Text

LINES = ("NS", "EW")


def results_of(event: Event, contest: Contest) -> Results:
    """The results as they are by now."""
    scoring = contest.scoring(event.scoring)
    return Results(
        contest,
        scoring,
        rows_of(event),
        contestants=tuple(each for section in event.sections.values() for each in section.numbers),
        settings=event.settings,
        penalties=[Penalty(each.contestant, each.amount, each.reason) for each in event.penalties],
        byes=_byes(event),
        lines=lines_of(event),
        names={number: each.name() for number, each in event.contestants.items()},
    )


def rows_of(event: Event, board: int | None = None) -> list[Row]:
    """Every table that has a result on a board, or on any; by board."""
    plays = [
        play for play in event.plays.values() if play.result and board in (None, play.slot.board)
    ]
    return [
        Row(*play.slot, play.sides, play.result, event.deals.get(play.slot.board, ""))
        for play in sorted(plays, key=lambda each: (each.slot.board, each.slot))
    ]


def lines_of(event: Event) -> Mapping[int, str]:
    """The line of everybody where two are ranked apart: in movements in which nobody changes it.

    Whether there are one or two winners may also be set.
    """
    wanted = event.settings.get("winners", "auto")
    if wanted == "one":
        return {}
    sides: dict[int, set[int]] = {}
    for section, seating in event.seatings.values():
        if wanted == "auto" and section.movement.kind not in ("mitchell", "web"):
            return {}
        for side, numbers in enumerate((seating.ns, seating.ew)):
            for number in numbers:
                sides.setdefault(number, set()).add(side)
    if wanted == "auto" and any(len(each) > 1 for each in sides.values()):
        return {}
    return {number: LINES[min(each)] for number, each in sides.items()}


def line_title(contest: Contest, line: str) -> Text:
    """What a line is called."""
    return contest.sides[LINES.index(line)]


def _byes(event: Event) -> list[Bye]:
    """Who had no opponents in a round that has been played."""
    return [
        Bye(number, contestant)
        for number in range(1, event.rounds + 1)
        if event.complete(number)
        for section in event.sections.values()
        for contestant in section.numbers
        if _is_there(event, contestant, number) and event.seat_of(contestant, number) is None
    ]


def _is_there(event: Event, contestant: int, number: int) -> bool:
    gone = event.contestants[contestant].gone_after
    return gone is None or number <= gone


def board_done(event: Event, board: int) -> bool:
    """Whether every table that plays a board has a result on it."""
    return all(
        (play := event.plays.get(Slot(*place, board))) and play.result
        for place, boards in event.plan.boards.items()
        if board in boards
    )


def hands_are_open(event: Event, board: int) -> bool:
    """Whether who has played a board may see its cards.

    The director may want all to play it first; where some play on the net, all have to.
    """
    early = event.settings.get("hands", "played") == "played" and not event.net_tables
    return early or event.over or board_done(event, board)
