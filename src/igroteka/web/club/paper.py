"""An evening on paper: all travellers, everybody's own card, the hand records."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from igroteka.basics.explanation import shown
from igroteka.club.event_results import board_done
from igroteka.web.club.desk import club_page
from igroteka.web.club.doors import AsDirector
from igroteka.web.club.hands import InSolving, shown_deal
from igroteka.web.club.results import card_lines, traveller_lines

router = APIRouter(include_in_schema=False)


@router.get("/club/{code}/{key}/paper/travellers")
def travellers(request: Request, at: AsDirector) -> Response:
    """Every board that has a result."""
    found = {board: traveller_lines(at, board) for board in at.event.boards}
    values = {
        "travellers": {board: lines for board, lines in found.items() if lines},
        "scoring": at.kept.results.scoring,
        "own": (),
    }
    return club_page(request, at, "paper_travellers.html", values)


@router.get("/club/{code}/{key}/paper/own")
def own_cards(request: Request, at: AsDirector) -> Response:
    """A card for everybody, in the order of their numbers."""
    results = at.kept.results
    standings = sorted(results.standings, key=lambda each: each.contestant)
    values = {
        "cards": [(each.contestant, each, card_lines(at, each.contestant)) for each in standings],
        "scoring": results.scoring,
        "shown": shown,
    }
    return club_page(request, at, "paper_own.html", values)


@router.get("/club/{code}/{key}/paper/hands")
def hand_records(request: Request, at: AsDirector, solving: InSolving) -> Response:
    """The cards of the boards that nobody has still to play."""
    event = at.event
    boards = [board for board in event.boards if event.over or board_done(event, board)]
    deals = [drawn for board in boards if (drawn := shown_deal(at, solving, board))]
    return club_page(request, at, "paper_hands.html", {"deals": deals})
