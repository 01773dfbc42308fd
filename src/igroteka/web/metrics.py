"""How the house is, for who keeps it: numbers in the text form that Prometheus reads."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from igroteka.web.pages.common import live_tables_of

router = APIRouter(include_in_schema=False)

LOOK = 0.05
"""Seconds between two looks at the loop."""
BUCKETS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)


class LoopWatch:
    """How long the loop was kept from its other work, in CPU time of its own thread.

    A look is due every `LOOK` seconds. What the thread has used until it comes is what somebody
    else's request had to wait for; that another program had the processor does not count.
    """

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKETS) + 1)
        self._total = 0.0
        self.longest = 0.0

    async def watch(self) -> None:
        """Look, for as long as the house is open."""
        before = time.thread_time()
        while True:
            await asyncio.sleep(LOOK)
            now = time.thread_time()
            self.note(max(0.0, now - before - LOOK))
            before = now

    def note(self, lag: float) -> None:
        """One look came so many seconds late."""
        self._counts[bisect_left(BUCKETS, lag)] += 1
        self._total += lag
        self.longest = max(self.longest, lag)

    def lines(self) -> Iterator[str]:
        """As a histogram."""
        name = "igroteka_loop_lag_cpu_seconds"
        yield f"# HELP {name} CPU time for which the loop was kept from its other work."
        yield f"# TYPE {name} histogram"
        for most, count in zip((*BUCKETS, "+Inf"), accumulate(self._counts), strict=True):
            yield f'{name}_bucket{{le="{most}"}} {count}'
        yield f"{name}_sum {self._total:.6f}"
        yield f"{name}_count {sum(self._counts)}"
        yield from _gauge(f"{name}_max", "The longest since the start.", self.longest)


def _gauge(name: str, help: str, value: float) -> Iterator[str]:
    yield f"# HELP {name} {help}"
    yield f"# TYPE {name} gauge"
    yield f"{name} {value:g}"


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The numbers, for who asks from this machine; to others there is nothing."""
    if not _is_here(request):
        raise HTTPException(404)
    state, tables = request.app.state, live_tables_of(request)
    lines = [
        *state.loop_watch.lines(),
        *_gauge("igroteka_sockets", "Open sockets at tables.", state.open_sockets.count),
        *_gauge("igroteka_tables", "Live tables.", len(tables.tables)),
        *_gauge("igroteka_questions", "Questions to bots.", tables.house.bot_pool.questions),
        *_gauge("igroteka_changes", "Changes that wait for the disk.", tables.archive.waiting),
        *_gauge("igroteka_cpu_seconds", "CPU time of this process.", time.process_time()),
    ]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


def _is_here(request: Request) -> bool:
    """Whether who asks is on this machine, and no proxy on it that asks for another."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False
