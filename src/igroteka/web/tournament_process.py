"""A tournament of the site in its process: the arena plays it, and tells what it came to."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import Enum
from functools import partial
from pathlib import Path
from typing import NamedTuple

from igroteka.arena.executors import process_pool
from igroteka.arena.plan import Plan
from igroteka.arena.run_file import AlreadyPlaying, RunFile
from igroteka.arena.tournament import play_plan
from igroteka.arena.tournament_result import TournamentResult
from igroteka.arena.worker import make_ready
from igroteka.basics.system import become_less_urgent
from igroteka.contract import IgrotekaError, Json
from igroteka.text import Text


class State(Enum):
    """What became of a tournament."""

    OVER = "over"
    REFUSED = "refused"
    ELSEWHERE = "another process plays it"


class Outcome(NamedTuple):
    """What a process answers."""

    state: State
    result: Json = None
    reason: Text | None = None


def playing() -> Callable[[tuple[Plan, Path]], Outcome]:
    """In the process: the function that plays a plan into a file."""
    become_less_urgent()  # people at tables come first
    return lambda asked: _play(*asked)


def _play(plan: Plan, path: Path) -> Outcome:
    try:
        with RunFile(plan, path) as file:
            make_ready(plan.game, [pairing.bots for pairing in plan.pairings])
            workers = max(1, (os.cpu_count() or 1) - 1)
            result = TournamentResult(plan)
            for played in play_plan(plan, file, partial(process_pool, workers), workers):
                result.add(played)
        return Outcome(State.OVER, result.to_json())
    except AlreadyPlaying:
        return Outcome(State.ELSEWHERE)
    except IgrotekaError as error:
        return Outcome(State.REFUSED, reason=error.sentence)
