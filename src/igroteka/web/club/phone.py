"""The page of a table's phone, or of a player's own: all it needs comes at once."""

from __future__ import annotations

import json
from functools import lru_cache

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import FileResponse, JSONResponse, Response

from igroteka.club.links import CONTESTANT
from igroteka.contract import Json
from igroteka.languages import Language
from igroteka.registry import contest, page_files
from igroteka.web.club.desk import club_page
from igroteka.web.club.doors import ANYWHERE, AtEvent, Visit, online_of
from igroteka.web.club.phone_state import phone_state, sheets
from igroteka.web.pages.common import FOLDER, edition
from igroteka.web.security import CONTENT_POLICY
from igroteka.web.visitors import guest_of

router = APIRouter(include_in_schema=False)


async def phone_page(request: Request, at: Visit) -> Response:
    """The page; from then on the phone draws everything itself.

    It may send what it has kept to the address at which the house is then.
    """
    state = await _state(request, at)
    known = _sheets(at.kept.stored.game, tuple(at.event.boards), guest_of(request).language)
    text = json.dumps({**state, **known}, ensure_ascii=False).replace("<", "\\u003c")
    answer = club_page(request, at, "phone.html", {"state_json": Markup(text)})
    answer.headers["Content-Security-Policy"] = f"{CONTENT_POLICY}; connect-src http: https:"
    return answer


@router.get("/club/{code}/{key}/state")
async def state(request: Request, at: AtEvent) -> Response:
    """What is known at this table by now; the page has the sheets already."""
    return JSONResponse(await _state(request, at), headers=ANYWHERE)


@lru_cache(maxsize=200)
def _sheets(game: str, boards: tuple[int, ...], language: str) -> Json:
    """The sheets of these boards: all phones of an evening have nearly the same."""
    return sheets(contest(game), boards, Language(language))


async def _state(request: Request, at: Visit) -> Json:
    found = phone_state(at.event, at.contest, at.role, guest_of(request).words)
    if at.role.kind == CONTESTANT and at.event.online:
        online, code = online_of(request), at.kept.stored.code
        for each in found["rounds"]:
            each["seats"] = await online.seats(code, each["round"], at.role.number)
    game = at.kept.stored.game
    script = f"/static/{edition()}/games/{game}/entry.js" if "entry.js" in page_files(game) else ""
    return {**found, "script": script}


@router.get("/club/worker.js")
def worker() -> Response:
    """What lets a phone's page come back without the network, where browsers allow it."""
    path = FOLDER / "static" / "club_worker.js"
    return FileResponse(path, media_type="text/javascript", headers={"Cache-Control": "no-cache"})
