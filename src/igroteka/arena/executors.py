"""Where games are played on this machine: a pool of processes. `cluster.py` is for others."""

from __future__ import annotations

import multiprocessing
import time
from concurrent.futures import Executor, ProcessPoolExecutor

from igroteka.arena.worker import prepare_worker
from igroteka.basics.system import FORKS

MOST_WORKERS = 61
"""More processes than that can't be waited for on Windows."""
GRACE = 2.0
"""Seconds that workers may take to end what bots have started."""


def process_pool(jobs: int) -> Executor:
    """A pool of so many processes. They are forked where that works, kernels warm."""
    context = multiprocessing.get_context("fork" if FORKS else "spawn")
    workers = jobs if FORKS else min(jobs, MOST_WORKERS)
    return ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_worker)


def end_workers() -> None:
    """End the processes of all pools, by force where compiled code does not hear of it.

    So does who is interrupted meanwhile, as by a second Ctrl-C.
    """
    workers = multiprocessing.active_children()
    for worker in workers:
        worker.terminate()
    deadline = time.monotonic() + GRACE
    try:
        for worker in workers:
            worker.join(max(0.0, deadline - time.monotonic()))
    finally:
        for worker in workers:
            worker.kill()
