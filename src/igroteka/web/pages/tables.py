"""Tables: setting one up, taking a seat by a link, and the table itself."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, WebSocket
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from igroteka.archive import ArchiveError, sittings
from igroteka.archive.leads import LedElsewhere
from igroteka.basics.house_fault import HouseFault
from igroteka.contract import BadOption, IgrotekaError, Seat
from igroteka.registry import game_class, game_looks, has_line_protocol, make_game, page_files
from igroteka.tables import requests
from igroteka.tables.characters import opponents
from igroteka.tables.doors import Place
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.table import Refused, Table
from igroteka.text import NOTHING, Text
from igroteka.web.addresses import address_for_others, drawn_code, household_of
from igroteka.web.budgets import OpenSockets
from igroteka.web.home_network import home_address
from igroteka.web.pages.common import (
    InTables,
    OwnForm,
    VisitingGuest,
    board_files,
    page,
    unusual,
)
from igroteka.web.pages.names import named
from igroteka.web.pages.people import check_may_play, check_name, free_name
from igroteka.web.pages.table_forms import (
    default_bot,
    options_of,
    setting_of,
    sitting_of,
    visitors_game,
)
from igroteka.web.security import same_origin
from igroteka.web.socket import COME_AGAIN, SENT_AWAY, Wire
from igroteka.web.visitors import Guest, guest_of

router = APIRouter(include_in_schema=False)


@router.get("/new/{name}")
def new_table(request: Request, name: str) -> Response:
    """The form for a new table; the options of the address set up the seats."""
    asked = {key: value for key, value in request.query_params.items() if value}
    return _form(request, name, asked or game_class(name).casual, {})


def _form(
    request: Request,
    name: str,
    options: Mapping[str, str],
    typed: Mapping[str, object],
    problem: Text = NOTHING,
) -> Response:
    """The form with seats for a game with these options; if something is wrong, as it was typed."""
    status = 400 if problem else 200
    try:
        game = visitors_game(name, options)
    except BadOption as error:
        game, problem = make_game(name, {}), error.sentence
    values = {"game": game, "options": options, "typed": typed, "problem": problem}
    values |= {"usual_bot": default_bot(game.name), "opponents": opponents(game.name)}
    values["changed"] = unusual(game.name, game.options)
    return page(request, "new_table.html", values, status)


@router.post("/new/{name}")
async def open_table(
    request: Request, name: str, guest: VisitingGuest, live_tables: InTables, form: OwnForm
) -> Response:
    """Open the table that the form describes."""
    check_may_play(request, guest)
    options = options_of(form)
    if form.get("only") == "seats":
        return _form(request, name, options, form)
    try:
        game = visitors_game(name, options)
        await _check_names(live_tables, guest, form)
        setting, sitting = setting_of(game, guest, form), sitting_of(game, form)
        table = (
            await live_tables.open(game, setting)
            if sitting is None
            else await live_tables.open_sitting(sitting, setting)
        )
    except ArchiveError:
        raise
    except IgrotekaError as error:
        return _form(request, name, options, form, error.sentence)
    return RedirectResponse(f"/table/{table.number}", 303)


async def _check_names(live_tables: LiveTables, guest: Guest, form: FormData) -> None:
    """Raise `IgrotekaError` if a name on a chair is protected by a password."""
    for field, value in form.items():
        if field.startswith("name") and str(value).strip():
            await free_name(live_tables.archive, str(value))
    await check_name(live_tables.archive, guest)


@router.get("/table/{number}")
async def show_table(
    request: Request, number: int, guest: VisitingGuest, live_tables: InTables
) -> Response:
    """The table. Somebody without a seat looks on, where that is allowed."""
    table = await live_tables.table(number)
    await check_watching(live_tables, table, guest)
    shown = {**_seen(table, guest), **_links(request, table, guest)}
    return page(request, "table.html", {**shown, **_door(request, table, guest)})


def _door(request: Request, table: Table, guest: Guest) -> dict[str, Any]:
    """Whether the visitor may let programs in, and where these find the table."""
    place = request.app.state.doors.place(table)
    mine = guest.visitor == table.setting.host
    waiting = any(chair.player is None for chair in table.setting.chairs)
    offered = mine and (waiting or place is not None) and has_line_protocol(table.game.name)
    return {"programs": offered, "door": place and f"{_host(request, place)}:{place.port}"}


def _host(request: Request, place: Place) -> str:
    """The name of a door's machine: its address, or as the visitor came where it listens at all."""
    return str(request.url.hostname) if place.address in ("0.0.0.0", "::") else place.address


@router.post("/table/{number}/programs")
async def let_programs_in(
    request: Request, number: int, guest: VisitingGuest, live_tables: InTables, form: OwnForm
) -> Response:
    """Open the table to programs that speak the public protocol of its game."""
    del form
    table = await live_tables.table(number)
    if guest.visitor != table.setting.host:
        raise Refused(Text("only who opened the table lets programs in"))
    state = request.app.state
    at_home = home_address() if state.home_door.open and state.home_door.keeper else None
    await state.doors.open(table, at_home or state.settings.address)
    return RedirectResponse(f"/table/{number}", 303)


async def check_watching(live_tables: LiveTables, table: Table, guest: Guest) -> None:
    """Raise `Refused` if this visitor may not even look on.

    A board that the other table of a match has still to play is seen by who plays it alone.
    """
    if table.setting.held_by(guest.visitor):
        return
    if not table.setting.watched:
        raise Refused(Text("this table is not open to spectators"))
    now = table.sitting
    if now is not None and now.stored.other is not None:
        read, place = live_tables.archive.read, now.place
        if await asyncio.to_thread(read, sittings.other_has_to_play, now.stored.id, place):
            raise Refused(Text("others have still to play this board; it is shown when all have"))


def _seen(table: Table, guest: Guest) -> dict[str, Any]:
    return {
        "table": table,
        **board_files(table.game.name),
        "rules": unusual(table.game.name, table.game.options),
        "looks": game_looks(table.game.name),
        "held": table.setting.held_by(guest.visitor),
    }


def _links(request: Request, table: Table, guest: Guest) -> dict[str, Any]:
    """The links by which seats are taken: the host's to give away, and everybody's own."""
    links = []
    for seat, chair in enumerate(table.setting.chairs):
        mine = guest.visitor in chair.holders
        free = chair.player is None and guest.visitor == table.setting.host
        if chair.bot is None and (mine or free):
            path = request.app.url_path_for("take_seat", number=table.number, key=chair.key)
            address = address_for_others(request) + path
            code = drawn_code(address)
            links.append({"seat": seat, "free": not mine, "address": address, "code": code})
    return {"links": sorted(links, key=lambda link: not link["free"])}


@router.get("/table/{number}/sit/{key}")
async def take_seat(
    request: Request, number: int, key: str, guest: VisitingGuest, live_tables: InTables
) -> Response:
    """An invitation. Who comes back to an own seat sits down at once."""
    table = await live_tables.table(number)
    seat = requests.seat_of_link(table.setting, guest.visitor, key)
    if guest.visitor in table.setting.chairs[seat].holders:
        return RedirectResponse(f"/table/{number}", 303)
    return _invitation(request, table, seat, key)


def _invitation(
    request: Request, table: Table, seat: Seat, key: str, name: str = "", problem: Text = NOTHING
) -> Response:
    """Who invites to what, and with whom; after a name that will not do, with what is wrong."""
    guest = guest_of(request)
    game, setting = table.game, table.setting
    hosts = [setting.chairs[each].player for each in setting.held_by(setting.host)]
    chairs = [
        {
            "seat": each,
            "title": game.seat_name(each),
            "player": chair.player and named(guest, game.name, chair.player, chair.kind),
        }
        for each, chair in enumerate(setting.chairs)
    ]
    values: dict[str, Any] = {"table": table, "seat": seat, "chair": setting.chairs[seat]}
    values |= {"key": key, "host": hosts[0] if hosts else None, "chairs": chairs}
    values |= {"rules": unusual(game.name, game.options)}
    values |= {"name": name, "problem": problem}
    return page(request, "invitation.html", values, 400 if problem else 200)


@router.post("/table/{number}/sit/{key}")
async def sit_down(
    request: Request,
    number: int,
    key: str,
    guest: VisitingGuest,
    live_tables: InTables,
    form: OwnForm,
) -> Response:
    """Take the seat of an invitation."""
    table = await live_tables.table(number)
    seat = requests.seat_of_link(table.setting, guest.visitor, key)
    player = table.setting.chairs[seat].player
    named = guest.player is not None or guest.child is not None
    wanted_name = "" if named else str(form.get("name", ""))
    name = player or wanted_name or guest.name or ""
    try:
        if not named and player is None:
            name = await free_name(live_tables.archive, name)
        seat = await requests.sit(table, guest.visitor, name, key)
    except ArchiveError:
        raise
    except IgrotekaError as error:
        return _invitation(request, table, seat, key, name, error.sentence)
    if guest.name is None:
        request.session["name"] = table.setting.chairs[seat].player
    return RedirectResponse(f"/table/{number}", 303)


@router.post("/table/{number}/again")
async def play_again(
    number: int, guest: VisitingGuest, live_tables: InTables, form: OwnForm
) -> Response:
    """The next game of the sitting, as the game says who then sits where."""
    del form
    table = await live_tables.table(number)
    if not table.setting.held_by(guest.visitor):
        raise Refused(Text("only who played at this table can ask for another game"))
    return RedirectResponse(f"/table/{await live_tables.once_more(table)}", 303)


@router.websocket("/table/{number}/socket")
async def table_socket(socket: WebSocket, number: int) -> None:
    """The wire of a page."""
    live_tables: LiveTables = socket.app.state.live_tables
    guest = guest_of(socket)
    if not same_origin(socket.headers):
        await socket.close(SENT_AWAY)
        return
    await serve(socket, live_tables, number, guest)


async def serve(
    socket: WebSocket,
    live_tables: LiveTables,
    number: int,
    guest: Guest,
    protocol: int | None = None,
) -> None:
    """Accept a socket and serve it, or say why not; a program's has a protocol."""
    open_sockets: OpenSockets = socket.app.state.open_sockets
    with open_sockets.one_more(household_of(socket), guest.visitor) as room:
        if not room:
            await socket.close(COME_AGAIN)
            return
        await _serve(socket, live_tables, number, guest, protocol)


async def _serve(
    socket: WebSocket, live_tables: LiveTables, number: int, guest: Guest, protocol: int | None
) -> None:
    await socket.accept()
    try:
        table = await live_tables.table(number)
        await check_watching(live_tables, table, guest)
    except (IgrotekaError, HouseFault) as error:
        await socket.send_json({"type": "refused", "reason": guest.words(error.sentence)})
        passing = isinstance(error, HouseFault | LedElsewhere)
        await socket.close(COME_AGAIN if passing else SENT_AWAY)
        return
    drawn = protocol is None and "board.js" not in page_files(table.game.name)
    wire = Wire(socket, table, guest, protocol, drawn)
    with socket.app.state.open_wires.holding(guest.admission, wire):
        await wire.run()
