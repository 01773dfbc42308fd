"""Passwords and codes are hashed one after another: that is slow on purpose, and others go on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from starlette.requests import HTTPConnection

from igroteka.text import Text
from igroteka.web.addresses import household_of
from igroteka.web.budgets import OverBudget
from igroteka.web.fair_share import wait_aside
from igroteka.web.security import Rate

MOST_WAITING = 20
"""Passwords that wait, with the one that is hashed."""
PASSWORD_RATE = Rate(per_second=0.5, burst=40)
"""Passwords of one address, behind which a whole club may be, whatever the names."""
REGISTER_RATE = Rate(per_second=0.05, burst=40)
"""Names that get a password from one address."""
RATES = (PASSWORD_RATE, REGISTER_RATE)

P = ParamSpec("P")
T = TypeVar("T")


class Hashing:
    """The one thread in which passwords are hashed, and its line."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "hashing")
        self._room = threading.Semaphore(MOST_WAITING)

    async def run(self, slow: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """What the function gives, in its turn. Raises `OverBudget` if too many wait."""
        if not self._room.acquire(blocking=False):
            raise OverBudget(503, Text("many sign in just now; try again in a minute"))
        future = self._thread.submit(slow, *arguments, **named)
        future.add_done_callback(lambda _: self._room.release())
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Hash no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def hashing_of(connection: HTTPConnection) -> Hashing:
    """That of the house; who waits for it keeps no other request of the same address waiting."""
    wait_aside(connection)
    hashing: Hashing = connection.app.state.hashing
    return hashing


def check_rate(connection: HTTPConnection, rate: Rate) -> None:
    """Raise `OverBudget` if too many passwords come from one address."""
    if not rate.allows(household_of(connection)):
        raise OverBudget(429, Text("too many passwords come from where you are; wait a minute"))
