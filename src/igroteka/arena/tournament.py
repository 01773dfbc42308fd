"""Playing a plan on any executor: in order, resumed from its file, whatever bots do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing

from igroteka.arena.plan import Block, Plan
from igroteka.arena.run_file import RunFile
from igroteka.arena.telling import tell_on_error_output
from igroteka.arena.worker import Chunk, Played, play_chunk
from igroteka.basics.endings import fault_words
from igroteka.basics.pieces_of_work import PieceLost, WorkerCount, in_order
from igroteka.contract import IgrotekaError
from igroteka.records.record import Fault
from igroteka.text import Text, as_written

CHUNK_SECONDS = 1.0
"""Work is sent to workers in pieces of about this length."""


def play_plan(
    plan: Plan,
    file: RunFile,
    pool: Callable[[], Executor],
    workers: WorkerCount,
    tell: Callable[[Text], None] = tell_on_error_output,
) -> Iterator[Played]:
    """Every game of the plan in order: those that the file holds, then the rest, as they come.

    What is yielded is in the file. `pool` makes an executor, and another if the first one breaks:
    from then on each bot sits in a process of its own, so that the one to blame is found.
    A bot that fails when a game is over is told of once.
    """
    yield from file.played()
    size, failed = _ChunkSize(), set[str]()
    chunks = _chunks(plan, file, size)
    with closing(in_order(chunks, pool, workers, play_chunk)) as answers:
        try:
            for chunk, played in answers:
                size.learn(len(chunk.blocks), played.seconds)
                file.append(played.games)
                for bot in sorted(played.close_faults.keys() - failed):
                    tell(_failed_at_close(bot, played.close_faults[bot]))
                failed |= played.close_faults.keys()
                yield from played.games
        except PieceLost as lost:
            raise IgrotekaError(_unbearable(lost.piece)) from lost


def _chunks(plan: Plan, file: RunFile, size: _ChunkSize) -> Iterator[Chunk]:
    """What is not played yet, in pieces of the size that fits when each is asked for."""
    pending = _blocks_from(plan, file.games)
    fixed = plan.seed, plan.limits, plan.run, file.keep, plan.adjudicate
    while blocks := size.take(pending):
        yield Chunk(plan.game, blocks, *fixed)


def _failed_at_close(bot: str, fault: Fault) -> Text:
    return Text(
        "{bot} failed when a game was over, which costs it nothing ({kind}: {reason})",
        bot=bot,
        kind=fault_words(fault.kind),
        reason=as_written(fault.text),
    )


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


class _ChunkSize:
    """How many blocks make a piece of work of about `CHUNK_SECONDS`."""

    def __init__(self) -> None:
        self.blocks = 1

    def take(self, blocks: Iterator[Block]) -> tuple[Block, ...]:
        return tuple(block for _, block in zip(range(self.blocks), blocks, strict=False))

    def learn(self, blocks: int, seconds: float) -> None:
        fitting = int(blocks * CHUNK_SECONDS / max(seconds, 1e-6))
        self.blocks = max(1, min(fitting, 16 * blocks))
