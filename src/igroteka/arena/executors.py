"""Where games are played: a pool of local processes, or a Dask cluster."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any

from igroteka.arena.worker import prepare_worker
from igroteka.basics.system import FORKS
from igroteka.contract import IgrotekaError
from igroteka.text import Text

MOST_WORKERS = 61
"""More processes than that can't be waited for on Windows."""
DASK_SECONDS = 10.0
"""How long a Dask scheduler may take to answer."""


def process_pool(jobs: int) -> Executor:
    """A pool of so many processes. They are forked where that works, kernels warm."""
    context = multiprocessing.get_context("fork" if FORKS else "spawn")
    workers = jobs if FORKS else min(jobs, MOST_WORKERS)
    return ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_worker)


def dask_cluster(address: str) -> tuple[Executor, int]:
    """The executor of a running Dask scheduler, and how many threads it has."""
    try:
        from distributed import Client
    except ImportError as error:
        raise IgrotekaError(
            Text("Dask is missing; install it with: pip install igroteka[dask]")
        ) from error
    try:
        client: Any = Client(address, timeout=DASK_SECONDS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise IgrotekaError(
            Text(
                "no Dask scheduler answers at {address}: {reason}",
                address=address,
                reason=str(error),
            )
        ) from error
    threads = max(sum(client.nthreads().values()), 1)
    executor: Executor = client.get_executor()
    return executor, threads
