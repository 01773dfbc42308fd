"""Bridge: solver processes against the solver library called directly, and decisions of robots."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from benchmarks.measuring import Figure
from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.contract import OVER
from igroteka.games.bridge.boards import shuffled
from igroteka.games.bridge.doubledummy.batch import solve_boards
from igroteka.games.bridge.rules import Bridge

ROUNDS, BOARDS, DECIDED = 2, 120, 6

_DIRECT = """
import sys, time
from endplay.dds import calc_all_tables
from endplay.types import Deal
for line in sys.stdin:
    deals = [Deal(text) for text in line.split("|")]
    begun = time.perf_counter()
    for at in range(0, len(deals), 40):
        calc_all_tables(deals[at : at + 40])
    print(time.perf_counter() - begun, flush=True)
"""


def figures() -> list[Figure]:
    """Full tables a second, and the median time of a decision."""
    return [_tables(), _decisions()]


def _tables() -> Figure:
    """In turns, as machines have moods; our time has the start of the processes in it."""
    ours = theirs = 0.0
    command = [sys.executable, "-c", _DIRECT]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as direct:
        assert direct.stdin is not None
        assert direct.stdout is not None
        for number in range(ROUNDS):
            seeds = range(BOARDS * number, BOARDS * (number + 1))
            boards = [shuffled(Stream(seed), 1) for seed in seeds]
            deals = ["N:" + " ".join(str(board).split()[3:]) for board in boards]
            direct.stdin.write("|".join(deals) + "\n")
            direct.stdin.flush()
            theirs += float(direct.stdout.readline())
            begun = time.perf_counter()
            assert None not in solve_boards(boards)
            ours += time.perf_counter() - begun
    count = ROUNDS * BOARDS
    what = f"bridge double dummy, {count} full tables"
    return Figure(what, "tables/s", count / ours, "endplay", count / theirs)


def _decisions() -> Figure:
    """The median decision of the robot that samples deals, beside the one that does not."""
    ours, theirs = (1e3 * statistics.median(_times(bot)) for bot in ("monte-carlo", "simple"))
    return Figure("bridge monte-carlo, median decision", "ms", ours, "simple", theirs)


def _times(bot: str) -> list[float]:
    """Seconds of each decision that leaves a choice."""
    found = []
    for seed in range(DECIDED):
        game, player = Bridge.configure({}), make_player("bridge", bot)
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
