"""The names by which the house is reached: a request for another one is refused.

A stranger's page can have its own name lead to a house that is open to this machine alone, and
would then be taken for a page of the house.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from igroteka.languages import Language
from igroteka.text import Text, quoted
from igroteka.web.home_network import is_own_name, names_of_this_machine
from igroteka.web.visitors import preferred

MISDIRECTED = 421


@dataclass(frozen=True)
class Names:
    """Which names a house has."""

    address: str
    """Where it listens."""
    given: tuple[str, ...] = ()
    """Those that its owner gave it, in small letters."""

    def include(self, host: str, at_home: bool) -> bool:
        """Whether a host is one of them; `at_home`, while the house is open to the home network."""
        name = host.rstrip(".").lower()
        if is_own_name(name) or name in self.given:
            return True
        if not at_home and (self.given or is_own_name(self.address)):
            return False
        # No stranger's name is made of numbers alone; but what listens here alone has no others.
        numbers = not self.given and not is_own_name(self.address) and _is_address(name)
        return numbers or name in names_of_this_machine()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class HostNames:
    """Refuses what is meant for another house."""

    def __init__(self, app: ASGIApp, names: Names) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        host = host_of(connection)
        if self.names.include(host, connection.app.state.home_door.open):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        else:
            await _refusal(connection, host)(scope, receive, send)


def host_of(connection: HTTPConnection) -> str:
    """The host that a request is meant for, without its port and brackets."""
    host = connection.headers.get("host", "")
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _refusal(connection: HTTPConnection, host: str) -> Response:
    sentence = Text(
        "this house is not called {name}; who runs it says by which names it is reached: "
        "serve --host-name",
        name=quoted(host),
    )
    if connection.scope["path"].startswith("/api/"):
        return JSONResponse({"error": sentence}, MISDIRECTED)
    words = Language(preferred(connection.headers.get("accept-language", "")))
    return PlainTextResponse(words(sentence), MISDIRECTED)
