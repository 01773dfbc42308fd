"""What keeps strangers' pages and hurried programs out: headers, origins, tokens, rates."""

from __future__ import annotations

import hmac
import os
import secrets
import time
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


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
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this site, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return urlsplit(origin).netloc == headers.get("host")


def form_token(connection: HTTPConnection) -> str:
    """The token that this visitor's forms carry, made when first asked for."""
    session: dict[str, str] = connection.session
    return session.setdefault("form", secrets.token_urlsafe(16))


def is_own_form(connection: HTTPConnection, token: str) -> bool:
    """Whether a form was served to this visitor."""
    known = connection.session.get("form", "")
    return bool(known) and hmac.compare_digest(known.encode(), token.encode())


def stored_secret(folder: Path) -> str:
    """The secret that signs sessions, made at the first start and kept beside the archive."""
    path = folder / "session.key"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        if secret := path.read_text().strip():
            return secret
        path.unlink()
        return stored_secret(folder)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(32))
    return path.read_text()


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
