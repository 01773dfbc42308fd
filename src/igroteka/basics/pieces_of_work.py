"""Work done piece by piece on any executor, its answers in the order of the pieces."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from itertools import islice
from typing import Final, Generic, TypeAlias, TypeVar

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")
WorkerCount: TypeAlias = int | Callable[[], int]
"""How many there are, or what tells how many there are now."""

IN_FLIGHT: Final = 2
"""Pieces a worker: one that it does and one that waits."""
LOOK: Final = 1.0
"""Seconds after which it is looked whether more workers are there."""


class PieceLost(Exception, Generic[Piece]):  # noqa: N818 - named after what happened
    """A piece ended the process that did it, though what it runs had processes of their own."""

    def __init__(self, piece: Piece) -> None:
        super().__init__(piece)
        self.piece = piece


def room(workers: WorkerCount) -> int:
    """How many pieces may be under way at a time."""
    return IN_FLIGHT * (workers() if callable(workers) else workers)


def in_order(
    pieces: Iterable[Piece],
    pool: Callable[[], Executor],
    workers: WorkerCount,
    do: Callable[[Piece, bool], Answer],
) -> Generator[tuple[Piece, Answer], None, None]:
    """Every piece with its answer, in the order of the pieces, which are asked for when there is
    room.

    `pool` makes an executor, and another if the first one breaks: from then on `do` is told to keep
    what it runs in processes of their own, so that the one to blame is found. Raises `PieceLost` if
    that breaks too. Who leaves early cancels what is under way.
    """
    waiting = iter(pieces)
    isolated = False
    executor = pool()
    broken: list[Executor] = []
    flying: deque[tuple[Piece, Future[Answer]]] = deque()
    try:
        while True:
            for piece in islice(waiting, max(0, room(workers) - len(flying))):
                flying.append((piece, _sent(executor, do, piece, isolated)))
            if not flying:
                return
            piece, future = flying[0]
            if not wait((future,), LOOK).done:
                continue
            try:
                answer = future.result()
            except BrokenExecutor as error:
                if isolated:
                    raise PieceLost(piece) from error
                isolated = True
                executor.shutdown(wait=False)
                broken.append(executor)
                executor = pool()
                flying = deque((each, _sent(executor, do, each, isolated)) for each, _ in flying)
                continue
            flying.popleft()
            yield piece, answer
    finally:
        for _, future in flying:
            future.cancel()
        # A pool that still ends when the program does may complain of its closed pipes.
        for each in (*broken, executor):
            each.shutdown(wait=not flying)


def _sent(
    executor: Executor, do: Callable[[Piece, bool], Answer], piece: Piece, isolated: bool
) -> Future[Answer]:
    try:
        return executor.submit(do, piece, isolated)
    except BrokenExecutor as error:  # just now; who waits for this piece hears of it
        never: Future[Answer] = Future()
        never.set_exception(error)
        return never
