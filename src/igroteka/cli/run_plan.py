"""Playing a plan from the command line: workers, a progress bar, and a clean stop."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from igroteka.arena.plan import Plan
from igroteka.arena.results import Results
from igroteka.arena.run_file import RunFile
from igroteka.arena.running import play_into
from igroteka.arena.worker import Keep
from igroteka.report.listings import Rows, standing_rows

STANDINGS_SECONDS = 0.5
"""Standings are counted anew not sooner than that."""
STANDINGS_SHARE = 20
"""Nor sooner than so many times what counting them took."""


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
    with RunFile(plan, records, keep) as file:
        total = None if plan.endless else plan.total
        try:
            standings = Standings(lambda: standing_rows(results))
            with progress_bar(plan.game.name, total, file.games, standings) as advance:
                play_into(results, file, jobs, dask, enough, advance)
        except KeyboardInterrupt:
            _tell_where_it_stopped(file, results)
            raise
        show(file.path)
        file.finish()


def _tell_where_it_stopped(file: RunFile, results: Results) -> None:
    plan = file.plan
    counts = [str(plays // plan.plays_a_game) for plays in (file.games, plan.total)]
    done = " of ".join(counts[:1] if plan.endless else counts)
    print(
        f"Stopped after {done} {results.counted}; the same command goes on from there.",
        file=sys.stderr,
    )


class Workers(NamedTuple):
    """Where the user wants the work to be done: in so many processes, or on a cluster."""

    jobs: int | None
    dask: str | None


class Standings:
    """A listing that grows while games are played, made anew at most twice a second."""

    def __init__(self, rows: Callable[[], Rows]) -> None:
        self._rows = rows
        self._due = 0.0
        self._made: RenderableType = ""

    def now(self, height: int) -> RenderableType:
        """The listing as it is now or was a moment ago, in so many lines."""
        begun = time.perf_counter()
        if begun >= self._due:
            rows = self._rows()
            self._made = rows._replace(lines=rows.lines[: max(height - 6, 1)]).to_rich()
            # Many blocks take long to count: that should stay a small part of the time.
            rest = STANDINGS_SHARE * (time.perf_counter() - begun)
            self._due = begun + min(max(rest, STANDINGS_SECONDS), 10 * STANDINGS_SECONDS)
        return self._made


class _Bar(Progress):
    """A bar with something beneath it."""

    beneath: RenderableType = ""

    def get_renderables(self) -> Iterable[RenderableType]:
        yield from super().get_renderables()
        yield self.beneath


@contextmanager
def progress_bar(
    title: str, total: int | None, done: int = 0, standings: Standings | None = None
) -> Iterator[Callable[[int], None]]:
    """A bar on the terminal's error stream with rate and time left; nothing when redirected.

    Without a total it says what is done. Standings, if there are any, are beneath it.

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
    shown_above = sys.stdout.isatty()  # else what is printed meanwhile goes where it should
    with _Bar(
        *columns,
        console=console,
        transient=True,
        redirect_stdout=shown_above,
        disable=not console.is_terminal,
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
                    print(
                        f"progress\t{title}\t{games}\t{total or games}", file=sys.stderr, flush=True
                    )
                bar.update(task, completed=games, rate=f"{rate:,.0f}/s")
                if standings and console.is_terminal:
                    bar.beneath = standings.now(console.height)

        yield advance
