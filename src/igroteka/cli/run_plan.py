"""Playing a plan from the command line: workers, a progress bar, and a clean stop."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from igroteka.arena.executors import dask_cluster, process_pool
from igroteka.arena.plan import Plan
from igroteka.arena.results import Results
from igroteka.arena.run_file import RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.worker import Keep, warm, warm_players
from igroteka.cli.arguments import default_jobs


def run(
    plan: Plan,
    results: Results,
    records: Path | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    enough: Callable[[], bool] = lambda: False,
    keep: Keep = Keep.RESULTS,
    show: Callable[[Path], None] = lambda _: None,
) -> None:
    """Play the plan into the results, until it is done or `enough` after some block.

    Then `show` gets the run's file, which is removed after that if it is a journal.
    """
    begun = time.perf_counter()
    with RunFile(plan, records, keep) as file:
        try:
            pool, workers = _workers(plan, jobs, dask)
            with progress_bar(plan.game.name, plan.total, file.games) as advance:
                for played in play_plan(plan, file, pool, workers):
                    results.add(played)
                    advance(len(results.lines))
                    if played.seating + 1 == len(played.block.seatings) and enough():
                        break
        except KeyboardInterrupt:
            for worker in multiprocessing.active_children():
                worker.terminate()
            counts = [plays // plan.plays_a_game for plays in (file.games, plan.total)]
            done = f"Stopped after {counts[0]} of {counts[1]} {results.counted}"
            print(f"{done}; the same command goes on from there.", file=sys.stderr)
            raise
        results.seconds = time.perf_counter() - begun
        show(file.path)
        file.finish()


def _workers(plan: Plan, jobs: int | None, dask: str | None) -> tuple[Callable[[], Executor], int]:
    if dask:
        executor, workers = dask_cluster(dask)
        return lambda: executor, workers
    if not any(warm(plan.game, pairing.bots) for pairing in plan.pairings):
        warm_players(plan.game, {bot for pairing in plan.pairings for bot in pairing.bots})
    workers = jobs or default_jobs()
    return lambda: process_pool(workers), workers


@contextmanager
def progress_bar(title: str, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """A bar on the terminal's error stream with rate and time left; nothing when redirected.

    Who starts the program and wants to know sets IGROTEKA_PROGRESS: every step is then a line.
    """
    console = Console(stderr=True)
    lines = "IGROTEKA_PROGRESS" in os.environ
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(title, total=total, completed=done, rate="")
        begun = shown = time.perf_counter()

        def advance(games: int) -> None:
            nonlocal shown
            now = time.perf_counter()
            if now - shown > 0.2 or games == total:
                shown = now
                rate = (games - done) / max(now - begun, 1e-9)
                if lines:
                    print(f"progress\t{title}\t{games}\t{total}", file=sys.stderr, flush=True)
                bar.update(task, completed=games, rate=f"{rate:,.0f}/s")

        yield advance
