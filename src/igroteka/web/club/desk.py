"""The director's desk: every table of a round at a glance, and what can be done about it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from igroteka.club.attention import notices
from igroteka.club.deeds import Slot
from igroteka.club.event import Event, Play
from igroteka.club.event_file import to_file
from igroteka.club.event_report import name_of
from igroteka.club.folding import voided
from igroteka.club.happenings import Happening
from igroteka.records.contest import Contest
from igroteka.text import NOTHING, Text
from igroteka.web.club.doors import AsDirector, AtEvent, Visit
from igroteka.web.club.phone_state import clock_json
from igroteka.web.pages.common import NotFound, page

router = APIRouter(include_in_schema=False)

ROOMS = (
    ("", Text("Desk")),
    ("people", Text("People and movement")),
    ("results", Text("Results")),
    ("links", Text("Links")),
    ("history", Text("History")),
)
"""What the top of a director's page leads to."""


class Cell(NamedTuple):
    """A board at a table as the grid shows it."""

    play: Play
    result: str
    score: Text


class Line(NamedTuple):
    """A table in a round."""

    table: int
    section: str
    names: tuple[str, str]
    cells: tuple[Cell, ...]
    arrived: bool


def club_page(
    request: Request, at: Visit, template: str, values: Mapping[str, Any], status: int = 200
) -> Response:
    """A page of an event, drawn for who comes."""
    known = {
        "at": at,
        "event": at.event,
        "contest": at.contest,
        "here": at.path(),
        "club_rooms": ROOMS,
        "clock": clock_json(at.event),
        "results_name": partial(
            name_of, at.event, of_teams=at.contest.scoring(at.event.scoring).of_teams
        ),
    }
    return page(request, f"club/{template}", {**known, **values}, status)


def desk_page(request: Request, at: Visit) -> Response:
    """The desk; before anybody is seated, the list of people."""
    if not at.event.sections:
        return RedirectResponse(at.path("people"), 303)
    wanted = request.query_params.get("round", "")
    event = at.event
    number = int(wanted) if wanted.isdecimal() else _round_shown(event)
    number = min(max(1, number), event.rounds)
    values = {
        "round": number,
        "lines": lines_of(event, at.contest, number),
        "notices": notices(event, datetime.now(UTC)),
        "progress": [_share(event, each) for each in range(1, event.rounds + 1)],
    }
    return club_page(request, at, "desk.html", values)


def _round_shown(event: Event) -> int:
    return event.clock.round if event.clock else event.round_now


def _share(event: Event, number: int) -> float:
    """How much of a round has results."""
    plays = [
        play for n, table in event.seatings if n == number for play in event.plays_at(n, table)
    ]
    return sum(bool(play.result) for play in plays) / len(plays) if plays else 1.0


def lines_of(event: Event, contest: Contest, number: int) -> list[Line]:
    """The tables of a round."""
    several = len(event.sections) > 1
    found = []
    for (round_number, table), (section, seating) in event.seatings.items():
        if round_number != number:
            continue
        cells = tuple(cell(contest, play) for play in event.plays_at(number, table))
        ns, ew = (names(event, side, number) for side in (seating.ns, seating.ew))
        letter = section.letter if several else ""
        found.append(Line(table, letter, (ns, ew), cells, (number, table) in event.arrivals))
    return found


def names(event: Event, side: tuple[int, ...], number: int | None = None) -> str:
    """Who sits on a side, with their numbers."""
    return " + ".join(f"{each} {event.contestants[each].name(number)}" for each in side)


def cell(contest: Contest, play: Play) -> Cell:
    """A board with its result and what that is worth."""
    if not play.result:
        return Cell(play, "", NOTHING)
    cells = contest.cells(play.slot.board, play.result)
    shown = dict(zip((each.name for each in contest.columns), cells, strict=True))
    return Cell(play, play.result, shown.get("score", NOTHING))


@router.get("/club/{code}/{key}/desk/{round_number}/{table}/{board}")
def play(request: Request, at: AsDirector, round_number: int, table: int, board: int) -> Response:
    """A board at a table: what is known of it, and all that may be done about it."""
    slot = Slot(round_number, table, board)
    found = at.event.play(slot)
    if found is None:
        raise NotFound(
            Text("board {board} is not at table {table} there", board=board, table=table)
        )
    log = [each for each in at.kept.log if getattr(each.deed, "slot", None) == slot]
    words = at.contest.words(board, found.result) if found.result else NOTHING
    values = {"play": found, "result_words": words, "log": told(at, log)}
    return club_page(request, at, "play.html", values)


class Told(NamedTuple):
    """A happening as the history shows it."""

    happening: Happening
    undone: bool
    undoable: bool


def told(at: Visit, log: list[Happening]) -> list[Told]:
    """Happenings, the newest first."""
    void = voided(at.kept.log)
    return [
        Told(each, each.number in void, each.number > 1 and each.number not in void)
        for each in reversed(log)
    ]


@router.get("/club/{code}/{key}/history")
def history(request: Request, at: AsDirector) -> Response:
    """All that has happened, who did it and when; anything can be undone."""
    return club_page(request, at, "history.html", {"log": told(at, list(at.kept.log))})


@router.get("/club/{code}/{key}/wall")
def wall(request: Request, at: AtEvent) -> Response:
    """A page for the wall: the round, the clock, and who sits where next."""
    number = _round_shown(at.event)
    lines = lines_of(at.event, at.contest, number) if at.event.sections else []
    coming = lines_of(at.event, at.contest, number + 1) if at.event.sections else []
    values = {"round": number, "lines": lines, "coming": coming}
    return club_page(request, at, "wall.html", values)


@router.get("/club/{code}/{key}/file")
def file(at: AsDirector) -> Response:
    """The whole evening as one file."""
    name = f"igroteka-{at.kept.stored.code}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(to_file(at.kept), media_type="application/json", headers=headers)
