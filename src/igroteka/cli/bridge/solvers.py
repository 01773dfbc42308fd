"""Who solves boards double dummy for a command: processes of our own, or a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager

from igroteka.arena.running import workplace
from igroteka.cli.run_plan import Workers
from igroteka.contract import IgrotekaError
from igroteka.text import Text


@contextmanager
def solvers(workers: Workers) -> Iterator[int | Executor | None]:
    """What `solve_boards` takes: how many processes, or an executor of the cluster."""
    if not workers.dask:
        yield workers.jobs
        return
    with workplace(*workers) as place, stopping(place.executor()) as pool:
        yield pool


@contextmanager
def stopping(pool: Executor) -> Iterator[Executor]:
    """An executor that does not go on when nobody waits for it.

    Raises `IgrotekaError` if it breaks.
    """
    done = False
    try:
        yield pool
        done = True
    except BrokenExecutor as error:
        raise IgrotekaError(
            Text("a worker was lost; the same command goes on from what is done")
        ) from error
    finally:
        pool.shutdown(wait=done, cancel_futures=not done)
