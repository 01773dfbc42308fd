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
from igroteka.club.event import Event, Play, State
from igroteka.club.event_file import to_file
from igroteka.club.event_report import name_of
from igroteka.club.folding import voided
from igroteka.club.happenings import Happening
from igroteka.club.links import CONTESTANT, DIRECTOR, PLAYERS, TABLE
from igroteka.club.movements.swiss import KIND as SWISS
from igroteka.records.contest import Contest
from igroteka.text import NOTHING, Text
from igroteka.web.club.doors import AsDirector, AtEvent, Visit
from igroteka.web.club.online import HOUSE
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


STATE_WORDS: Mapping[State, Text] = {
    State.MISSING: Text("no result yet"),
    State.ENTERED: Text("waits for the other side"),
    State.CONFIRMED: Text("confirmed"),
    State.DISPUTED: Text("dispute"),
    State.CONTRADICTED: Text("dispute"),
    State.SET: Text("set by the director"),
}


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
        "notices": notices(event, at.contest, datetime.now(UTC)),
        "progress": [_share(event, each) for each in range(1, event.rounds + 1)],
        "sitting_out": sitting_out(event, number),
        "to_draw": _to_draw(event),
        "state_words": STATE_WORDS,
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


def _to_draw(event: Event) -> int | None:
    """The round of a Swiss that may be drawn now: nothing is played in it, all before it is."""
    swiss = any(each.movement.kind == SWISS for each in event.sections.values())
    number = event.round_now
    return number if swiss and number > 1 and _share(event, number) == 0 else None


def sitting_out(event: Event, number: int) -> list[str]:
    """Who is there and has no table in a round."""
    return [
        names(event, (each.number,), number)
        for each in event.contestants.values()
        if event.section_of(each.number)
        and event.seat_of(each.number, number) is None
        and (each.gone_after is None or number <= each.gone_after)
    ]


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
    choices = at.contest.sheet(board)["choices"]
    values = {"play": found, "result_words": words, "choices": choices, "log": told(at, log)}
    return club_page(request, at, "play.html", values)


class Told(NamedTuple):
    """A happening as the history shows it."""

    happening: Happening
    who: Text
    undone: bool
    undoable: bool


def told(at: Visit, log: list[Happening]) -> list[Told]:
    """Happenings, the newest first."""
    void = voided(at.kept.log)
    return [
        Told(
            each,
            who_did(each.who),
            each.number in void,
            each.number > 1 and each.number not in void,
        )
        for each in reversed(log)
    ]


def who_did(who: str) -> Text:
    """Who did it, of how the log names them."""
    kind, _, number = who.partition(" ")
    if kind == TABLE:
        return Text("table {number}", number=number)
    if kind == CONTESTANT:
        return Text("number {number}", number=number)
    return {
        DIRECTOR: Text("director"),
        PLAYERS: Text("players' link"),
        HOUSE: Text("the house"),
    }.get(kind, Text("{who}", who=who))


@router.get("/club/{code}/{key}/history")
def history(request: Request, at: AsDirector) -> Response:
    """All that has happened, who did it and when; anything can be undone."""
    return club_page(request, at, "history.html", {"log": told(at, list(at.kept.log))})


@router.get("/club/{code}/{key}/wall")
def wall(request: Request, at: AtEvent) -> Response:
    """A page for the wall: the round, the clock, and who sits where next."""
    event = at.event
    number = _round_shown(event)
    shown = [
        (each, lines_of(event, at.contest, each), sitting_out(event, each))
        for each in (number, number + 1)
        if each <= event.rounds and event.drawn(each)
    ]
    values = {"round": number, "shown": shown}
    return club_page(request, at, "wall.html", values)


@router.get("/club/{code}/{key}/file")
def file(at: AsDirector) -> Response:
    """The whole evening as one file."""
    name = f"igroteka-{at.kept.stored.code}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(to_file(at.kept), media_type="application/json", headers=headers)
