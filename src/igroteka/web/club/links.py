"""The links of an evening on the screen and on paper, each with its code for a camera."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from igroteka.club.guide_cards import guide_cards
from igroteka.club.links import CONTESTANT, DIRECTOR, PLAYERS, TABLE, Role
from igroteka.text import Text
from igroteka.web.addresses import address_for_others, drawn_code
from igroteka.web.club.desk import club_page
from igroteka.web.club.doors import AsDirector, Visit

router = APIRouter(include_in_schema=False)


class Link(NamedTuple):
    """A link with its code."""

    title: Text
    address: str
    code: Markup


def link(request: Request, at: Visit, role: Role, title: Text) -> Link:
    """The link of somebody."""
    address = address_for_others(request) + role.path(at.kept.stored)
    return Link(title, address, drawn_code(address))


@router.get("/club/{code}/{key}/links")
async def links(request: Request, at: AsDirector) -> Response:
    """Every link: one for players and spectators, one for each table, one for each contestant.

    A thousand codes take seconds to draw: who wants as many meanwhile waits without a thread.
    """
    async with request.app.state.drawing:
        return await asyncio.to_thread(_drawn_links, request, at)


def _drawn_links(request: Request, at: Visit) -> Response:
    tables = [
        link(request, at, Role(TABLE, number), Text("Table {number}", number=number))
        for number in at.event.tables
    ]
    own = [
        link(
            request,
            at,
            Role(CONTESTANT, number),
            Text("{number} {name}", number=number, name=each.name()),
        )
        for number, each in at.event.contestants.items()
    ]
    values = {
        "players": link(request, at, Role(PLAYERS), Text("Players and spectators")),
        "director": link(request, at, Role(DIRECTOR), Text("The director: keep it to yourself")),
        "tables": tables,
        "own": own,
        "base": address_for_others(request),
    }
    return club_page(request, at, "links.html", values)


@router.get("/club/{code}/{key}/paper/cards")
def cards(request: Request, at: AsDirector) -> Response:
    """Guide cards for everybody, to be printed and cut."""
    found = [
        (at.event.contestants[section.numbers[place - 1]], section, stops)
        for section in at.event.sections.values()
        for place, stops in guide_cards(section.movement).items()
    ]
    return club_page(request, at, "cards.html", {"cards": found})
