"""Where games are played on this machine: a pool of processes. `cluster.py` is for others."""

from __future__ import annotations

import multiprocessing
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any
from weakref import WeakSet

from igroteka.arena.worker import prepare_worker
from igroteka.basics.system import FORKS

MOST_WORKERS = 61
"""More processes than that can't be waited for on Windows."""
_POOLS: WeakSet[Any] = WeakSet()
GRACE = 2.0
"""Seconds that workers may take to end what bots have started."""


def process_pool(jobs: int) -> Executor:
    """A pool of so many processes. They are forked where that works, kernels warm."""
    context = multiprocessing.get_context("fork" if FORKS else "spawn")
    workers = jobs if FORKS else min(jobs, MOST_WORKERS)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_worker)
    _POOLS.add(pool)
    return pool


def end_workers() -> None:
    """End the processes of all pools, by force where compiled code does not hear of it.

    So does who is interrupted meanwhile, as by a second Ctrl-C.
    """
    pools = [*_POOLS]
    workers = [each for pool in pools for each in (pool._processes or {}).values()]
    answers = [pool._result_queue for pool in pools if pool._result_queue is not None]
    for worker in workers:
        worker.terminate()
    deadline = time.monotonic() + GRACE
    try:
        for worker in workers:
            worker.join(max(0.0, deadline - time.monotonic()))
    finally:
        for worker in workers:
            worker.kill()
        for each in answers:  # else a pool waits for the rest of what a worker was saying
            each._writer.close()
