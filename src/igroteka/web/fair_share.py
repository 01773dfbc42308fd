"""Only so many requests of one household are worked on at once; its others wait for these."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from igroteka.tables.whereabouts import Household
from igroteka.web.addresses import household_of

AT_ONCE = 4
"""More would not be answered sooner: they share one interpreter."""
LONG = 1.0
"""Seconds after which a request that is worked on is taken to wait for something, as a file does
that is read after others."""
MOST_WAITING = 1000
"""More of one household are of somebody who does not wait for answers."""


class Share:
    """What is worked on for one household."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    @property
    def full(self) -> bool:
        """Whether nobody else may wait."""
        return self._waiting >= MOST_WAITING

    async def place(self) -> Place:
        """A place, when there is one."""
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        return Place(self._places)


class Place:
    """What a request has while it is worked on, until it gives it up or has it for long."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self._places = places
        self._held = asyncio.get_running_loop().call_later(LONG, self.give_up)

    def give_up(self) -> None:
        """Let another one begin."""
        if not self._held.cancelled():
            self._held.cancel()
            self._places.release()


def wait_aside(connection: HTTPConnection) -> None:
    """From now on this request only waits for something to happen, and keeps nobody waiting."""
    place: Place = connection.scope["place"]
    place.give_up()


class FairShare:
    """Has requests wait for others of the same household, and sockets until they are open."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._shares: WeakValueDictionary[Household, Share] = WeakValueDictionary()
        """Of those by whom something is asked just now."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        share = self._shares.setdefault(household_of(HTTPConnection(scope)), Share())
        if share.full:
            await _refuse(scope, receive, send)
            return
        place = scope["place"] = await share.place()
        try:
            await self._begin(place, scope, receive, send)
        finally:
            place.give_up()

    async def _begin(self, place: Place, scope: Scope, receive: Receive, send: Send) -> None:
        first: Message | None = await receive() if _is_complete(scope) else None
        if first is not None and first["type"] == "http.disconnect":
            return  # who asked did not wait

        async def receive_again() -> Message:
            nonlocal first
            message, first = first, None
            return message or await receive()

        async def send_on(message: Message) -> None:
            if message["type"] == "websocket.accept":
                place.give_up()
            await send(message)

        await self.app(scope, receive_again, send_on)


def _is_complete(scope: Scope) -> bool:
    """Whether a request is nothing but its head."""
    headers = Headers(scope=scope)
    body = "content-length" in headers or "transfer-encoding" in headers
    return scope["type"] == "http" and not body


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})
    else:
        await Response(status_code=503)(scope, receive, send)
