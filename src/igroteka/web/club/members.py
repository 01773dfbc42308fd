"""The people of the club: who is there, with rank and number."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from igroteka.archive.members import add_member, all_members, change_member, remove_member
from igroteka.contract import IgrotekaError
from igroteka.text import NOTHING, Text
from igroteka.web.pages.common import InArchive, OwnForm, VisitingGuest, page
from igroteka.web.pages.people import check_may_play

router = APIRouter(include_in_schema=False)


@router.get("/club/members")
def members(request: Request, archive: InArchive) -> Response:
    """Everybody, by name."""
    return _members(request, archive)


def _members(
    request: Request,
    archive: InArchive,
    typed: Mapping[str, object] | None = None,
    problem: Text = NOTHING,
) -> Response:
    values = {"members": archive.read(all_members), "typed": typed or {}, "problem": problem}
    return page(request, "club/members.html", values, 400 if problem else 200)


@router.post("/club/members")
async def add(
    request: Request, archive: InArchive, guest: VisitingGuest, form: OwnForm
) -> Response:
    """Somebody joins."""
    check_may_play(request, guest)
    name, rank, number = (str(form.get(each, "")) for each in ("name", "rank", "club_number"))
    try:
        await asyncio.to_thread(archive.apply, add_member, name, rank, number)
    except IgrotekaError as error:
        return await asyncio.to_thread(_members, request, archive, form, error.sentence)
    return RedirectResponse("/club/members", 303)


@router.post("/club/members/{number}")
async def change(
    request: Request, archive: InArchive, guest: VisitingGuest, form: OwnForm, number: int
) -> Response:
    """What is known of somebody changes, or they leave; evenings keep their names."""
    check_may_play(request, guest)
    try:
        if form.get("leaves"):
            await asyncio.to_thread(archive.apply, remove_member, number)
        else:
            name, rank, club = (str(form.get(each, "")) for each in ("name", "rank", "club_number"))
            await asyncio.to_thread(archive.apply, change_member, number, name, rank, club)
    except IgrotekaError as error:
        return await asyncio.to_thread(_members, request, archive, {}, error.sentence)
    return RedirectResponse("/club/members", 303)
