"""Who may come into a house that is open to its own network only."""

from __future__ import annotations

import ipaddress

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from igroteka.languages import Language
from igroteka.text import Text
from igroteka.web.visitors import preferred


class NeighboursOnly:
    """Lets in who is in the same network, and nobody whom a proxy brings from elsewhere."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or is_neighbour(HTTPConnection(scope)):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
        else:
            reason = Text("this house is open only to those in its own network")
            language = preferred(HTTPConnection(scope).headers.get("accept-language", ""))
            answer = PlainTextResponse(Language(language)(reason), 403)
            await answer(scope, receive, send)


def is_neighbour(connection: HTTPConnection) -> bool:
    """Whether a request comes from this machine or a private network, and straight from there."""
    if connection.client is None or {"forwarded", "x-forwarded-for"} & set(connection.headers):
        return False
    try:
        return ipaddress.ip_address(connection.client.host).is_private
    except ValueError:
        return False
