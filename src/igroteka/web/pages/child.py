"""A child's room: how a parent opens and shuts it, its first page, and games with the friend."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from igroteka.archive import Archive, ArchiveError
from igroteka.archive.children import (
    Child,
    Limits,
    children_named,
    code_hash,
    is_code,
    limits_of,
    make_room,
    results_against,
    set_limits,
    stars,
)
from igroteka.archive.models import Filter
from igroteka.archive.search import search
from igroteka.contract import IgrotekaError
from igroteka.registry import game_class, game_names, make_game
from igroteka.study.friend import friends_level
from igroteka.tables.characters import FRIEND
from igroteka.tables.storage import held_games
from igroteka.text import NOTHING, Text
from igroteka.web.pages.common import (
    InArchive,
    InTables,
    NotAllowed,
    NotFound,
    OwnForm,
    VisitingGuest,
    page,
)
from igroteka.web.pages.people import check_attempts, check_may_play, free_name
from igroteka.web.pages.table_forms import limit, quick_setting
from igroteka.web.passwords import REGISTER_RATE, check_rate, hashing_of
from igroteka.web.visitors import Guest, enter_room, guest_of, known_child, leave_room

router = APIRouter(include_in_schema=False)

MOST_BEGUN = 20
"""Unfinished games of a child that are looked at for one to go on with."""


def child_of(request: Request) -> Child:
    """The child in whose room this is asked for. Raises `NotAllowed` outside of it."""
    found = guest_of(request).child
    if found is None:
        raise NotAllowed(Text("this is in the child's room; a parent opens it on the first page"))
    return found


InRoom = Annotated[Child, Depends(child_of)]


@router.get("/child")
async def room(request: Request, guest: VisitingGuest, archive: InArchive) -> Response:
    """The child's own first page; outside of the room, the parent's way into it."""
    if guest.child is None:
        return await _entrance(request, archive)
    left = await request.app.state.daylight.left(guest.child)
    values = {"friend": FRIEND, "left": left, "asleep": left == 0}
    values["stars"] = await asyncio.to_thread(archive.read, stars, guest.child.player)
    return page(request, "child.html", values)


async def _entrance(
    request: Request, archive: Archive, typed: FormData | None = None, problem: Text = NOTHING
) -> Response:
    """The parent's form; if it was sent and something is wrong with it, as it was typed."""
    known = known_child(request)
    limits = Limits()
    if known is not None:
        limits = await asyncio.to_thread(archive.read, limits_of, known.player)
    filled: dict[str, object] = {"name": known.name if known else "", **limits._asdict()}
    if typed is not None:
        filled = {name: typed.get(name, "") for name in filled}
    values = {"known": known, "friend": FRIEND, "problem": problem, "filled": filled}
    return page(request, "child_entrance.html", values, 400 if problem else 200)


@router.post("/child/enter")
async def enter(
    request: Request, guest: VisitingGuest, archive: InArchive, form: OwnForm
) -> Response:
    """Open the room to a child: a new one gets the code, a known one is let in by it.

    From inside of a room no way leads into another.
    """
    if guest.child is not None:
        return RedirectResponse("/child", 303)
    check_may_play(request, guest)
    try:
        enter_room(request, await _let_in(request, archive, form))
    except (ArchiveError, NotAllowed):
        raise
    except IgrotekaError as error:
        return await _entrance(request, archive, form, error.sentence)
    return RedirectResponse("/child", 303)


async def _let_in(request: Request, archive: Archive, form: FormData) -> Child:
    """The child whom a parent's form names. Raises `IgrotekaError` for what won't do."""
    name = await free_name(archive, str(form.get("name", "")))
    code = str(form.get("code", "")).strip()
    limits = Limits(*(limit(form, each) for each in Limits._fields))
    found = await asyncio.to_thread(archive.read, children_named, [name])
    if not found:
        check_rate(request, REGISTER_RATE)
        hashed = await hashing_of(request).run(code_hash, code)
        return await asyncio.wrap_future(archive.write(make_room, name, hashed, limits))
    child = next(iter(found))
    await _check_code(request, archive, child, code)
    # A form that was not filled from what holds changes it only where it says something.
    if child == known_child(request) or limits != Limits():
        await asyncio.wrap_future(archive.write(set_limits, child.player, limits))
    return child


async def _check_code(request: Request, archive: Archive, child: Child, code: str) -> None:
    """Raise `IgrotekaError` unless this is the code of the child's parent."""
    check_attempts(request, f"child {child.player}")
    if not await hashing_of(request).run(archive.read, is_code, child.player, code):
        raise IgrotekaError(Text("this is not the code"))


@router.get("/child/leave")
def way_out(request: Request, child: InRoom) -> Response:
    """Where a parent types the code."""
    del child
    return page(request, "child_leave.html", {"friend": FRIEND, "problem": NOTHING})


@router.post("/child/leave")
async def leave(request: Request, child: InRoom, archive: InArchive, form: OwnForm) -> Response:
    """Shut the room behind a child, by the parent's code."""
    try:
        await _check_code(request, archive, child, str(form.get("code", "")).strip())
    except ArchiveError:
        raise
    except IgrotekaError as error:
        values = {"friend": FRIEND, "problem": error.sentence}
        return page(request, "child_leave.html", values, 403)
    leave_room(request)
    return RedirectResponse("/", 303)


@router.get("/child/play")
async def choose_game(
    request: Request, guest: VisitingGuest, child: InRoom, archive: InArchive
) -> Response:
    """The games that children play; one that was begun is gone on with."""
    del child
    names = [name for name in game_names() if game_class(name).friends]
    begun = await asyncio.to_thread(_begun, archive, guest)
    offers = [
        {"name": name, "title": game_class(name).title, "begun": begun.get(name)} for name in names
    ]
    return page(request, "child_play.html", {"friend": FRIEND, "offers": offers})


def _begun(archive: Archive, guest: Guest) -> dict[str, int]:
    """The child's latest unfinished game of each kind."""
    held = archive.read(held_games, guest.visitor, MOST_BEGUN)
    lines = archive.read(search, Filter(among=held, unfinished=True), 1, MOST_BEGUN).lines
    return {line.game: line.id for line in reversed(lines)}


@router.post("/child/play/{name}")
async def play(
    name: str, guest: VisitingGuest, child: InRoom, live_tables: InTables, form: OwnForm
) -> Response:
    """A new game with the friend, who plays about as well as the child."""
    del form
    friends = game_class(name).friends
    if not friends:
        raise NotFound(Text("this game is not for children"))
    results = await asyncio.to_thread(
        live_tables.archive.read, results_against, child.player, name, friends
    )
    game = make_game(name, game_class(name).casual)
    setting = quick_setting(game, guest, friends[friends_level(results, len(friends))])
    table = await live_tables.open(game, replace(setting, kid=True))
    return RedirectResponse(f"/table/{table.number}", 303)
