"""Where games are played on this machine: a pool of processes. `cluster.py` is for others."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import Executor, ProcessPoolExecutor

from igroteka.arena.worker import prepare_worker
from igroteka.basics.system import FORKS

MOST_WORKERS = 61
"""More processes than that can't be waited for on Windows."""


def process_pool(jobs: int) -> Executor:
    """A pool of so many processes. They are forked where that works, kernels warm."""
    context = multiprocessing.get_context("fork" if FORKS else "spawn")
    workers = jobs if FORKS else min(jobs, MOST_WORKERS)
    return ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_worker)
