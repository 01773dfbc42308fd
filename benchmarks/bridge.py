"""Bridge: solver processes against the solver library called directly, and decisions of robots."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from benchmarks.measuring import Figure
from igroteka.contract import OVER
from igroteka.games.bridge.boards import shuffled
from igroteka.games.bridge.doubledummy.batch import solve_boards
from igroteka.games.bridge.rules import Bridge
from igroteka.randomness import Stream
from igroteka.registry import make_player

BOARDS, DECIDED = 120, 6

_DIRECT = """
import sys, time
from endplay.dds import calc_all_tables
from endplay.types import Deal
deals = [Deal(line) for line in sys.stdin.read().splitlines()]
begun = time.perf_counter()
for at in range(0, len(deals), 40):
    calc_all_tables(deals[at : at + 40])
print(time.perf_counter() - begun)
"""


def figures() -> list[Figure]:
    """Full tables a second, and the median time of a decision."""
    return [_tables(), _decisions()]


def _tables() -> Figure:
    """Our time begins before the first process is there, the library's when it is loaded."""
    boards = [shuffled(Stream(seed), 1) for seed in range(BOARDS)]
    deals = "\n".join("N:" + " ".join(str(board).split()[3:]) for board in boards)
    direct = subprocess.run(
        [sys.executable, "-c", _DIRECT], input=deals, text=True, capture_output=True, check=True
    )
    begun = time.perf_counter()
    found = solve_boards(boards)
    seconds = time.perf_counter() - begun
    assert None not in found
    theirs = BOARDS / float(direct.stdout)
    return Figure(
        f"bridge double dummy, {BOARDS} full tables",
        "tables/s",
        BOARDS / seconds,
        "endplay",
        theirs,
    )


def _decisions() -> Figure:
    """The median decision of the robot that samples deals, beside the one that does not."""
    ours, theirs = (1e3 * statistics.median(_times(bot)) for bot in ("monte-carlo", "simple"))
    return Figure("bridge monte-carlo, median decision", "ms", ours, "simple", theirs)


def _times(bot: str) -> list[float]:
    """Seconds of each decision that leaves a choice."""
    found = []
    for seed in range(DECIDED):
        game, player = Bridge(), make_player("bridge", bot)
        player.start(game, 0, Stream(seed))
        state = game.deal(Stream(seed))
        while state.turn != OVER:
            view = state.view(state.turn)
            begun = time.perf_counter()
            action = player.choose(view)
            if len(view.actions()) > 1:
                found.append(time.perf_counter() - begun)
            state = state.play(action)
    return found
