"""A visitor's own page: the name, the password, the preferences, and programs of one's own."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, Request
from sqlalchemy import Connection
from starlette.responses import RedirectResponse, Response

from igroteka.archive import Archive, accounts, sessions, tokens
from igroteka.archive.models import Filter
from igroteka.archive.schema import LONGEST_NAME
from igroteka.archive.search import search
from igroteka.contract import IgrotekaError
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Visitor
from igroteka.text import NOTHING, Text
from igroteka.web.addresses import household_of
from igroteka.web.home_network import needs_password
from igroteka.web.pages.common import InArchive, InTables, NotAllowed, OwnForm, VisitingGuest, page
from igroteka.web.passwords import PASSWORD_RATE, REGISTER_RATE, check_rate, hashing_of
from igroteka.web.security import Rate
from igroteka.web.sessions import session_of
from igroteka.web.visitors import Guest, enter, guest_of

router = APIRouter(include_in_schema=False)

SIGN_IN_RATE = Rate(per_second=0.1, burst=5)
MOST_TOKENS = 100
"""Tokens that are listed, the newest of them."""
MOST_SESSIONS = 50
"""Sessions that are listed, those used last."""
MOST_KEPT = 100
"""Unfinished games that are taken along when a guest's name gets a password."""


async def free_name(archive: Archive, wanted_name: str) -> str:
    """A name for somebody without a password. Raises `IgrotekaError` if it is protected by one."""
    name = accounts.chosen_name(wanted_name)
    if await is_protected(archive, name):
        raise IgrotekaError(
            Text("{name} has a password; sign in with it, or take another name", name=name)
        )
    return name


async def check_name(archive: Archive, guest: Guest) -> None:
    """Raise `IgrotekaError` if a visitor's name has got a password that they have not given."""
    if guest.player is None and guest.child is None and guest.name:
        await free_name(archive, guest.name)


async def is_protected(archive: Archive, name: str) -> bool:
    """Whether a name can be used only with its password."""
    return await asyncio.to_thread(archive.read, _is_protected, name)


def _is_protected(connection: Connection, name: str) -> bool:
    found = accounts.account(connection, name)
    return found is not None and accounts.has_password(connection, found.id)


def may_play(request: Request, guest: Guest) -> bool:
    """Whether this visitor has given a password, where playing needs one.

    For a child its parent has.
    """
    proved = guest.player is not None or guest.child is not None
    return proved or not needs_password(request)


def check_may_play(request: Request, guest: Guest) -> None:
    """Raise `NotAllowed` where playing needs a password and this visitor has given none."""
    if not may_play(request, guest):
        raise NotAllowed(Text("sign in first: from where you are, playing here needs a password"))


@router.get("/me")
def me(request: Request) -> Response:
    """Who I am."""
    return page(request, "me.html", _own(request))


def _own(request: Request, secret: str | None = None, news: Text = NOTHING) -> dict[str, object]:
    """What a visitor's page shows: the tokens and, once, what has just been made."""
    archive: Archive = request.app.state.live_tables.archive
    found = archive.read(tokens.tokens_of, keeper_of(request))
    session = session_of(request)
    own = archive.read(sessions.sessions_of, session.player) if session.player else []
    here = session.stored.id if session.stored else None
    own.sort(key=lambda each: each.id != here)
    shown = {"sessions": own[:MOST_SESSIONS], "here": here, "tokens": found[:MOST_TOKENS]}
    return {"secret": secret, "news": news, **shown}


def check_attempts(request: Request, name: str) -> None:
    """Raise `NotAllowed` if a name's password is tried too often from one place.

    Raises `OverBudget` if passwords of many names are.
    """
    check_rate(request, PASSWORD_RATE)
    tried = accounts.tidy_name(name).casefold()[:LONGEST_NAME]
    if not SIGN_IN_RATE.allows(f"{household_of(request)} {tried}"):
        raise NotAllowed(Text("too many attempts; wait a minute"))


@router.post("/me/sign-in")
async def sign_in(request: Request, archive: InArchive, form: OwnForm) -> Response:
    """Prove who one is by a password."""
    name, password = str(form.get("name", "")), str(form.get("password", ""))
    check_attempts(request, name)
    found = await hashing_of(request).run(archive.read, accounts.check_password, name, password)
    if found is None:
        raise NotAllowed(Text("name or password is wrong"))
    await enter(request, found.id, found.name)
    return RedirectResponse("/", 303)


@router.post("/me/register")
async def register(
    request: Request, live_tables: InTables, archive: InArchive, form: OwnForm
) -> Response:
    """Protect a name by a password."""
    name = await free_name(archive, str(form.get("name", "")))
    if request.app.state.home_door.open and needs_password(request):
        await _check_new(archive, name)
    check_rate(request, REGISTER_RATE)
    hashed = await hashing_of(request).run(accounts.password_hash, str(form.get("password", "")))
    player = await asyncio.wrap_future(archive.write(_protect, name, hashed))
    await _keep_seats(live_tables, guest_of(request).visitor, name, f"player:{player}")
    await enter(request, player, name)
    return RedirectResponse("/", 303)


async def _check_new(archive: Archive, name: str) -> None:
    """Raise `NotAllowed` if somebody plays under this name at home, where it needs no password."""
    if await asyncio.to_thread(archive.read, accounts.account, name) is not None:
        raise NotAllowed(
            Text("{name} plays here already; give the name a password at home first", name=name)
        )


async def _keep_seats(live_tables: LiveTables, before: Visitor, name: str, after: Visitor) -> None:
    """Let somebody who was a guest keep the seats of unfinished games under the same name."""
    wanted = Filter(player=name, unfinished=True)
    found = await asyncio.to_thread(live_tables.archive.read, search, wanted, 1, MOST_KEPT)
    for line in found.lines:
        with suppress(IgrotekaError):  # one that can't be read keeps nobody out
            table = await live_tables.table(line.id)
            async with table.lock:
                for seat in table.setting.held_by(before):
                    table.setting.chairs[seat].holders.append(after)
                await table.remember()


def _protect(connection: Connection, name: str, hashed: str) -> int:
    player = accounts.ensure_player(connection, name)
    if accounts.has_password(connection, player):
        raise IgrotekaError(
            Text("{name} has a password; sign in with it, or take another name", name=name)
        )
    accounts.set_password(connection, player, hashed)
    return player


@router.post("/me/sign-out")
async def sign_out(request: Request, form: OwnForm) -> Response:
    """End this session: who has copied its cookie comes in by it no more."""
    del form
    session = session_of(request)
    if session.stored is not None:
        await request.app.state.sessions.end_one(session.stored.id)
    session.end()
    return RedirectResponse("/", 303)


@router.post("/me/password")
async def change_password(
    request: Request, guest: VisitingGuest, archive: InArchive, form: OwnForm
) -> Response:
    """Another password instead of the old one; this browser stays signed in, others do not."""
    if guest.player is None or guest.name is None:
        raise NotAllowed(Text("sign in first: only who has a password can change it"))
    check_attempts(request, guest.name)
    old, new = str(form.get("old", "")), str(form.get("new", ""))
    hashing = hashing_of(request)
    found = await hashing.run(archive.read, accounts.check_password, guest.name, old)
    if found is None or found.id != guest.player:
        raise NotAllowed(Text("the old password is wrong"))
    hashed = await hashing.run(accounts.password_hash, new)
    ended = await asyncio.wrap_future(archive.write(_replace_password, guest.player, hashed))
    request.app.state.sessions.forget(ended)
    await enter(request, guest.player, guest.name)
    values = await asyncio.to_thread(_own, request, news=Text("The password is changed."))
    return page(request, "me.html", values)


def _replace_password(connection: Connection, player: int, hashed: str) -> list[int]:
    """Another password; the sessions that it ends."""
    accounts.set_password(connection, player, hashed)
    return sessions.end_sessions(connection, player)


@router.post("/me/programs")
async def new_program(
    request: Request, guest: VisitingGuest, archive: InArchive, form: OwnForm
) -> Response:
    """A token for a program of one's own; the secret is shown this once."""
    check_may_play(request, guest)
    wanted_name = str(form.get("program", ""))
    secret = await asyncio.wrap_future(archive.write(make_program, wanted_name, keeper_of(request)))
    return page(request, "me.html", await asyncio.to_thread(_own, request, secret=secret))


@router.post("/me/programs/{token}/revoke")
async def revoke(request: Request, archive: InArchive, token: int, form: OwnForm) -> Response:
    """A token that is good for nothing from now on."""
    del form
    await asyncio.wrap_future(archive.write(tokens.revoke_token, token, keeper_of(request)))
    request.app.state.open_wires.cut("token", [token])
    return RedirectResponse("/me#programs", 303)


def keeper_of(request: Request) -> tokens.Keeper:
    """Whose tokens this visitor may see and revoke."""
    return tokens.Keeper(guest_of(request).player, not needs_password(request))


def make_program(connection: Connection, name: str, keeper: tokens.Keeper | None = None) -> str:
    """A token for a new program, or for one of the keeper's that has one already.

    Raises `IgrotekaError` if the name is somebody else's.
    """
    name = accounts.chosen_name(name)
    owner = keeper.player if keeper else None
    found = accounts.account(connection, name)
    if found is None:
        player = accounts.ensure_player(connection, name, "program")
        return tokens.issue_token(connection, player, name, owner)
    known = keeper is not None and tokens.has_token_for(connection, keeper, found.id)
    if found.kind != "program" or not known:
        raise IgrotekaError(
            Text("the name {name} is taken; give the program another one", name=name)
        )
    return tokens.issue_token(connection, found.id, name, owner)
