"""A Dask cluster as a place of work, with the promises of a pool of local processes.

Pieces of work go to workers that are as this installation; who else is there is told of and gets
none. Every second it is asked who is there: a worker that comes later gets work, what a lost one
had goes to another, and where nobody is, the work waits.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from concurrent.futures import wait as wait_for
from contextlib import contextmanager, suppress
from typing import Any, Final

from igroteka.arena.cluster_worker import (
    do_in_process,
    end_processes,
    packed,
    settings,
    unpacked,
)
from igroteka.arena.installation import Installation, difference, installation
from igroteka.arena.telling import tell_on_error_output
from igroteka.basics.pieces_of_work import LOOK, room
from igroteka.contract import IgrotekaError
from igroteka.text import Text

PATIENCE = 10.0
"""Seconds that a scheduler may take to answer, and to be back when it was lost."""
ALONE: Final = 3.0
"""Seconds without a worker, as while one is started anew, of which nothing is said."""
FAREWELL: Final = 5.0
"""Seconds for the workers to hear that a run is over."""
ATTEMPTS: Final = 5
"""How often a piece is sent when its workers are lost."""


class ProcessLost(BrokenExecutor):
    """A piece of work ended the process that did it."""


class _Lost(Exception):  # noqa: N818 - named after what happened
    """Whoever had a piece is gone."""


@contextmanager
def dask_cluster(
    address: str,
    bots: Sequence[str] = (),
    tell: Callable[[Text], None] = tell_on_error_output,
) -> Iterator[Cluster]:
    """The cluster of a running Dask scheduler; `bots` have to be the same there as here.

    Raises `IgrotekaError` if Dask is missing or no scheduler answers.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise IgrotekaError(
            Text("Dask is missing; install it with: pip install igroteka[dask]")
        ) from error
    for name in ("distributed", "distributed.client"):  # what matters is told here
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(_knock(address))
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        raise IgrotekaError(
            Text(
                "no Dask scheduler answers at {address}: {reason}",
                address=address,
                reason=str(error),
            )
        ) from error
    cluster = Cluster(client, address, bots, tell)
    try:
        cluster.call(cluster.look()).result()
        cluster.call(cluster.watch())
        yield cluster
    finally:
        cluster.close()


async def _knock(address: str) -> None:
    """Raise what is wrong with an address; a client that fails at that is never quite closed."""
    from distributed import Security
    from distributed.comm.core import connect

    security: Any = Security()  # type: ignore[no-untyped-call]
    arguments = security.get_connection_args("client")
    door = await connect(address, timeout=PATIENCE, **arguments)  # type: ignore[no-untyped-call]
    await door.close()


class Cluster:
    """A scheduler and those of its workers that may work; all but `call` runs in Dask's loop."""

    def __init__(
        self, client: Any, address: str, bots: Sequence[str], tell: Callable[[Text], None]
    ) -> None:
        self.client = client
        self._address = address
        self._bots = tuple(bots)
        self._here = installation(self._bots)
        self._tell = tell
        self.workers: dict[str, int] = {}
        """Workers that may work, with their threads."""
        self._refused: set[str] = set()
        self._had_workers = -ALONE
        self._waiting_told = False
        self._flying = 0
        self._change = asyncio.Condition()
        self._ends: list[Future[None]] = []

    def executor(self) -> Executor:
        """A new one; what another has lost is nothing to it."""
        return ClusterExecutor(self)

    def threads(self) -> int:
        """How many pieces can be done at a time now, and at least one."""
        return max(1, sum(self.workers.values()))

    def call(self, coroutine: Any) -> Future[Any]:
        """Have this done in Dask's loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.client.loop.asyncio_loop)

    def forget(self, run: str) -> None:
        """Tell workers that nobody waits for this run any more, without waiting for that."""
        self._ends.append(self.call(self._end(run)))

    async def _end(self, run: str) -> None:
        with suppress(Exception):  # whoever is gone has nothing to end
            await self.client.run(end_processes, run, workers=list(self.workers), on_error="ignore")

    def close(self) -> None:
        """Leave the cluster, which goes on without us."""
        wait_for(self._ends, FAREWELL)
        self.client.close(timeout=FAREWELL)

    async def watch(self) -> None:
        """Look again and again who is there, until the scheduler is lost."""
        try:
            while not self._is_over():
                await asyncio.sleep(LOOK)
                with suppress(Exception):  # who could not be seen is looked for again
                    await self.look()
        finally:
            async with self._change:
                self._change.notify_all()

    async def look(self) -> None:
        """See who is there, and whether those who are new may work."""
        there: dict[str, int] = await self.client.nthreads()
        self._refused &= there.keys()
        unknown = [each for each in there if each not in self.workers and each not in self._refused]
        fit = [each for each in self.workers if each in there]
        if unknown:
            answers = await self.client.run(
                installation, self._bots, workers=unknown, on_error="return"
            )
            fit += [worker for worker, told in answers.items() if self._is_fit(worker, told)]
        async with self._change:
            self.workers = {worker: there[worker] for worker in fit}
            self._change.notify_all()
        self._tell_of_waiting()

    def _is_fit(self, worker: str, told: Any) -> bool:
        """Whether a worker may work; one that did not answer is asked again."""
        if isinstance(told, Installation):
            why = difference(self._here, told, self._bots)
        elif isinstance(told, ImportError | AttributeError):
            why = Text("it has no igroteka, or another one")
        else:
            return False
        if why is None:
            return True
        self._refused.add(worker)
        self._tell(Text("The worker {address} gets no work: {reason}.", address=worker, reason=why))
        return False

    def _tell_of_waiting(self) -> None:
        now = time.monotonic()
        if self.workers:
            self._had_workers = now
            if self._waiting_told:
                self._tell(Text("There are workers now; the work goes on."))
            self._waiting_told = False
        elif not self._waiting_told and now - self._had_workers > ALONE:
            self._waiting_told = True
            self._tell(
                Text("There is no worker at {address}; waiting for one.", address=self._address)
            )

    async def carry_out(self, run: str, piece: bytes) -> bytes | None:
        """What `do_in_process` answers, sent again where a worker or the connection is lost."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        for _ in range(ATTEMPTS):
            async with self._change:
                await self._change.wait_for(self._can_go_on)
                self._check_scheduler()
                self._flying += 1
            try:
                return await self._sent(run, piece)
            except (_Lost, KilledWorker, FutureCancelledError, OSError):
                while self.client.status == "connecting":
                    await asyncio.sleep(LOOK / 10)
                self._check_scheduler()
            finally:
                self._flying -= 1
                async with self._change:
                    self._change.notify_all()
        raise IgrotekaError(
            Text(
                "the workers of one piece of work were lost {count} times in turn; the same "
                "command goes on from what is done",
                count=ATTEMPTS,
            )
        )

    def _can_go_on(self) -> bool:
        """What workers have no room for waits here for whoever comes."""
        return self._flying < room(sum(self.workers.values())) or self._is_over()

    def _is_over(self) -> bool:
        return self.client.status in ("closing", "closed")

    def _check_scheduler(self) -> None:
        if self._is_over():
            raise IgrotekaError(
                Text(
                    "the Dask scheduler at {address} is lost; the same command goes on from what "
                    "is done",
                    address=self._address,
                )
            )

    async def _sent(self, run: str, piece: bytes) -> bytes | None:
        workers = set(self.workers)
        future = self.client.submit(
            do_in_process, run, settings(), piece, workers=sorted(workers), pure=False
        )
        answer = asyncio.ensure_future(future.result())
        try:
            while not answer.done():
                await asyncio.wait({answer}, timeout=LOOK)
                if not answer.done() and not workers & self.workers.keys():
                    raise _Lost
            result: bytes | None = answer.result()
            return result
        finally:
            answer.cancel()
            future.release()


class ClusterExecutor(Executor):
    """Work on a cluster; a piece that ends its process there breaks it, as it would a pool."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._run = secrets.token_hex(8)
        self._flying: set[Future[Any]] = set()

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Have a function done there that can be found by its name."""
        assert not named
        future = self._cluster.call(self._done(packed(work, arguments)))
        self._flying.add(future)
        future.add_done_callback(self._flying.discard)
        return future

    async def _done(self, piece: bytes) -> Any:
        answer = await self._cluster.carry_out(self._run, piece)
        if answer is None:
            raise ProcessLost("a piece of work ended its process")
        return unpacked(answer)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes of this work, after what is still done if it is waited for."""
        flying = list(self._flying)
        if cancel_futures or not wait:
            for future in flying:
                future.cancel()
        if wait:
            wait_for(flying)
        self._cluster.forget(self._run)
