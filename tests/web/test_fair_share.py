"""Requests of one address wait for each other, and keep nobody else waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from igroteka.web import fair_share
from igroteka.web.connections import AT_LEAST, Connections
from igroteka.web.fair_share import AT_ONCE, FairShare, wait_aside


class Desk:
    """An app whose requests are worked on until they are let go, and those who ask it."""

    def __init__(self, work: Callable[[Any, Any], Awaitable[None]] | None = None) -> None:
        self.begun: list[str] = []
        """The addresses of what is or was worked on."""
        self.sent: list[Any] = []
        self.go_on = asyncio.Event()
        self._work = work
        self._share = FairShare(self._serve)

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        self.begun.append(scope["client"][0])
        assert (await receive())["type"] == "http.request"
        if self._work is not None:
            await self._work(scope, send)
        await self.go_on.wait()

    def ask(self, address: str, came: str = "http.request", kind: str = "http") -> Any:
        """A request, as a task."""
        scope = {"type": kind, "method": "GET", "client": (address, 1), "headers": []}

        async def receive() -> Any:
            return {"type": came}

        async def send(message: Any) -> None:
            self.sent.append(message)

        return asyncio.create_task(self._share(scope, receive, send))

    async def crowd(self, address: str, more: int = 1) -> list[Any]:
        """As many as are worked on at once, and some more."""
        asked = [self.ask(address) for _ in range(AT_ONCE + more)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return asked


async def _a_while() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_one_address_waits_and_another_does_not() -> None:
    async def evening() -> None:
        desk = Desk()
        asked = await desk.crowd("here", more=20)
        assert desk.begun == ["here"] * AT_ONCE
        asked.append(desk.ask("there"))
        await _a_while()
        assert desk.begun[AT_ONCE:] == ["there"]
        desk.go_on.set()
        await asyncio.gather(*asked)
        assert len(desk.begun) == AT_ONCE + 21
        assert not desk._share._shares

    asyncio.run(evening())


def test_what_takes_long_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_share, "LONG", 0.01)

    async def evening() -> None:
        desk = Desk()
        asked = await desk.crowd("here")
        await asyncio.sleep(0.1)
        assert len(desk.begun) == AT_ONCE + 1
        desk.go_on.set()
        await asyncio.gather(*asked)

    asyncio.run(evening())


def test_who_waits_for_news_keeps_nobody_waiting() -> None:
    async def wait(scope: Any, send: Any) -> None:
        del send
        wait_aside(HTTPConnection(scope))

    async def evening() -> None:
        desk = Desk(wait)
        asked = await desk.crowd("here", more=100)
        await _a_while()
        assert len(desk.begun) == AT_ONCE + 100
        desk.go_on.set()
        await asyncio.gather(*asked)

    asyncio.run(evening())


def test_who_has_hung_up_is_not_worked_for() -> None:
    async def evening() -> None:
        desk = Desk()
        asked = await desk.crowd("here", more=0)
        asked += [desk.ask("here", came="http.disconnect") for _ in range(50)]
        desk.go_on.set()
        await asyncio.gather(*asked)
        assert len(desk.begun) == AT_ONCE

    asyncio.run(evening())


def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_share, "MOST_WAITING", 10)

    async def evening() -> None:
        desk = Desk()
        asked = await desk.crowd("here", more=10)
        await asyncio.gather(desk.ask("here"), desk.ask("here", kind="websocket"))
        assert desk.sent[0]["status"] == 503
        assert desk.sent[-1] == {"type": "websocket.close"}
        desk.go_on.set()
        await asyncio.gather(*asked)

    asyncio.run(evening())


def test_a_socket_waits_until_it_is_open() -> None:
    async def accept(scope: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})

    async def evening() -> None:
        desk = Desk(accept)
        asked = [desk.ask("here", kind="websocket") for _ in range(50)]
        await _a_while()
        assert len(desk.begun) == 50
        desk.go_on.set()
        await asyncio.gather(*asked)

    asyncio.run(evening())


def test_one_address_comes_only_so_fast() -> None:
    connections = Connections(per_address=30, proxies=["10.0.0.1"])

    def come_and_go(address: str) -> bool:
        inside = connections.let_in(address)
        if inside:
            connections.let_out(address)
        return inside

    assert 0 < [come_and_go("192.0.2.1") for _ in range(2 * AT_LEAST)].count(False) <= AT_LEAST
    assert come_and_go("192.0.2.2")
    assert all(come_and_go("10.0.0.1") for _ in range(2 * AT_LEAST))
