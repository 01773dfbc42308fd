"""What a bot expects in a position of a kept game: a part of the page that looks back."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from igroteka.basics.endings import PlayerFault
from igroteka.contract import Expected, IgrotekaError, Seat
from igroteka.players.spec import Spec
from igroteka.study.expectations import Expecting, chosen_predictor, expected, predictors, shown
from igroteka.tables.table import PATIENCE
from igroteka.text import Text
from igroteka.web.pages.common import InTables, VisitingGuest, page
from igroteka.web.pages.opened_game import OpenedGame, open_to_all
from igroteka.web.pages.people import check_may_play
from igroteka.web.pages.review import board_is_open

router = APIRouter(include_in_schema=False, dependencies=[Depends(board_is_open)])


@router.get("/game/{number}/expects")
async def expects(
    request: Request,
    number: int,
    guest: VisitingGuest,
    live_tables: InTables,
    after: int | None = None,
) -> Response:
    """What a bot expects after a move, or at the start, from what the seat to move knew."""
    check_may_play(request, guest)
    opened = await open_to_all(live_tables.archive, number, guest)
    asked = await asyncio.to_thread(_asked, opened, after)
    pool = live_tables.house.bot_pool
    try:
        trees: tuple[Expected, ...] = await pool.ask(expected, asked, PATIENCE, guest.visitor)
    except PlayerFault as fault:
        raise IgrotekaError(Text("the adviser failed: {reason}", reason=fault.text)) from fault
    values = {"asked": asked, "seat_name": opened.game.seat_name, "trees": trees, "shown": shown}
    return page(request, "expects.html", values)


def _asked(opened: OpenedGame, after: int | None) -> Expecting:
    """The question in the position after a move. Raises `IgrotekaError` where there is none."""
    played = next((move for move in opened.moves if move.id == after), None)
    if after is not None and played is None:
        raise IgrotekaError(Text("this game has no such move"))
    state = opened.state_after(after)
    if state.turn < 0:
        raise IgrotekaError(Text("nobody is to move in this position"))
    number = 1 if played is None else played.ordinal + 1
    bot = _predictor(opened, state.turn)
    return Expecting(opened.game, bot, number, state.view(state.turn))


def _predictor(opened: OpenedGame, seat: Seat) -> str:
    """The bot that sat there, if it is one that predicts, else the first that does."""
    name, kind = opened.players[seat]
    sat = kind == "bot" and Spec.parse(name).name in predictors(opened.game.name)
    return chosen_predictor(opened.game, name if sat else None)
