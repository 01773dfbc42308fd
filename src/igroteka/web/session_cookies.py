"""The cookie of a session: read before a request is answered, sent when it is another one."""

from __future__ import annotations

from collections.abc import Callable
from http.cookies import SimpleCookie

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from igroteka.archive.sessions import new_secret
from igroteka.basics.house_fault import HouseFault
from igroteka.web.former_cookies import FORMER_COOKIE, FormerCookies
from igroteka.web.sessions import Session, Sessions

COOKIE = "igroteka-session"
SECURE_COOKIE = "__Host-igroteka"
"""Over TLS: browsers take it from this very host alone, and send it nowhere else."""
YEAR = 365 * 24 * 3600


class SessionCookies:
    """Gives each request its session, and stores what was changed before the answer is sent."""

    def __init__(
        self,
        app: ASGIApp,
        former: FormerCookies,
        refuse: Callable[[Request, Exception], Response],
    ) -> None:
        self.app = app
        self.former = former
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["session"] = Session(new_secret())
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        try:
            given = await self._open(connection)
        except HouseFault:
            await self.app(scope, receive, send)  # nobody can prove anything while it can't be read
            return
        refused = False

        async def send_with_cookie(message: Message) -> None:
            nonlocal refused
            if refused:
                return
            if message["type"] == "http.response.start":
                try:
                    await _sessions(connection).keep(connection)
                except HouseFault as error:
                    refused = True
                    await self.refuse(Request(scope), error)(scope, receive, send)
                    return
            if message["type"] in ("http.response.start", "websocket.accept"):
                _tell(connection, given, MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, send_with_cookie)

    async def _open(self, connection: HTTPConnection) -> str:
        """Find the session; the secret that came with the request, if any."""
        value = connection.cookies.get(_name(connection), "")
        secret, _, changes = value.partition(".")
        if secret:
            stored = await _sessions(connection).find(secret, _count(changes))
            connection.scope["session"] = Session(secret, stored)
        if connection.scope["session"].stored is None and FORMER_COOKIE in connection.cookies:
            await self.former.exchange(connection, connection.cookies[FORMER_COOKIE])
        return secret


def _tell(connection: HTTPConnection, given: str, headers: MutableHeaders) -> None:
    """Send the cookie where it is not the one that came, or is to be kept longer."""
    session: Session = connection.scope["session"]
    if session.over:
        headers.append("set-cookie", _cookie(connection, _name(connection), "", 0))
    elif session.told_anew or (session.asked_for_form and session.secret != given):
        changes = session.stored.changes if session.stored else 0
        value = f"{session.secret}.{changes}"
        headers.append("set-cookie", _cookie(connection, _name(connection), value, YEAR))
    if FORMER_COOKIE in connection.cookies:
        headers.append("set-cookie", _cookie(connection, FORMER_COOKIE, "", 0))


def _sessions(connection: HTTPConnection) -> Sessions:
    sessions: Sessions = connection.app.state.sessions
    return sessions


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.scope.get("scheme") in ("https", "wss")


def _name(connection: HTTPConnection) -> str:
    return SECURE_COOKIE if _is_secure(connection) else COOKIE


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _cookie(connection: HTTPConnection, name: str, value: str, seconds: int) -> str:
    cookie: SimpleCookie = SimpleCookie({name: value})
    cookie[name].update({"path": "/", "max-age": str(seconds), "samesite": "lax"})
    cookie[name]["httponly"] = True
    cookie[name]["secure"] = _is_secure(connection)
    return cookie[name].OutputString()
