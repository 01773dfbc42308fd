"""Connections that say nothing, or are too many of one address or too fast, are hung up on."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Collection
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from igroteka.tables.whereabouts import Household, household_at
from igroteka.web.security import Rate

PATIENCE = 10.0
"""Seconds for the first line and the headers of a request to come."""
MOST = 5000
AT_LEAST = 400
"""New connections of one address that are let in at once; afterwards a quarter of them a second."""
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Connections:
    """How many connections each household has, and how fast they come.

    Proxies, behind which others are, have no limit.
    """

    def __init__(self, per_address: int, proxies: Collection[str] = ()) -> None:
        self._per_address = per_address
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._open: Counter[Household] = Counter()
        at_once = max(AT_LEAST, per_address)
        self._arrivals = Rate(per_second=at_once / 4, burst=at_once)

    def let_in(self, address: str) -> bool:
        """Count one more, if there is room for it."""
        home = household_at(address)
        many = self._open[home] >= self._per_address or not self._arrivals.allows(home)
        if (many and not self._is_proxy(address)) or self._open.total() >= MOST:
            return False
        self._open[home] += 1
        return True

    def _is_proxy(self, address: str) -> bool:
        """Whether others are behind an address; without one it is a process of this house."""
        return not address or any(ipaddress.ip_address(address) in each for each in self._proxies)

    def let_out(self, address: str) -> None:
        """One less."""
        home = household_at(address)
        self._open[home] -= 1
        if not self._open[home]:
            del self._open[home]


class PatientProtocol(H11Protocol):
    """HTTP that waits for a request only so long, from only so many at once."""

    def __init__(self, connections: Connections, **how: Any) -> None:
        super().__init__(**how)
        self._all = connections
        self._address: str | None = None
        """Where it is counted."""
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self._all.let_in(address):
            self._address = address
            self._wait()
        else:
            transport.write(BUSY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._leave()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """What has come; with the headers of a request the waiting is over."""
        super().handle_events()
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it is a socket, and counted where those are."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """The next request is waited for as the first was."""
        super().on_response_complete()
        if not self.transport.is_closing() and self.conn.their_state is h11.IDLE:
            self._wait()

    def _wait(self) -> None:
        self._stop_waiting()
        self._late = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _leave(self) -> None:
        self._stop_waiting()
        if self._address is not None:
            self._all.let_out(self._address)
            self._address = None
