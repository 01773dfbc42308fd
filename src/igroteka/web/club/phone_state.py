"""All that a phone needs for the rest of the evening, so that it works without the network."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

from igroteka.club.event import Event, Play, State
from igroteka.club.links import CONTESTANT, Role
from igroteka.club.movements.movement import Seating
from igroteka.contract import Json
from igroteka.records.contest import Contest
from igroteka.text import Text

Say = Callable[[Text], str]


def phone_state(event: Event, contest: Contest, role: Role, say: Say) -> Json:
    """The rounds of a table or a contestant, with all boards and what is known of them."""
    rounds = [
        _round(event, contest, number, seating, role, say)
        for number, seating in _seatings(event, role)
    ]
    return {
        "version": event.last,
        "event": {"name": event.name, "day": event.day, "game": event.game, "over": event.over},
        "role": {"kind": role.kind, "number": role.number},
        "sides": [say(side) for side in contest.sides],
        "dealt": contest.dealt,
        "rounds": rounds,
        "last_round": event.rounds,
        "clock": clock_json(event),
        "called": role.number in event.calls if role.kind != CONTESTANT else False,
    }


def sheets(contest: Contest, boards: Iterable[int], say: Say) -> Json:
    """What a phone needs to enter results on these boards: it is the same all evening."""
    common, own = _parted({board: _said(contest.sheet(board), say) for board in boards})
    return {"common": common, "sheets": own}


def _said(value: Json, say: Say) -> Json:
    """The same with its sentences in the phone's language."""
    if isinstance(value, Text):
        return say(value)
    if isinstance(value, dict):
        return {name: _said(each, say) for name, each in value.items()}
    return [_said(each, say) for each in value] if isinstance(value, list | tuple) else value


def _parted(sheets: Mapping[int, Json]) -> tuple[Json, Json]:
    """What all sheets have in common, and what is each board's own."""
    first: Json = next(iter(sheets.values()), {})
    common = {
        name: value
        for name, value in first.items()
        if all(each.get(name) == value for each in sheets.values())
    }
    own = {
        board: {name: value for name, value in sheet.items() if name not in common}
        for board, sheet in sheets.items()
    }
    return common, own


def clock_json(event: Event, now: datetime | None = None) -> Json:
    """The round's clock; seconds are left from now on, for clocks of phones go wrong."""
    if event.clock is None:
        return None
    left = event.clock.remaining(now or datetime.now(UTC)).total_seconds()
    running = event.clock.until is not None
    minutes = event.clock.minutes
    return {"round": event.clock.round, "left": left, "running": running, "minutes": minutes}


def _seatings(event: Event, role: Role) -> list[tuple[int, Seating | None]]:
    """The seat of each drawn round; None where a contestant sits out or nobody is at the table."""
    found: list[tuple[int, Seating | None]] = []
    for number in filter(event.drawn, range(1, event.rounds + 1)):
        if role.kind == CONTESTANT:
            seat = event.seat_of(role.number, number)
            found.append((number, seat[0] if seat else None))
        else:
            at = event.seatings.get((number, role.number))
            found.append((number, at[1] if at else None))
    return found


def _round(
    event: Event, contest: Contest, number: int, seating: Seating | None, role: Role, say: Say
) -> Json:
    if seating is None:
        return {"round": number, "table": None, "plays": []}
    plays = event.plays_at(number, seating.table)
    found: Json = {
        "round": number,
        "table": seating.table,
        "people": [[_person(event, each, number) for each in side] for side in seating[1:3]],
        "plays": [_play(event, contest, play, say) for play in plays],
        "arrived": (number, seating.table) in event.arrivals,
        "next": [_next(event, each, number) for each in seating.everybody],
    }
    if role.kind == CONTESTANT:
        found["side"] = int(role.number in seating.ew)
    return found


def _person(event: Event, contestant: int, number: int) -> Json:
    who = event.contestants[contestant]
    people = [each.name for each in who.people_in(number)]
    return {"number": contestant, "name": who.name(number), "people": people}


def _next(event: Event, contestant: int, number: int) -> Json:
    """Where somebody goes after a round; without a table they sit out or go home."""
    seat = event.seat_of(contestant, number + 1)
    found: Json = {"number": contestant, "name": event.contestants[contestant].name(number)}
    if not event.drawn(number + 1):
        return {**found, "table": None, "undrawn": True}
    if seat is None:
        return {**found, "table": None, "end": number >= event.rounds}
    seating, side = seat
    return {
        **found,
        "table": seating.table,
        "side": side,
        "boards": event.boards_at(number + 1, seating.table),
    }


def _play(event: Event, contest: Contest, play: Play, say: Say) -> Json:
    board = play.slot.board
    found: Json = {
        "board": board,
        "title": say(contest.board_title(board)),
        "note": say(contest.board_note(board)),
        "state": play.state,
        "result": play.result,
        "dealt": board in event.deals,
    }
    if play.state is not State.MISSING:
        found |= {"words": say(contest.words(board, play.result)), "by": play.by, "said": play.said}
    return found
