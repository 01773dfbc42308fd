"""The door: play now, go on, watch, look back; and a visitor's own wishes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from igroteka.archive import Archive
from igroteka.archive.search import search
from igroteka.archive.values import Filter, GameLine
from igroteka.contract import OVER
from igroteka.registry import GAMES, game_class, make_game
from igroteka.web.pages.common import InArchive, InHall, OwnForm, VisitingGuest, page
from igroteka.web.pages.opening import default_bot, limit, quick_setting, visitors_bot
from igroteka.web.pages.people import check_may_play, check_name, free_name
from igroteka.web.translation import LANGUAGES
from igroteka.web.visitors import guest_of

router = APIRouter(include_in_schema=False)


@router.get("/")
async def home(
    request: Request, guest: VisitingGuest, hall: InHall, archive: InArchive
) -> Response:
    """The first page."""
    mine, recent = await asyncio.to_thread(_games, archive, guest.name)
    live = [
        table
        for table in hall.tables
        if table.setting.watched
        and table.phase == "playing"
        and table.state.turn != OVER
        and guest.visitor not in {v for chair in table.setting.chairs for v in chair.holders}
        and table.listeners
    ]
    return page(
        request,
        "home.html",
        {
            "offers": [_offer(name) for name in GAMES],
            "unfinished": mine,
            "recent": recent,
            "live": live[-6:],
        },
    )


def _offer(name: str) -> dict[str, Any]:
    game = game_class(name)
    return {
        "name": name,
        "summary": game.summary,
        "opponents": game.opponents,
        "default": default_bot(name),
    }


def _games(archive: Archive, name: str | None) -> tuple[Sequence[GameLine], Sequence[GameLine]]:
    """The visitor's unfinished games, and what was finished last in the house."""
    mine: Sequence[GameLine] = ()
    if name:
        wanted = Filter(player=name, unfinished=True, own=True)
        mine = archive.read(search, wanted, 1, 6).lines
    recent = archive.read(search, Filter(unfinished=False, source="table"), 1, 6).lines
    return mine, recent


@router.post("/play/{name}")
async def play_now(
    name: str, guest: VisitingGuest, hall: InHall, form: OwnForm, request: Request
) -> Response:
    """A table against bots, at once; who has no name yet gives it here, or is some guest."""
    check_may_play(request, guest)
    wished = str(form.get("name", "")).strip()
    if not (guest.name or wished):
        wished = f"{guest.say('Guest')} {secrets.randbelow(9000) + 1000}"
    if guest.player is None and wished:
        request.session["name"] = await free_name(hall.archive, wished)
        guest = guest_of(request)
    await check_name(hall.archive, guest)
    game = make_game(name, game_class(name).casual)
    bot = visitors_bot(name, str(form.get(f"bot_{name}") or default_bot(name)))
    table = await hall.open(game, quick_setting(game, guest, bot))
    return RedirectResponse(f"/table/{table.number}", 303)


@router.post("/wishes")
async def wishes(request: Request, archive: InArchive, form: OwnForm) -> Response:
    """The visitor's name, language, colours, and whether a child plays."""
    session = request.session
    if form.get("name") and session.get("player") is None:
        session["name"] = await free_name(archive, str(form["name"]))
    if form.get("language") in LANGUAGES:
        session["language"] = str(form["language"])
    if form.get("theme") in ("auto", "light", "dark"):
        session["theme"] = str(form["theme"])
    if "kid" in form:
        session["kid"] = form["kid"] == "yes"
    for field in ("hints", "take_backs"):
        if field in form:
            session[field] = limit(form, field)
    back = str(form.get("back", "/"))
    own = back.startswith("/") and back[1:2] not in ("/", "\\")
    return RedirectResponse(back if own else "/", 303)
