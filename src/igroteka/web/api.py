"""The interface for programs: JSON over HTTP, and one socket a table.

A program has a token, sent as `Authorization: Bearer TOKEN`. The socket speaks the protocol of
external programs: `start`, then `choose` with a view and actions, answered by `{"action": …}`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request, WebSocket
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection

from igroteka.archive import Archive, tokens
from igroteka.contract import BadOption, IgrotekaError, Json
from igroteka.players.external import protocol_of
from igroteka.records.explanations import read_explanation
from igroteka.records.sitting import opened
from igroteka.registry import game_class, game_names
from igroteka.tables import requests
from igroteka.tables.frames import audience_of
from igroteka.tables.live_tables import LiveTables
from igroteka.tables.setting import Chair, Setting, TakeBack
from igroteka.tables.table import Table
from igroteka.text import Text
from igroteka.web.addresses import household_of
from igroteka.web.home_network import needs_password
from igroteka.web.open_wires import ENDED, Pass
from igroteka.web.pages.common import FORM_RATE, InArchive, InTables, NotAllowed
from igroteka.web.pages.people import make_program
from igroteka.web.pages.table_forms import (
    bot_chair,
    clock_for,
    distinct,
    visitors_bot,
    visitors_game,
)
from igroteka.web.pages.tables import check_watching, serve
from igroteka.web.socket import SENT_AWAY
from igroteka.web.visitors import Guest, preferred


class Wrong(BaseModel):
    """Why something was not done."""

    error: str = Field(examples=["it is not your turn; white is to move"])


router = APIRouter(
    prefix="/api",
    tags=["tables"],
    responses={
        400: {"model": Wrong, "description": "What was sent won't do, and why"},
        401: {"model": Wrong, "description": "The token is missing or no good"},
        403: {"model": Wrong, "description": "Not allowed, or too fast"},
        404: {"model": Wrong, "description": "There is no such game or table"},
    },
)
bearer = HTTPBearer(auto_error=False, description="The token of a program or a person")


class Unknown(NotAllowed):
    """A token is missing or is not good."""


def _guest(connection: HTTPConnection, secret: str | None) -> Guest:
    archive: Archive = connection.app.state.live_tables.archive
    bearer = archive.read(tokens.bearer, secret) if secret else None
    if bearer is None:
        raise Unknown(Text("this needs a token, sent as Authorization: Bearer TOKEN"))
    if bearer.token.revoked is not None:
        raise Unknown(ENDED["token"])
    if tokens.is_use_worth_noting(bearer.token):
        archive.write(tokens.note_use, bearer.token.id)
    found = bearer.account
    visitor = f"player:{found.id}"
    connection.app.state.whereabouts.note(visitor, household_of(connection))
    return Guest(
        visitor=visitor,
        name=found.name,
        language=preferred(connection.headers.get("accept-language", "")),
        theme="auto",
        player=found.id,
        kind=found.kind,
        admission=Pass("token", bearer.token.id),
    )


def signed_in(
    request: Request,
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> Guest:
    """Who sends this request, by the token."""
    secret = credentials.credentials if credentials else None
    guest = _guest(request, secret)
    if not FORM_RATE.allows(guest.visitor):
        raise NotAllowed(Text("too many requests at once; wait a little and try again"))
    return guest


SignedIn = Annotated[Guest, Depends(signed_in)]


class NewProgram(BaseModel):
    """A program that wants a token."""

    name: str = Field(examples=["my-bot"])


class NewSeat(BaseModel):
    """Who is to sit on a chair."""

    kind: Literal["me", "invite", "bot"] = "invite"
    bot: str | None = Field(default=None, examples=["engine(level=3)"])


class NewTable(BaseModel):
    """A table to be opened."""

    game: str = Field(examples=["draughts"])
    options: dict[str, str] = {}
    seats: list[NewSeat] | None = Field(
        default=None, description="One for every seat; by default I, then invitations"
    )
    take_back: TakeBack = "off"
    minutes: float | None = Field(default=None, gt=0, le=1440)
    increment: float = Field(default=0.0, ge=0, le=3600)
    watched: bool = True
    pace: float = Field(default=0.0, ge=0, le=10)
    series: int | None = Field(default=None, ge=1, le=1000, description="How many games")
    reckoning: str | None = Field(default=None, description="How the score of a series is kept")


class NewAction(BaseModel):
    """What the seat does."""

    action: str = Field(examples=["c3-d4"], max_length=200)
    seat: int | None = None
    after: int | None = Field(
        default=None, description="The `after` of the position that it is meant for"
    )
    explanation: str = Field(default="", description="What is told of it to all but the partner")


@router.get("/games")
def games() -> Mapping[str, Json]:
    """The games with their options and the bots for people."""
    return {
        name: {
            "summary": game_class(name).summary,
            "options": {each.name: each.sentence for each in game_class(name).option_list},
            "opponents": dict(game_class(name).opponents),
        }
        for name in game_names()
    }


@router.post("/programs", status_code=201)
async def new_program(request: Request, archive: InArchive, body: NewProgram) -> Mapping[str, str]:
    """A token for a program, at home; in a house open to a network its owner makes it at `/me`."""
    if needs_password(request) or not FORM_RATE.allows(household_of(request)):
        raise NotAllowed(Text("sign in at /me and make the program's token there"))
    return {"token": await asyncio.wrap_future(archive.write(make_program, body.name))}


@router.post("/tables", status_code=201)
async def open_table(live_tables: InTables, guest: SignedIn, body: NewTable) -> Json:
    """Open a table; the links of free seats are for those whom I invite."""
    game = visitors_game(body.game, body.options)
    seats = body.seats or [NewSeat(kind="me"), *[NewSeat()] * (game.seats - 1)]
    if len(seats) != game.seats:
        raise IgrotekaError(
            Text("{game} has {count} seats with these options", game=game.title, count=game.seats)
        )
    setting = Setting(
        chairs=distinct([_chair(game.name, guest, seat) for seat in seats]),
        host=guest.visitor,
        take_back=body.take_back,
        clock=clock_for(game, body.minutes, body.increment) if body.minutes else None,
        watched=body.watched,
        pace=body.pace,
    )
    if body.series is None and body.reckoning is None:
        table = await live_tables.open(game, setting)
    else:
        sitting = opened(game, body.reckoning, length=body.series)
        table = await live_tables.open_sitting(sitting, setting)
    return {**_seen(table, guest), "invitations": _invitations(table)}


def _chair(game: str, guest: Guest, body: NewSeat) -> Chair:
    if body.kind == "me":
        return Chair(guest.name, guest.kind, holders=[guest.visitor])
    if body.kind == "invite":
        return Chair()
    return bot_chair(visitors_bot(game, body.bot or "random"))


def _invitations(table: Table) -> list[Json]:
    return [
        {"seat": seat, "key": chair.key}
        for seat, chair in enumerate(table.setting.chairs)
        if chair.player is None
    ]


def _seen(table: Table, guest: Guest) -> dict[str, Any]:
    frame = table.frames.frame(audience_of(table, guest.visitor, guest.words))
    return {**frame.content, "moves": frame.events}


@router.get("/tables/{number}")
async def table(live_tables: InTables, guest: SignedIn, number: int) -> Json:
    """The table as I see it."""
    found = await live_tables.table(number)
    await check_watching(live_tables, found, guest)
    return _seen(found, guest)


@router.post("/tables/{number}/seats/{key}")
async def sit(live_tables: InTables, guest: SignedIn, number: int, key: str) -> Json:
    """Take the seat of an invitation."""
    found = await live_tables.table(number)
    await requests.sit(found, guest.visitor, guest.name or "", key, guest.kind)
    return _seen(found, guest)


@router.post("/tables/{number}/actions")
async def act(live_tables: InTables, guest: SignedIn, number: int, body: NewAction) -> Json:
    """Play; the answer comes when it is stored."""
    found = await live_tables.table(number)
    told = read_explanation(body.explanation)
    move = found.move(guest.visitor, body.action, body.seat, body.after, told)
    await asyncio.shield(asyncio.create_task(move))
    return _seen(found, guest)


@router.post("/tables/{number}/next", status_code=201)
async def go_on(live_tables: InTables, guest: SignedIn, number: int) -> Json:
    """The next game of the sitting, which who asks first opens."""
    found = await live_tables.table(number)
    if not found.setting.held_by(guest.visitor):
        raise NotAllowed(Text("only who played at this table can ask for another game"))
    return _seen(await live_tables.table(await live_tables.once_more(found)), guest)


@router.websocket("/tables/{number}/socket")
async def table_socket(socket: WebSocket, number: int) -> None:
    """The wire of a program; the token comes in the header, or as `?token=`.

    With `?protocol=2` it is told each time how the game went.
    """
    live_tables: LiveTables = socket.app.state.live_tables
    header = socket.headers.get("authorization", "").removeprefix("Bearer ").strip()
    secret = header or socket.query_params.get("token")
    try:
        protocol = protocol_of(socket.query_params.get("protocol", "1"))
        guest = await asyncio.to_thread(_guest, socket, secret)
    except (BadOption, Unknown) as error:
        await socket.accept()
        await socket.send_json({"type": "refused", "reason": str(error)})
        await socket.close(SENT_AWAY)
        return
    await serve(socket, live_tables, number, guest, protocol)
