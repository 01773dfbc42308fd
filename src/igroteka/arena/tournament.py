"""Playing a plan on any executor: in order, resumed from its file, whatever bots do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait

from igroteka.arena.plan import Block, Plan
from igroteka.arena.run_file import RunFile
from igroteka.arena.worker import Chunk, Played, play_chunk
from igroteka.contract import IgrotekaError
from igroteka.text import Text

CHUNK_SECONDS = 1.0
"""Work is sent to workers in pieces of about this length."""
IN_FLIGHT = 2
"""Pieces of work a worker: one that it does and one that waits."""
LOOK = 1.0
"""Seconds after which it is looked whether more workers are there."""


def play_plan(
    plan: Plan,
    file: RunFile,
    pool: Callable[[], Executor],
    workers: int | Callable[[], int],
) -> Iterator[Played]:
    """Every game of the plan in order: those that the file holds, then the rest, as they come.

    What is yielded is in the file. `pool` makes an executor, and another if the first one breaks:
    from then on each bot sits in a process of its own, so that the one to blame is found.
    `workers` is how many it has, or tells how many it has now.
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
            room = IN_FLIGHT * (workers() if callable(workers) else workers)
            while len(flying) < room and (blocks := pace.take(pending)):
                fixed = plan.seed, plan.limits, plan.run, file.keep, plan.adjudicate
                chunk = Chunk(plan.game, blocks, *fixed)
                flying.append((_send(executor, chunk, isolated), chunk))
            if not flying:
                return
            future, chunk = flying[0]
            if not wait((future,), LOOK).done:
                continue
            try:
                played, seconds = future.result()
            except BrokenExecutor as error:
                if isolated:
                    raise IgrotekaError(_unbearable(chunk)) from error
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
    try:
        return executor.submit(play_chunk, chunk, isolated)
    except BrokenExecutor as error:  # just now; who waits for this piece of work hears of it
        never: Future[tuple[list[Played], float]] = Future()
        never.set_exception(error)
        return never


def _unbearable(chunk: Chunk) -> Text:
    first, last = chunk.blocks[0], chunk.blocks[-1]
    return Text(
        "one of the games {first} to {last} ends the process that plays it, though each bot has "
        "its own",
        first=first.first + 1,
        last=last.first + len(last.seatings),
    )


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
