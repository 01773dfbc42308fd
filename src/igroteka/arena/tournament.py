"""Playing a plan on any executor: in order, resumed from its file, whatever bots do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future

from igroteka.arena.plan import Block, Plan
from igroteka.arena.run_file import RunFile
from igroteka.arena.worker import Chunk, Played, play_chunk

CHUNK_SECONDS = 1.0
"""Work is sent to workers in pieces of about this length."""
IN_FLIGHT = 2
"""Pieces of work a worker: one that it does and one that waits."""


def play_plan(
    plan: Plan,
    file: RunFile,
    pool: Callable[[], Executor],
    workers: int,
) -> Iterator[Played]:
    """Every game of the plan in order: those that the file holds, then the rest, as they come.

    What is yielded is in the file. `pool` makes an executor, and another if the first one breaks:
    from then on each bot sits in a process of its own, so that the one to blame is found.
    """
    yield from file.played()
    pending = _blocks_from(plan, file.games)
    pace = _Pace()
    isolated = False
    executor = pool()
    broken: list[Executor] = []
    flying: deque[tuple[Future[tuple[list[Played], float]], Chunk]] = deque()
    try:
        while True:
            while len(flying) < IN_FLIGHT * workers and (blocks := pace.take(pending)):
                chunk = Chunk(plan.game, blocks, plan.seed, plan.limits, plan.run, file.keep)
                flying.append((_send(executor, chunk, isolated), chunk))
            if not flying:
                return
            future, chunk = flying[0]
            try:
                played, seconds = future.result()
            except BrokenExecutor:
                if isolated:
                    raise
                isolated = True
                executor.shutdown(wait=False)
                broken.append(executor)
                executor = pool()
                flying = deque((_send(executor, each, isolated), each) for _, each in flying)
                continue
            flying.popleft()
            pace.learn(len(chunk.blocks), seconds)
            file.append(played)
            yield from played
    finally:
        for future, _ in flying:
            future.cancel()
        # A pool that still ends when the program does may complain of its closed pipes.
        for each in (*broken, executor):
            each.shutdown(wait=not flying)


def _send(executor: Executor, chunk: Chunk, isolated: bool) -> Future[tuple[list[Played], float]]:
    return executor.submit(play_chunk, chunk, isolated)


def _blocks_from(plan: Plan, games: int) -> Iterator[Block]:
    """The blocks that begin at or after this game. A file holds whole blocks."""
    return (block for block in plan.blocks() if block.first >= games)


class _Pace:
    """How many blocks make a piece of work of about `CHUNK_SECONDS`."""

    def __init__(self) -> None:
        self.size = 1

    def take(self, blocks: Iterator[Block]) -> tuple[Block, ...]:
        return tuple(block for _, block in zip(range(self.size), blocks, strict=False))

    def learn(self, blocks: int, seconds: float) -> None:
        fitting = int(blocks * CHUNK_SECONDS / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 16 * blocks))
