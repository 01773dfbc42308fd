"""The laboratory's studies carried out: workers, a progress bar, files, and a clean stop."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from platformdirs import user_state_path

from igroteka.arena.executors import end_workers
from igroteka.arena.running import workplace
from igroteka.cli.run_plan import Workers, progress_bar
from igroteka.games.bridge.doubledummy.solver import own_solver
from igroteka.games.bridge.laboratory.solving import Solving
from igroteka.games.bridge.study.solved_deals import Hands, SolvedDeals, Tricks
from igroteka.study.piecework import KeptResults, Study, carry_out


class LaboratoryStudy(Study, Protocol):
    """A study whose pieces need deals solved."""

    def do(self, piece: Any, solving: Solving) -> Any:
        """In a worker: the result of a piece."""
        ...


class Bar(NamedTuple):
    """What the progress bar says: from results how much is done, of how much."""

    title: str
    total: int
    done: Callable[[Mapping[str, Any]], int]


def results_of(
    study: LaboratoryStudy, workers: Workers, bar: Bar, minutes: float | None = None
) -> tuple[dict[str, Any], bool]:
    """The results of a study, those of earlier runs among them, and whether it is complete."""
    state = user_state_path("igroteka")
    solved = SolvedDeals(_solved_deals())
    with (
        workplace(*workers) as place,
        KeptResults(state / "laboratory", study.identity) as kept,
        progress_bar(bar.title, bar.total, bar.done(kept)) as advance,
    ):

        def done(answer: tuple[Any, dict[Hands, Tricks]]) -> Any:
            result, new = answer
            solved.keep(new)
            return result

        def progress() -> None:
            advance(bar.done(kept))

        do = partial(_do, study)
        seconds = None if minutes is None else 60 * minutes
        try:
            complete = carry_out(study, kept, *place, do, done, progress, seconds)
        except KeyboardInterrupt:
            end_workers()
            print("Stopped; the same command goes on from there.", file=sys.stderr)
            raise
        return dict(kept), complete


def _do(study: LaboratoryStudy, piece: Any) -> tuple[Any, dict[Hands, Tricks]]:
    """In a worker: a piece, and the deals that had to be solved for it."""
    solving = Solving(_known(), own_solver())
    return study.do(piece, solving), solving.new


@cache
def _known() -> Mapping[Hands, Tricks]:
    """In a worker: what was solved on its machine before it began."""
    return SolvedDeals(_solved_deals()).known


def _solved_deals() -> Path:
    return user_state_path("igroteka") / "solved-deals.txt"
