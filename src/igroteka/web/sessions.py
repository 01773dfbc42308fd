"""Sessions of browsers: a cookie with a secret, and in the archive what belongs to it.

A browser that only looks has a secret and no session. It gets one, with another secret, when there
is something to remember: a form that was sent, a link of a director. Who ends it has it deleted,
so that a copy of the cookie is that of a browser which comes for the first time.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from starlette.requests import HTTPConnection

from igroteka.archive import Archive, sessions
from igroteka.archive.models import StoredSession
from igroteka.basics.house_fault import HouseFault
from igroteka.web.browsers import browser_of
from igroteka.web.open_wires import OpenWires, Pass

TRUSTED_FOR = 5.0
"""Seconds for which what was read of a session is believed, though another process may have ended
it since."""
LOOK = 3.0
"""Seconds between two looks at what other processes have ended."""
MOST_REMEMBERED = 10_000


class Session(dict[str, Any]):
    """What the site remembers of a browser; what is changed here is stored with the answer."""

    def __init__(self, secret: str, stored: StoredSession | None = None) -> None:
        super().__init__(stored.marks if stored else {"visitor": new_visitor()})
        self.secret = secret
        self.stored = stored
        self.before = dict(self)
        """As it is stored, or began."""
        self.asked_for_form = False
        """Whether a page was made that only who has the secret can send back."""
        self.worth_keeping = False
        """Whether a form came that was this browser's own."""
        self.over = False
        """Whether somebody has signed out."""
        self.told_anew = False
        """Whether the cookie is sent again: it tells how often the session was changed, and the
        browser keeps it for another year."""

    @property
    def player(self) -> int | None:
        """Who gave a password."""
        return self.stored.player if self.stored else None

    @property
    def admission(self) -> Pass | None:
        """What lets this browser's wires in, as long as it goes on."""
        return Pass("session", self.stored.id) if self.stored else None

    @property
    def form(self) -> str:
        """What the forms of this browser carry."""
        self.asked_for_form = True
        known: str | None = self.get("form")
        return known or hashlib.sha256(f"form {self.secret}".encode()).hexdigest()[:32]

    def begin(self, secret: str, stored: StoredSession) -> None:
        """From now on it is another one."""
        self.clear()
        self.update(stored.marks)
        self.secret, self.stored, self.before = secret, stored, dict(stored.marks)
        self.told_anew = True

    def end(self) -> None:
        """Nothing is remembered any more."""
        self.clear()
        self.stored, self.before, self.over = None, {}, True


def session_of(connection: HTTPConnection) -> Session:
    """The session of who sent this."""
    session: Session = connection.scope["session"]
    return session


def new_visitor() -> str:
    """The mark of a guest."""
    return f"guest:{secrets.token_hex(8)}"


class Sessions:
    """The sessions of the house, read rarely and written more rarely."""

    def __init__(self, archive: Archive, wires: OpenWires) -> None:
        self._archive = archive
        self._wires = wires
        self._known: dict[str, tuple[float, StoredSession | None]] = {}
        """By digest, until when it is believed."""
        self._ends = 0
        """How often something ended or changed: what was read meanwhile is not believed."""

    async def find(self, secret: str, changes: int) -> StoredSession | None:
        """The session with this secret, with at least so many changes in it."""
        key = sessions.digest(secret)
        until, found = self._known.get(key, (0.0, None))
        if until < time.monotonic() or (found is not None and found.changes < changes):
            ends = self._ends
            found = await asyncio.to_thread(self._archive.read, sessions.session_of, secret)
            if ends == self._ends:
                self._remember(key, found)
        return found

    def _remember(self, key: str, found: StoredSession | None) -> None:
        if len(self._known) > MOST_REMEMBERED:
            self._known.clear()
        self._known[key] = (time.monotonic() + TRUSTED_FOR, found)

    async def begin(
        self, connection: HTTPConnection, player: int | None, marks: Mapping[str, Any]
    ) -> None:
        """Another session for this browser; the one that it had is over."""
        session = session_of(connection)
        agent = browser_of(connection.headers.get("user-agent", ""))
        secret = sessions.new_secret()
        kept = {**marks, "form": marks.get("form") or session.form}
        old = session.stored
        stored = await self._write(sessions.begin, secret, player, kept, agent)
        if old is not None:
            self.forget(await self._write(sessions.end_session, old.id))
        session.begin(secret, stored)

    async def keep(self, connection: HTTPConnection) -> None:
        """Store what was changed in the session of a request."""
        session = session_of(connection)
        if session.over:
            return
        if session.stored is None:
            if session.worth_keeping or session != session.before:
                await self.begin(connection, None, dict(session))
            return
        changed = {k: v for k, v in session.items() if session.before.get(k) != v}
        removed = session.before.keys() - session.keys()
        if changed or removed:
            session.told_anew = True
            await self._write(sessions.change_marks, session.stored.id, changed, removed)
            self._ends += 1
            self._known.pop(sessions.digest(session.secret), None)
            session.stored = await self.find(session.secret, 0)
        elif sessions.is_seeing_worth_noting(session.stored):
            session.told_anew = True
            self._archive.write(sessions.note_seen, session.stored.id)
            seen = replace(session.stored, seen=datetime.now(UTC))
            self._remember(sessions.digest(session.secret), seen)

    async def end_one(self, number: int, player: int | None = None) -> bool:
        """End a session of this player, or any; whether there was one."""
        ended = await self._write(sessions.end_session, number, player)
        self.forget(ended)
        return bool(ended)

    async def end_others(self, player: int, but: int | None) -> None:
        """End all sessions of a player but one."""
        self.forget(await self._write(sessions.end_sessions, player, but))

    def forget(self, numbers: Collection[int]) -> None:
        """These have ended: nobody comes in by them, and their wires are cut."""
        if not numbers:
            return
        self._ends += 1
        for key, (_, found) in list(self._known.items()):
            if found is not None and found.id in numbers:
                del self._known[key]
        self._wires.cut("session", numbers)

    async def watch(self) -> None:
        """Cut now and then the wires of what was ended elsewhere."""
        while True:
            await asyncio.sleep(LOOK)
            with suppress(HouseFault):
                self.forget(await self._wires.ended_elsewhere("session"))
                self._wires.cut("token", await self._wires.ended_elsewhere("token"))

    async def _write(self, change: Any, *args: Any) -> Any:
        return await asyncio.wrap_future(self._archive.write(change, *args))
