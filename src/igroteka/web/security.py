"""What keeps strangers' pages and hurried programs out: headers, origins, tokens, rates."""

from __future__ import annotations

import hmac
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from igroteka.web.sessions import session_of

CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
OPENER_POLICY = ("Cross-Origin-Opener-Policy", "same-origin")
"""What browsers heed, without a complaint, over TLS and on this machine alone."""
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
NOT_STORED = "no-store"
"""How answers are cached unless they say it: there are cards and names in them."""


class SecureHeaders:
    """Puts the headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if _is_trusted(scope):
                    headers.setdefault(*OPENER_POLICY)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", NOT_STORED)
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def _is_trusted(scope: Scope) -> bool:
    """Whether a browser takes what comes this way for what was sent."""
    host = Headers(scope=scope).get("host", "").rsplit(":", 1)[0]
    return scope["scheme"] == "https" or host in THIS_MACHINE


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this site, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # a host in brackets that is no address
        return False


def form_token(connection: HTTPConnection) -> str:
    """The token that this visitor's forms carry."""
    return session_of(connection).form


def is_own_form(connection: HTTPConnection, token: str) -> bool:
    """Whether a form was served to this visitor."""
    return hmac.compare_digest(session_of(connection).form.encode(), token.encode())


class Rate:
    """So many a second on average, with a store for a burst."""

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second = per_second
        self.burst = burst
        self._stores: dict[str, tuple[float, float]] = {}

    def allows(self, who: str) -> bool:
        """Take one from somebody's store; False if it is empty."""
        now = time.monotonic()
        left, since = self._stores.get(who, (float(self.burst), now))
        left = min(self.burst, left + (now - since) * self.per_second)
        if len(self._stores) > 10_000:
            self._stores.clear()
        self._stores[who] = (max(0.0, left - 1), now)
        return left >= 1
