"""Results of an evening: standings, travellers, own cards, and how each figure came about."""

from __future__ import annotations

from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response

from igroteka.basics.explanation import Explanation, shown
from igroteka.club.event_results import board_done, hands_are_open, line_title
from igroteka.club.links import CONTESTANT, DIRECTOR, PLAYERS, TABLE
from igroteka.club.standings import Results, Standing
from igroteka.contract import IgrotekaError
from igroteka.records.contest import Row, Worth
from igroteka.text import Text
from igroteka.web.club.desk import club_page, names
from igroteka.web.club.doors import AtEvent, Visit
from igroteka.web.club.hands import InSolving, shown_deal, solving_of
from igroteka.web.club.plots import growth, strip
from igroteka.web.club.solving import Progress, Solving
from igroteka.web.pages.common import NotAllowed, NotFound, page
from igroteka.web.visitors import guest_of

router = APIRouter(include_in_schema=False)


class TravellerLine(NamedTuple):
    """A table's result on a board."""

    row: Row
    ns: str
    ew: str
    cells: tuple[Text, ...]
    worths: tuple[str, str]


class CardLine(NamedTuple):
    """A board on somebody's own card."""

    row: Row
    side: int
    opponents: str
    cells: tuple[Text, ...]
    worth: str
    explanation: Explanation


def check_may_see(at: Visit) -> None:
    """Raise `NotAllowed` where the director keeps results to themselves until the end."""
    hidden = at.event.settings.get("results", "players") == "director" and not at.event.over
    if hidden and at.role.kind != DIRECTOR:
        raise NotAllowed(Text("the director shows the results at the end of the evening"))


def may_export(at: Visit) -> bool:
    """Whether nothing of the evening has to be kept from this visitor any more."""
    event = at.event
    done = event.over or all(board_done(event, board) for board in event.boards)
    return bool(event.sections) and (at.role.kind == DIRECTOR or done)


def formats(at: Visit) -> tuple[str, ...]:
    """The files as which an evening can be taken along."""
    return (*at.contest.exports, "html")


def results_page(request: Request, at: Visit) -> Response:
    """The standings; before anybody is seated, players put themselves on the list."""
    if not at.event.sections and at.role.kind == PLAYERS:
        return club_page(request, at, "register.html", {})
    check_may_see(at)
    found = at.kept.results
    lines: dict[str, list[Standing]] = {}
    for each in found.standings:
        lines.setdefault(each.line, []).append(each)
    titles = {line: line_title(at.contest, line) if line else None for line in lines}
    values = {
        "lines": lines,
        "titles": titles,
        "scoring": found.scoring,
        "shown": shown,
        "boards": [(board, may_see_board(at, board)) for board in at.event.boards],
        "growth_svg": growth(at, guest_of(request).words),
        "exports": formats(at) if may_export(at) else (),
        "progress": _progress(request, at),
        "teams": found.scoring.of_teams,
        "own": at.role.number if at.role.kind == CONTESTANT else 0,
    }
    return club_page(request, at, "results.html", values)


def _progress(request: Request, at: Visit) -> Progress:
    """How many deals are worked out, for the director to see."""
    return solving_of(request).look(at.kept) if at.role.kind == DIRECTOR else Progress(0, 0)


@router.get("/club/{code}/{key}/results")
def results(request: Request, at: AtEvent) -> Response:
    """The standings, for anybody who may see them."""
    return results_page(request, at)


@router.get("/club/{code}/{key}/pair/{number}")
def card(request: Request, at: AtEvent, number: int) -> Response:
    """What somebody has played of boards that may be seen, and how each figure came about."""
    check_may_see(at)
    found = at.kept.results
    try:
        explanation = found.explain(number)
    except IgrotekaError as error:
        raise NotFound(error.sentence) from error
    lines = [line for line in card_lines(at, number) if may_see_board(at, line.row.board)]
    standing = next(each for each in found.standings if each.contestant == number)
    values = {"lines": lines, "number": number, "explanation": explanation, "standing": standing}
    return club_page(request, at, "card.html", {**values, "scoring": found.scoring, "shown": shown})


def card_lines(at: Visit, number: int) -> list[CardLine]:
    """The boards of somebody, in the order of play."""
    found = at.kept.results
    return [
        _card_line(at, found, each.row, each.side)
        for each in sorted(found.played.get(number, ()), key=lambda each: found.rows[each.row])
    ]


def _card_line(at: Visit, found: Results, place: int, side: int) -> CardLine:
    row = found.rows[place]
    worth = found.worths[place][side]
    return CardLine(
        row,
        side,
        names(at.event, row.sides[1 - side], row.round),
        at.contest.cells(row.board, row.result),
        "" if worth is None else shown(worth, found.scoring.places),
        found.explain_row(place, side),
    )


@router.get("/club/{code}/{key}/board/{board}")
def board(request: Request, at: AtEvent, solving: InSolving, board: int) -> Response:
    """A board's traveller and, if they may be seen, its cards."""
    check_may_see(at)
    check_has_played(at, board)
    values = traveller(at, board, solving)
    drawn = strip(at, values["lines"], guest_of(request).words)
    beside = [each for each in (board - 1, board + 1) if each in at.event.boards]
    values["beside"] = [each for each in beside if may_see_board(at, each)]
    return club_page(request, at, "board.html", {**values, "strip_svg": drawn})


@router.get("/club/{code}/{key}/board/{board}/part")
def board_part(request: Request, at: AtEvent, solving: InSolving, board: int) -> Response:
    """The same for a phone, that shows it after an entry."""
    check_may_see(at)
    check_has_played(at, board)
    return page(request, "club/part.html", {"contest": at.contest, **traveller(at, board, solving)})


def traveller(at: Visit, board: int, solving: Solving) -> dict[str, Any]:
    """A board's results and its cards, as far as they may be seen."""
    lines = traveller_lines(at, board)
    return {
        "board": board,
        "lines": lines,
        "scoring": at.contest.scoring(at.event.scoring),
        "own": [line for line in lines if _is_own(at, line.row, at.role.number)],
        "drawn": shown_deal(at, solving, board) if hands_are_open(at.event, board) else None,
    }


def traveller_lines(at: Visit, board: int) -> list[TravellerLine]:
    """All tables' results on a board, the best for the first side first."""
    scoring = at.contest.scoring(at.event.scoring)
    lines = []
    for row, worth in sorted(at.kept.traveller(board), key=_points):
        ns, ew = (names(at.event, side, row.round) for side in row.sides)
        first, second = ("–" if each is None else shown(each, scoring.places) for each in worth)
        cells = at.contest.cells(board, row.result)
        lines.append(TravellerLine(row, ns, ew, cells, (first, second)))
    return lines


def _points(line: tuple[Row, Worth]) -> tuple[float, int]:
    """By what a traveller is ordered: the first side's best result on top."""
    row, (worth, _) = line
    return (float("inf") if worth is None else -float(worth), row.table)


def _is_own(at: Visit, row: Row, number: int) -> bool:
    if at.role.kind == TABLE:
        return row.table == number
    return at.role.kind == CONTESTANT and number in (*row.sides[0], *row.sides[1])


def _round_at(at: Visit) -> int:
    """The last round that has begun at this table: who sat there before may have gone on."""
    own = at.role.number
    played = {
        slot.round for slot, play in at.event.plays.items() if slot.table == own and play.result
    }
    arrived = {number for number, table in at.event.arrivals if table == own}
    return max(played | arrived, default=0)


def check_has_played(at: Visit, board: int) -> None:
    """Raise `NotAllowed` for a board that this visitor may still have to play."""
    if not may_see_board(at, board):
        raise NotAllowed(Text("board {board} is still to be played", board=board))


def may_see_board(at: Visit, board: int) -> bool:
    """Whether this visitor has not to play a board any more."""
    if at.role.kind == DIRECTOR or at.event.over or board_done(at.event, board):
        return True
    played = [play for play in at.event.plays.values() if play.slot.board == board and play.result]
    for play in played:
        if at.role.kind == TABLE and play.slot[:2] == (_round_at(at), at.role.number):
            return True
        if at.role.kind == CONTESTANT and at.role.number in (*play.ns, *play.ew):
            return True
    return False
