"""Somebody who attacks a house: many connections, and counts of what is answered to them."""

from __future__ import annotations

import asyncio
import re
import secrets
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias

import httpx

MANY = 390
"""Connections that one address may have, but for a few."""
CUT_OFF = (OSError, EOFError, ValueError, IndexError)
"""What happens to who is hung up on."""
SOCKET = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
Line: TypeAlias = tuple[StreamReader, StreamWriter]


class Attacker:
    """Somebody with many connections, who counts what is answered."""

    def __init__(self, address: str, source: str) -> None:
        self.address = address
        self.source = source
        """Where all of it comes from."""
        self.place = address.removeprefix("http://")
        self.host, port = self.place.split(":")
        self.port = int(port)
        self.came: Counter[str] = Counter()
        """Statuses of answers, and other things that have happened, by how often they did."""

    # --- as a visitor ---

    def browser(self) -> httpx.Client:
        """A new one."""
        there = httpx.HTTPTransport(local_address=self.source)
        return httpx.Client(base_url=self.address, transport=there, timeout=60)

    def guest(self) -> tuple[str, str]:
        """The cookie of a new browser, and what its forms carry."""
        with self.browser() as browser:
            token = form_token(browser)
            return f"Cookie: igroteka-session={browser.cookies['igroteka-session']}\r\n", token

    def program(self) -> str:
        """The head by which a new program is known."""
        told = self._told("/api/programs", {"name": secrets.token_hex(4)})
        return f"Authorization: Bearer {told['token']}"

    def table(self, program: str, game: str = "draughts", bot: str = "random") -> int:
        """The number of a table of that program with a bot."""
        seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        return int(self._told("/api/tables", {"game": game, "seats": seats}, program)["number"])

    def _told(self, path: str, body: object, program: str = "X: 1") -> Any:
        with self.browser() as browser:
            answer = browser.post(path, json=body, headers=dict([program.split(": ")]))
        found = answer.raise_for_status().json()
        return found.get("table", found)

    # --- as a connection ---

    @asynccontextmanager
    async def line(self, port: int | None = None) -> AsyncIterator[Line]:
        """A connection; that it was hung up on is counted."""
        reader, writer = await asyncio.open_connection(
            self.host, port or self.port, local_addr=(self.source, 0)
        )
        self.came["opened"] += 1
        try:
            yield reader, writer
        except CUT_OFF:
            self.came["hung up"] += 1
        finally:
            writer.transport.abort()

    def request(self, method: str, path: str, head: str = "", body: bytes = b"") -> bytes:
        """A request as it is sent."""
        if body:
            head += f"Content-Length: {len(body)}\r\n"
        host = "" if "Host:" in head else f"Host: {self.place}\r\n"
        return f"{method} {path} HTTP/1.1\r\n{host}{head}\r\n".encode() + body

    async def answer(self, reader: StreamReader) -> int:
        """Read an answer and count its status."""
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        length = re.search(rb"content-length: (\d+)", head.lower())
        if length:
            await reader.readexactly(int(length[1]))
        self.came[str(status)] += 1
        return status

    async def flood(self, requests: Iterator[bytes], connections: int = MANY) -> None:
        """Send requests on all of them, each as soon as the one before is answered."""

        async def send_on() -> None:
            async with self.line() as (reader, writer):
                for request in requests:
                    writer.write(request)
                    await self.answer(reader)

        await again_and_again(send_on, connections)

    async def open_socket(self, line: Line, number: int, program: str = "") -> None:
        """Have a line become a socket at a table."""
        path = f"/api/tables/{number}/socket" if program else f"/table/{number}/socket"
        head = f"{program}\r\n{SOCKET}" if program else SOCKET
        line[1].write(self.request("GET", path, head))
        await self.answer(line[0])


def form_token(browser: httpx.Client) -> str:
    """What forms of a browser carry."""
    found = re.search(r'name="form" value="([^"]+)"', browser.get("/me").text)
    assert found is not None
    return found[1]


async def again_and_again(attack: Callable[[], Awaitable[None]], at_once: int) -> None:
    """Do something in so many tasks for ever, with a breath where it failed at once."""

    async def repeat() -> None:
        while True:
            with suppress(OSError):
                await attack()
            await asyncio.sleep(0.01)

    await asyncio.gather(*[repeat() for _ in range(at_once)])


def frame(opcode: int, data: bytes = b"", last: bool = True) -> bytes:
    """A frame as it is sent on a socket."""
    size = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([last << 7 | opcode]) + size + bytes(4) + data
