"""What one request or one address may cost: the size of what it sends, its time, its sockets."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from igroteka.text import Text

LARGEST_FILE = 8 << 20
LARGEST_FORM = LARGEST_FILE + (1 << 16)
"""Bytes of a form with a file in it."""
LARGEST_BODY = 1 << 20
"""Bytes of everything else that is sent."""
SILENCE = 15.0
"""Seconds in which something of a body has to come."""
SLOWEST = 4096
"""Bytes a second that a body has to come at, on average after the first `SILENCE`."""

PER_ADDRESS = 400
"""Sockets, and connections beside them, of one address, behind which a whole club may be."""
SOCKETS_OF_VISITOR = 100
MOST_SOCKETS = 10_000


class OverBudget(HTTPException):
    """A request that would cost more than one may."""

    def __init__(self, status: int, sentence: Text) -> None:
        super().__init__(status)
        self.sentence = sentence


class OpenSockets:
    """The sockets that are open, by address and by visitor."""

    def __init__(self, per_address: int) -> None:
        self._per_address = per_address
        self._open: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """How many there are."""
        return self._open[""]

    @contextmanager
    def one_more(self, address: str, visitor: str) -> Iterator[bool]:
        """One more socket, for as long as the block lasts; whether there is room for it."""
        keys = {"": MOST_SOCKETS, f"at {address}": self._per_address}
        keys[f"by {visitor}"] = SOCKETS_OF_VISITOR
        room = all(self._open[key] < most for key, most in keys.items())
        if not room:
            yield False
            return
        self._open.update(keys.keys())
        try:
            yield True
        finally:
            self._open.subtract(keys.keys())
            self._open += Counter()  # nobody with none stays


class Budgets:
    """Refuses what is too long before it is read, and what comes too slowly while it is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = _Body(receive, Headers(scope=scope))

        async def send_and_hang_up(message: Message) -> None:
            """Who is still sending when the answer comes is not listened to any more."""
            if message["type"] == "http.response.start" and not body.complete:
                message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
            await send(message)

        await self.app(scope, body.receive, send_and_hang_up)


class _Body:
    """What a request sends, as it comes."""

    def __init__(self, receive: Receive, headers: Headers) -> None:
        self._receive = receive
        length = headers.get("content-length", "")
        self._told = int(length) if length.isdecimal() and len(length) < 20 else None
        with_file = headers.get("content-type", "").startswith("multipart/form-data")
        self._most = LARGEST_FORM if with_file else LARGEST_BODY
        self._got = 0
        self._begun = time.monotonic()
        self.complete = self._told in (None, 0) and "transfer-encoding" not in headers

    async def receive(self) -> Message:
        """The next piece. Raises `OverBudget` if there are too many, or it does not come."""
        if self.complete:
            return await self._receive()
        if (self._told or 0) > self._most:
            raise self._too_long()
        try:
            async with asyncio.timeout(SILENCE):
                message = await self._receive()
        except TimeoutError:
            raise _too_slow() from None
        self._got += len(message.get("body", b""))
        self.complete = not message.get("more_body", False)
        if self._got > self._most:
            raise self._too_long()
        if time.monotonic() - self._begun > SILENCE + self._got / SLOWEST:
            raise _too_slow()
        return message

    def _too_long(self) -> OverBudget:
        most = self._most >> 20
        return OverBudget(413, Text("a form or a file has at most {count} MB here", count=most))


def _too_slow() -> OverBudget:
    return OverBudget(408, Text("what you send comes too slowly; try again"))
