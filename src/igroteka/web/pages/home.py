"""The door: play now, go on, watch, look back; and a visitor's own preferences."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from igroteka.archive import Archive
from igroteka.archive.children import stars
from igroteka.archive.models import Filter, GameLine
from igroteka.archive.search import search
from igroteka.languages import LANGUAGES
from igroteka.registry import game_class, game_icon, game_names
from igroteka.tables.characters import FRIEND, opponents
from igroteka.tables.storage import held_games, watched_games
from igroteka.text import Text
from igroteka.web.addresses import address_for_others, drawn_code
from igroteka.web.home_network import is_this_machine, needs_password
from igroteka.web.pages.common import InArchive, InTables, OwnForm, VisitingGuest, page
from igroteka.web.pages.opened_game import locked_games
from igroteka.web.pages.people import check_may_play, check_name, free_name
from igroteka.web.pages.table_forms import (
    OPTION,
    default_bot,
    options_of,
    quick_setting,
    visitors_bot,
    visitors_game,
)
from igroteka.web.pages.waiting import waiting_games
from igroteka.web.sessions import session_of
from igroteka.web.visitors import LOOKS, Guest, guest_of, known_child

router = APIRouter(include_in_schema=False)

MOST_WAITING = 3
"""Games that are shown with a picture."""
MOST_LISTED = 6
"""Games or tables in each list of the first page."""


@router.get("/")
async def home(request: Request, guest: VisitingGuest, archive: InArchive) -> Response:
    """The first page."""
    mine, *others = await asyncio.to_thread(_games, archive, guest)
    live, recent = await asyncio.to_thread(_unlocked, request, others)
    return page(
        request,
        "home.html",
        {
            "offers": [_offer(name) for name in game_names()],
            "waiting": await asyncio.to_thread(waiting_games, archive, guest, mine[:MOST_WAITING]),
            "greeting": _greeting(guest, datetime.now().hour),
            "friend": FRIEND,
            "child": await asyncio.to_thread(_known_child, request, archive),
            "code": _code(request),
            "warm": request.app.state.warming.progress.ready,
            "switch": _has_switch(request),
            "recent": recent,
            "live": live,
        },
    )


def _unlocked(request: Request, lists: Iterable[Sequence[GameLine]]) -> list[list[GameLine]]:
    """These lists without the games of which nothing may be seen yet."""
    online = request.app.state.online
    locked = [locked_games(online, lines) for lines in lists]
    pairs = zip(lists, locked, strict=True)
    return [[line for line in lines if line.id not in shut] for lines, shut in pairs]


def _known_child(request: Request, archive: Archive) -> dict[str, object] | None:
    """The child of this browser with its stars, if there is one."""
    child = known_child(request)
    return child and {"name": child.name, "stars": archive.read(stars, child.player)}


def _greeting(guest: Guest, hour: int) -> Text:
    """Words for the time of the day, by the clock of the house."""
    name = guest.name
    if 5 <= hour < 12:
        return Text("Good morning, {name}", name=name)
    if 12 <= hour < 18:
        return Text("Good afternoon, {name}", name=name)
    return Text("Good evening, {name}", name=name)


def _code(request: Request) -> dict[str, object] | None:
    """The address for phones of the same network, drawn; None where it is open to none."""
    if not request.app.state.home_door.open or needs_password(request):
        return None
    address = address_for_others(request)
    return {"address": address, "drawn": drawn_code(f"{address}/join")}


def _has_switch(request: Request) -> bool:
    """Whether the visitor may open the house to the home network, and close it again."""
    return request.app.state.home_door.keeper is not None and is_this_machine(request)


def _offer(name: str) -> dict[str, Any]:
    game = game_class(name)
    return {
        "name": name,
        "title": game.title,
        "icon": game_icon(name),
        "summary": game.summary,
        "opponents": opponents(name),
        "default": default_bot(name),
        "rules": [option for option in game.option_list if option.quick],
        "casual": game.casual,
    }


def _games(archive: Archive, guest: Guest) -> tuple[Sequence[GameLine], ...]:
    """The visitor's unfinished games, those of others to watch, and what was finished last.

    Games are the visitor's by name, and by the seats that this browser holds under whatever name.
    """
    held = archive.read(held_games, guest.visitor, MOST_LISTED)
    filters = [Filter(among=held, unfinished=True)]
    if guest.name:
        filters.append(Filter(player=guest.name, unfinished=True, own=True))
    found = {line.id: line for wanted in filters for line in _lines(archive, wanted)}
    mine = sorted(found.values(), key=_age, reverse=True)[:MOST_LISTED]
    watched = archive.read(watched_games, guest.visitor, MOST_LISTED)
    live = _lines(archive, Filter(among=watched)) if watched else ()
    return mine, live, _lines(archive, Filter(unfinished=False, source="table"))


def _lines(archive: Archive, wanted: Filter) -> Sequence[GameLine]:
    return archive.read(search, wanted, 1, MOST_LISTED).lines


def _age(line: GameLine) -> tuple[datetime, int]:
    return line.started or datetime.min.replace(tzinfo=UTC), line.id


@router.post("/play/{name}")
async def play_now(
    name: str, guest: VisitingGuest, live_tables: InTables, form: OwnForm, request: Request
) -> Response:
    """A table against bots, at once; who has no name yet gives it here, or is some guest."""
    check_may_play(request, guest)
    wanted_name = str(form.get("name", "")).strip()
    if not (guest.name or wanted_name):
        wanted_name = guest.words(Text("Guest {number}", number=secrets.randbelow(9000) + 1000))
    if guest.player is None and wanted_name:
        request.session["name"] = await free_name(live_tables.archive, wanted_name)
        guest = guest_of(request)
    await check_name(live_tables.archive, guest)
    chosen = options_of(form, f"{name}-{OPTION}")
    game = visitors_game(name, {**game_class(name).casual, **chosen})
    bot = visitors_bot(name, str(form.get(f"bot_{name}") or default_bot(name)))
    table = await live_tables.open(game, quick_setting(game, guest, bot))
    return RedirectResponse(f"/table/{table.number}", 303)


@router.post("/wishes")
async def preferences(request: Request, archive: InArchive, form: OwnForm) -> Response:
    """The visitor's name, language and colours; in a child's room the name stays."""
    session = session_of(request)
    if form.get("name") and session.player is None and "child" not in session:
        session["name"] = await free_name(archive, str(form["name"]))
    if form.get("language") in LANGUAGES:
        session["language"] = str(form["language"])
    for name, ways in LOOKS.items():
        if form.get(name) in ways:
            session[name] = str(form[name])
    back = str(form.get("back", "/"))
    own = back.startswith("/") and back[1:2] not in ("/", "\\")
    return RedirectResponse(back if own else "/", 303)
