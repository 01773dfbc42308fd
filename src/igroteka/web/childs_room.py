"""The walls of a child's room: what is not for the child leads back to it."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from igroteka.archive.children import Child
from igroteka.basics.house_fault import HouseFault
from igroteka.web.daylight import Daylight
from igroteka.web.visitors import child_in

ALWAYS = r"/child|/child/leave|/table/\d+|/table/\d+/socket|/wishes|/warming"
"""What a child finds though the day is over: a game that was begun may be finished."""
BY_DAY = re.compile(
    rf"{ALWAYS}|/child/.*|/table/\d+/(sit/[^/]+|again)|/puzzle/\d+(/position|/try)?"
)
BY_NIGHT = re.compile(ALWAYS)
SENT_AWAY = 1008


class ChildsRoom:
    """Leads a browser that is in a child's room back there, and counts the child's time."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        inside = scope["type"] in ("http", "websocket") and not scope["path"].startswith("/static/")
        child = child_in(HTTPConnection(scope)) if inside else None
        if child is None:
            await self.app(scope, receive, send)
            return
        daylight: Daylight = scope["app"].state.daylight
        if not (await _open_now(daylight, child)).fullmatch(scope["path"]):
            await _lead_back(scope, receive, send)
            return

        async def receive_from_child() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                await _spend(daylight, child)
            return message

        await self.app(scope, receive_from_child, send)


async def _open_now(daylight: Daylight, child: Child) -> re.Pattern[str]:
    """The addresses that are open to a child; without the archive it is day."""
    await _spend(daylight, child)
    try:
        return BY_NIGHT if await daylight.left(child) == 0 else BY_DAY
    except HouseFault:
        return BY_DAY


async def _spend(daylight: Daylight, child: Child) -> None:
    try:
        await daylight.spend(child)
    except HouseFault:
        return  # what can't be stored is the child's


async def _lead_back(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": SENT_AWAY})
    else:
        await RedirectResponse("/child", 303)(scope, receive, send)
