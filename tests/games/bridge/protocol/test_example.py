"""The example robot, which knows nothing of the house, plays whole sessions over real sockets."""

from __future__ import annotations

import importlib.util
import random
import select
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from igroteka.games.bridge.boards import SEATS, shuffled
from igroteka.games.bridge.protocol.checking import check_client
from tests.games.bridge.protocol.calm import Calm
from tests.games.bridge.protocol.hub import NO_CLAIMS, Hub, bot_client, greeting
from tests.games.bridge.protocol.wire import Wire

EXAMPLE = Path(__file__).parents[4] / "examples/line_client.py"


def robot_class() -> Any:
    spec = importlib.util.spec_from_file_location("line_client", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Robot


@pytest.mark.parametrize("seed", [0, 1, 3])
@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (2,)], ids=["four", "one among ours"])
def test_example_robots_finish_every_board(seed: int, seats: tuple[int, ...]) -> None:
    random.seed(seed)
    rng = random.Random(seed)
    hub = Hub(NO_CLAIMS, [str(shuffled(rng, number)) for number in range(1, 5)])
    pairs = {seat: socket.socketpair() for seat in seats}
    wires = {seat: Wire(near) for seat, (near, _) in pairs.items()}
    robots = [robot_class()(far, SEATS[seat], "Example") for seat, (_, far) in pairs.items()]
    with ThreadPoolExecutor(4) as pool, ExitStack() as sockets:
        for pair in pairs.values():
            sockets.enter_context(pair[0])
        playing = [pool.submit(robot.play) for robot in robots]
        for seat in range(4):
            if seat in seats:
                hub.connect(seat, wires[seat], wires[seat].lines()[0])
            else:
                hub.connect(seat, bot_client(seat, Calm(), seed), greeting(seat))
        hub.play()
        while sum("End of session" in line for line in hub.transcript) < 4:
            readable, _, _ = select.select([wire.near for wire in wires.values()], [], [], 5)
            assert readable, hub.transcript[-10:]
            for seat, wire in wires.items():
                if wire.near in readable:
                    hub.waiting[seat] += wire.lines()
            hub.settle()
    assert all(isinstance(done.exception(), EOFError) for done in playing)
    assert not [line for line in hub.transcript if "Refused" in line]
    assert any(len(game.steps) > 50 for game in hub.played)


class Checked(Wire):
    """The same end for a check, which wants one line at a time."""

    def __init__(self, near: socket.socket) -> None:
        super().__init__(near)
        near.settimeout(5)
        self.waiting: list[str] = []

    def send(self, line: str) -> None:
        self.hear(line)

    def receive(self) -> str | None:
        while not self.waiting:
            self.waiting = self.lines()
        return self.waiting.pop(0)


@pytest.mark.parametrize("seat", range(4))
def test_the_example_passes_the_check_of_clients(seat: int) -> None:
    random.seed(seat)
    near, far = socket.socketpair()
    with ThreadPoolExecutor(1) as pool, near:
        playing = pool.submit(robot_class()(far, SEATS[seat], "Example").play)
        assert check_client(Checked(near), seat) == []
    assert isinstance(playing.exception(), EOFError)
