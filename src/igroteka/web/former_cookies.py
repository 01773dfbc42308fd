"""Cookies of the releases before sessions were kept: all was in them, and signed.

Each guest's is exchanged for a session once. A player's password is asked for again, for such a
cookie was good for a year whatever happened.
"""

from __future__ import annotations

import asyncio
import json
import time
from base64 import b64decode
from pathlib import Path
from typing import Any

from itsdangerous import BadSignature, TimestampSigner
from starlette.requests import HTTPConnection

from igroteka.archive import Archive
from igroteka.archive.sessions import exchange_guest
from igroteka.web.sessions import Session, Sessions, new_visitor

FORMER_COOKIE = "igroteka"
SAME_PAGE = 30.0
"""Seconds in which a browser that was shut opens all its pages again, with the cookie it had."""


class FormerCookies:
    """Reads the cookies that were signed with the key beside the archive; none without the key."""

    def __init__(self, folder: Path) -> None:
        path = folder / "session.key"
        key = path.read_text().strip() if path.is_file() else ""
        self._signer = TimestampSigner(key) if key else None
        self._exchanging = asyncio.Lock()
        self._lately: dict[str, tuple[float, str]] = {}
        """By what tells browsers apart, when and for which secret a cookie was exchanged."""

    async def exchange(self, connection: HTTPConnection, cookie: str) -> None:
        """Give the browser of this cookie its session, unless the cookie was copied."""
        marks = self._read(cookie)
        known = marks.get("visitor") or marks.get("form")
        if known is None:
            return
        if "player" in marks:
            marks = {k: v for k, v in marks.items() if k not in ("player", "name", "since")}
        sessions: Sessions = connection.app.state.sessions
        archive: Archive = connection.app.state.live_tables.archive
        async with self._exchanging:
            when, secret = self._lately.get(known, (-SAME_PAGE, ""))
            if time.monotonic() - when < SAME_PAGE:
                if stored := await sessions.find(secret, 0):
                    connection.scope["session"] = again = Session(secret, stored)
                    again.told_anew = True
            elif await asyncio.wrap_future(archive.write(exchange_guest, known)):
                await sessions.begin(connection, None, {"visitor": new_visitor(), **marks})
                self._lately[known] = (time.monotonic(), connection.scope["session"].secret)

    def _read(self, cookie: str) -> dict[str, Any]:
        """What a cookie says, however old it is by whatever clock; nothing if it was made up."""
        if self._signer is None:
            return {}
        try:
            found = json.loads(b64decode(self._signer.unsign(cookie)))
        except (BadSignature, ValueError):
            return {}
        return found if isinstance(found, dict) else {}
