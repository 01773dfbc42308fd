"""Phones of the home network: the switch that lets them in, the page that their code leads to."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from igroteka.archive import Archive
from igroteka.archive.models import Filter
from igroteka.archive.search import search
from igroteka.contract import IgrotekaError
from igroteka.tables.storage import held_games
from igroteka.text import NOTHING, Text
from igroteka.web.home_network import HomeDoor, home_address, is_this_machine
from igroteka.web.pages.common import InArchive, NotAllowed, OwnForm, VisitingGuest, page
from igroteka.web.pages.people import free_name, may_play
from igroteka.web.pages.waiting import waiting_games
from igroteka.web.visitors import Guest

router = APIRouter(include_in_schema=False)

MOST_HELD = 6
"""Games that are looked at for one that waits."""


@router.post("/home-network")
async def switch(request: Request, form: OwnForm) -> Response:
    """Open the house to the home network, or close it, from the machine itself alone."""
    if not is_this_machine(request):
        raise NotAllowed(Text("only who sits at the machine itself opens it to the network"))
    door: HomeDoor = request.app.state.home_door
    if door.keeper is None:
        raise NotAllowed(Text("where this house listens was said when it was started"))
    if form.get("open") == "yes":
        await door.let_in()
        return RedirectResponse("/#join", 303)
    address = home_address()
    await door.shut()
    if address is not None:
        await request.app.state.doors.close(address)
    return RedirectResponse("/", 303)


@router.get("/join")
async def join(request: Request, guest: VisitingGuest, archive: InArchive) -> Response:
    """Where a phone comes by the code: who is known goes on at once, others say their name."""
    if not may_play(request, guest):
        return RedirectResponse("/me", 303)
    if guest.name:
        return RedirectResponse(await asyncio.to_thread(_waiting, archive, guest), 303)
    return page(request, "join.html", {"problem": NOTHING, "name": ""})


@router.post("/join")
async def come_in(
    request: Request, guest: VisitingGuest, archive: InArchive, form: OwnForm
) -> Response:
    """The name of who came by the code, and on to the games."""
    if not may_play(request, guest):
        return RedirectResponse("/me", 303)
    wanted_name = str(form.get("name", ""))
    if guest.player is None:
        try:
            request.session["name"] = await free_name(archive, wanted_name)
        except IgrotekaError as error:
            values = {"problem": error.sentence, "name": wanted_name}
            return page(request, "join.html", values, 400)
    return RedirectResponse(await asyncio.to_thread(_waiting, archive, guest), 303)


def _waiting(archive: Archive, guest: Guest) -> str:
    """The game in which it is this visitor's turn, if there is one; otherwise all games."""
    held = Filter(among=archive.read(held_games, guest.visitor, MOST_HELD), unfinished=True)
    lines = archive.read(search, held, 1, MOST_HELD).lines
    own = [each for each in waiting_games(archive, guest, lines) if each.mine]
    return f"/table/{own[0].line.id}" if own else "/"
