"""A plan played into its results, for the command line and for programs alike."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import NamedTuple

from igroteka.arena.executors import end_workers, process_pool
from igroteka.arena.results import Results
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.worker import make_ready
from igroteka.bots import make_player
from igroteka.contract import Game


def check_bots(game: Game, bots: Sequence[str]) -> None:
    """Raise now what would otherwise be a fault of every game: a bot that can't be made."""
    for bot in dict.fromkeys(bots):
        make_player(game.name, bot).close()


def default_jobs() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Workplace(NamedTuple):
    """Where work is done."""

    executor: Callable[[], Executor]
    """Makes one, and another when that is broken."""
    at_a_time: Callable[[], int]
    """How many pieces it does now at a time."""


@contextmanager
def workplace(jobs: int | None, dask: str | None, bots: Sequence[str] = ()) -> Iterator[Workplace]:
    """A Dask cluster, where these bots have to be the same as here; else processes of our own."""
    if dask:
        from igroteka.arena.cluster import dask_cluster  # asyncio takes a while to load

        with dask_cluster(dask, bots) as cluster:
            yield Workplace(cluster.executor, cluster.threads)
    else:
        count = jobs or default_jobs()
        yield Workplace(lambda: process_pool(count), lambda: count)


def play_into(
    results: Results,
    file: RunFile,
    jobs: int | None = None,
    dask: str | None = None,
    enough: Callable[[], bool] = lambda: False,
    advance: Callable[[int], None] = lambda _: None,
) -> None:
    """Play the plan of these results, until it is done or `enough` after some block.

    Ctrl-C ends the workers and is raised; what was played is in the file.
    """
    begun = time.perf_counter()
    plan = results.plan
    tables = {pairing.bots for pairing in plan.pairings}
    with workplace(jobs, dask, sorted({bot for bots in tables for bot in bots})) as place:
        try:
            if not dask:
                make_ready(plan.game, tables)
            for played in play_plan(plan, file, *place):
                results.add(played)
                advance(len(results.lines))
                if played.seating + 1 == len(played.block.seatings) and enough():
                    break
        except KeyboardInterrupt:
            end_workers()
            raise
    results.seconds = time.perf_counter() - begun
