"""The door to the events: which there are, how one is opened, and where each link leads."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from datetime import date

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from igroteka.club import joining
from igroteka.club.director_deeds import Opened
from igroteka.club.entering import checked
from igroteka.club.event_file import from_file
from igroteka.club.events import Draft
from igroteka.club.folding import NOBODY
from igroteka.club.links import CONTESTANT, DIRECTOR, PLAYERS, TABLE, Role
from igroteka.contract import BadOption, IgrotekaError
from igroteka.registry import contest, game_names, has_contest
from igroteka.text import NOTHING, Text
from igroteka.web.club.desk import desk_page
from igroteka.web.club.doors import AtEvent, InEvents
from igroteka.web.club.phone import phone_page
from igroteka.web.club.results import results_page
from igroteka.web.dates import read_day
from igroteka.web.pages.common import OwnForm, VisitingGuest, page
from igroteka.web.pages.people import check_may_play

router = APIRouter(include_in_schema=False)

LONGEST_NAME = 100


@router.get("/club")
def club(request: Request, news: InEvents) -> Response:
    """All events, and the door to a new one."""
    return _club(request, news)


def _club(
    request: Request,
    news: InEvents,
    typed: Mapping[str, object] | None = None,
    problem: Text = NOTHING,
) -> Response:
    own: dict[str, str] = request.session.get("events", {})
    found = [
        (each, f"/club/{each.code}/{own.get(each.code) or Role(PLAYERS).key(each.secret)}")
        for each in news.events.all()
    ]
    games = {name: contest(name) for name in game_names() if has_contest(name)}
    values = {"found": found, "own": own, "contests": games, "today": date.today().isoformat()}
    values |= {"typed": typed or {}, "problem": problem}
    return page(request, "club/club.html", values, 400 if problem else 200)


@router.post("/club")
async def open_event(
    request: Request, news: InEvents, guest: VisitingGuest, form: OwnForm
) -> Response:
    """Open the event that the form describes; whoever opens it is its director."""
    check_may_play(request, guest)
    try:
        game, _, scoring = str(form.get("scoring", "")).partition(" ")
        opened = Opened(_name(form.get("name")), _day(form.get("day")), game, scoring, {})
        checked(NOBODY, contest(game), opened)
    except BadOption as error:
        return _club(request, news, form, error.sentence)
    draft = Draft(secrets.token_hex(8), Role(DIRECTOR).who, opened)
    kept = await asyncio.to_thread(news.events.open, draft, game)
    return _as_director(request, kept.stored.code, kept.stored.secret, "people")


@router.post("/club/file")
async def take_in(
    request: Request, news: InEvents, guest: VisitingGuest, form: OwnForm
) -> Response:
    """Go on with an event that was kept as a file on another machine."""
    check_may_play(request, guest)
    try:
        upload = form.get("file")
        content = b"" if upload is None or isinstance(upload, str) else await upload.read()
        stored, log = await asyncio.to_thread(from_file, content)
        await asyncio.to_thread(joining.take_in, news.events, stored, log)
    except IgrotekaError as error:
        return _club(request, news, form, error.sentence)
    return _as_director(request, stored.code, stored.secret)


def _as_director(request: Request, code: str, secret: str, room: str = "") -> Response:
    key = Role(DIRECTOR).key(secret)
    request.session["events"] = {**request.session.get("events", {}), code: key}
    return RedirectResponse(f"/club/{code}/{key}" + (f"/{room}" if room else ""), 303)


def _name(text: object) -> str:
    name = " ".join(str(text or "").split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise BadOption(Text("an event has a name of 1 to {most} letters", most=LONGEST_NAME))
    return name


def _day(text: object) -> str:
    return read_day(str(text or "")).date().isoformat()


@router.get("/club/{code}/{key}")
async def enter(request: Request, at: AtEvent) -> Response:
    """Where a link leads: to the desk, to a phone's page, or to the results."""
    if at.role.kind == DIRECTOR:
        own = request.session.get("events", {})
        key = at.role.key(at.kept.stored.secret)
        request.session["events"] = {**own, at.kept.stored.code: key}
        return desk_page(request, at)
    if at.role.kind in (TABLE, CONTESTANT):
        return await phone_page(request, at)
    return results_page(request, at)
