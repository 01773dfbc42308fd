"""Several processes serve one house: what another of them has to answer is passed on to it.

A table is answered by the process that leads it; tournaments and studies, which are played and made
by one, by the first. Each process has a door for the others: a socket in a folder that only the
house may enter, named after its house in the archive.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import h11
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin

from igroteka.archive import leads
from igroteka.tables.live_tables import LiveTables
from igroteka.web.socket import COME_AGAIN, SENT_AWAY

TABLE = re.compile(r"/(?:table|api/tables)/(\d{1,18})(?:/|$)")
FIRST = re.compile(r"/(?:tournaments|trees|lab)(?:/|$)")
"""What the first process answers."""
FIRST_DOOR = "first"
ADDRESS, SCHEME = "x-igroteka-address", "x-igroteka-scheme"
"""Who asks, as the process that passes it on knows them; believed only behind such a door."""
PER_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "upgrade", ADDRESS, SCHEME}
BETWEEN_SOCKETS = re.compile(r"sec-websocket-|host$|content-length$")
PIECE = 1 << 16


def door_of(folder: Path, house: str) -> Path:
    """Where a process is asked by the others."""
    return folder / f"{house}.sock"


class Forwarding:
    """Passes requests on, and believes those that were passed on to it."""

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self.app = app
        self._folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif _is_from_inside(scope):
            await self.app(_as_it_came(scope), receive, send)
        elif (door := await self._door(scope)) is None or not await _is_open(door):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await _pass_socket(door, scope, receive, send)
        else:
            await _pass_request(door, scope, receive, send)

    async def _door(self, scope: Scope) -> Path | None:
        """The door of who has to answer; None is this process."""
        live_tables: LiveTables = scope["app"].state.live_tables
        own = live_tables.house.leader.id
        if found := TABLE.match(scope["path"]):
            number = int(found[1])
            if live_tables.has(number):
                return None
            leader = await asyncio.to_thread(live_tables.archive.read, leads.leader_of, number)
        elif FIRST.match(scope["path"]):
            leader = FIRST_DOOR
        else:
            return None
        door = None if leader in (None, own) else door_of(self._folder, leader or "")
        if door is None or not door.exists() or door.samefile(door_of(self._folder, own)):
            return None
        return door


async def _is_open(door: Path) -> bool:
    """Whether anybody is behind a door; if not, whoever is asked for its tables leads them now."""
    try:
        _, writer = await asyncio.open_unix_connection(door)
    except OSError:
        return False
    writer.close()
    return True


def _is_from_inside(scope: Scope) -> bool:
    """Whether another process of this house asks: it came through a door, which has no port."""
    server = scope.get("server")
    return server is not None and server[1] is None


def _as_it_came(scope: Scope) -> Scope:
    """A request that was passed on, with the address and the scheme of who asked for it."""
    headers = MutableHeaders(scope=scope)
    client, scheme = headers.get(ADDRESS), headers.get(SCHEME)
    return {**scope, "client": (client or "", 0), "scheme": scheme or scope["scheme"]}


def _passed_headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    client = scope["client"][0]
    return [
        *((name, value) for name, value in scope["headers"] if name.decode() not in PER_CONNECTION),
        (ADDRESS.encode(), client.encode()),
        (SCHEME.encode(), scope["scheme"].encode()),
    ]


def _target(scope: Scope) -> str:
    path, query = scope["raw_path"].decode("ascii"), scope["query_string"].decode("ascii")
    return f"{path}?{query}" if query else path


# --- requests ---


async def _pass_request(door: Path, scope: Scope, receive: Receive, send: Send) -> None:
    """Have another process answer; if it can't, ask to come again."""
    started = False

    async def noted(message: Message) -> None:
        nonlocal started
        started = True
        await send(message)

    try:
        reader, writer = await asyncio.open_unix_connection(door)
        try:
            await _exchange(reader, writer, scope, receive, noted)
        finally:
            writer.close()
    except (OSError, EOFError, h11.RemoteProtocolError):
        if not started:
            again = PlainTextResponse("Come again in a moment.\n", 503, {"Retry-After": "1"})
            await again(scope, receive, send)


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    scope: Scope,
    receive: Receive,
    send: Send,
) -> None:
    line = h11.Connection(h11.CLIENT)
    headers = [*_passed_headers(scope), (b"connection", b"close")]
    names = {name for name, _ in scope["headers"]}
    if b"transfer-encoding" in names and b"content-length" not in names:
        headers.append((b"transfer-encoding", b"chunked"))
    request = h11.Request(method=scope["method"], target=_target(scope), headers=headers)
    writer.write(line.send(request) or b"")
    asking = asyncio.create_task(_send_body(line, writer, receive))
    try:
        await _return_answer(line, reader, send)
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)


async def _send_body(line: h11.Connection, writer: asyncio.StreamWriter, receive: Receive) -> None:
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            writer.close()
            return
        if body := message.get("body"):
            writer.write(line.send(h11.Data(data=body)) or b"")
            await writer.drain()
        more = message.get("more_body", False)
    writer.write(line.send(h11.EndOfMessage()) or b"")
    await writer.drain()


async def _return_answer(line: h11.Connection, reader: asyncio.StreamReader, send: Send) -> None:
    while True:
        event = line.next_event()
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(PIECE))
        elif isinstance(event, h11.Response):
            kept = [each for each in event.headers if each[0].decode() not in PER_CONNECTION]
            start = {"type": "http.response.start", "status": event.status_code, "headers": kept}
            await send(start)
        elif isinstance(event, h11.Data):
            body = bytes(event.data)
            await send({"type": "http.response.body", "body": body, "more_body": True})
        elif isinstance(event, h11.EndOfMessage):
            await send({"type": "http.response.body", "body": b""})
            return
        elif isinstance(event, h11.ConnectionClosed):
            raise EOFError


# --- sockets ---


async def _pass_socket(door: Path, scope: Scope, receive: Receive, send: Send) -> None:
    """Have another process serve a socket; when it goes, the visitor is asked to come again."""
    await receive()  # that somebody wants to connect
    headers = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in _passed_headers(scope)
        if not BETWEEN_SOCKETS.match(name.decode("latin-1"))
    ]
    host = next((value.decode() for name, value in scope["headers"] if name == b"host"), "house")
    try:
        async with unix_connect(
            str(door),
            f"ws://{host}{_target(scope)}",
            additional_headers=[each for each in headers if each[0] != "origin"],
            origin=next((Origin(value) for name, value in headers if name == "origin"), None),
            compression=None,
            user_agent_header=None,
            ping_interval=None,
        ) as other:
            await send({"type": "websocket.accept"})
            await _carry(other, receive, send)
    except InvalidStatus:
        await send({"type": "websocket.close", "code": SENT_AWAY})
    except (OSError, WebSocketException):
        with suppress(RuntimeError):
            await send({"type": "websocket.close", "code": COME_AGAIN})


async def _carry(other: ClientConnection, receive: Receive, send: Send) -> None:
    """Carry messages both ways until either side hangs up."""
    ways = (asyncio.create_task(_there(other, receive)), asyncio.create_task(_back(other, send)))
    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    await _end(ways)


async def _there(other: ClientConnection, receive: Receive) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        with suppress(ConnectionClosed):
            await other.send(message.get("text") or message.get("bytes") or "")
    await other.close()


async def _back(other: ClientConnection, send: Send) -> None:
    try:
        async for message in other:
            kind = "text" if isinstance(message, str) else "bytes"
            await send({"type": "websocket.send", kind: message})
    except ConnectionClosed:
        pass
    code = other.close_code if other.close_code in (1000, SENT_AWAY) else COME_AGAIN
    await send({"type": "websocket.close", "code": code})


async def _end(tasks: Iterable[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
