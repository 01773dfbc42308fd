"""Where games are played on this machine: a pool of processes. `cluster.py` is for others."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any, cast
from weakref import WeakKeyDictionary

from igroteka.arena.worker import prepare_worker
from igroteka.basics.system import FORKS

MOST_WORKERS = 61
"""More processes than that can't be waited for on Windows."""
_WORKERS: WeakKeyDictionary[Any, Mapping[int, Any]] = WeakKeyDictionary()
"""The workers of each pool by what they say their answers through; a pool that is shut down forgets
both before its workers have ended."""
GRACE = 2.0
"""Seconds that workers may take to end what bots have started."""


def process_pool(jobs: int) -> Executor:
    """A pool of so many processes. They are forked where that works, kernels warm."""
    context = multiprocessing.get_context("fork" if FORKS else "spawn")
    workers = jobs if FORKS else min(jobs, MOST_WORKERS)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_worker)
    inside = cast(Any, pool)
    _WORKERS[inside._result_queue] = inside._processes
    return pool


def end_workers() -> None:
    """End the processes of all pools, by force where compiled code does not hear of it.

    So does who is interrupted meanwhile, as by a second Ctrl-C.
    """
    pools = dict(_WORKERS)
    workers = [worker for each in pools.values() for worker in [*each.values()]]
    for worker in workers:
        worker.terminate()
    deadline = time.monotonic() + GRACE
    try:
        for worker in workers:
            worker.join(max(0.0, deadline - time.monotonic()))
    finally:
        for worker in workers:
            worker.kill()
        for answers in pools:  # else a pool waits for the rest of what a worker was saying
            _WORKERS.pop(answers, None)
            answers._writer.close()
