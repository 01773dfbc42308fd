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
    that breaks too, and what `pieces` raise after the answers to those before. Who leaves early
    cancels what is under way.
    """
    waiting, failure = iter(pieces), None
    flight = _Flight(pool, do)
    try:
        while True:
            try:
                for piece in islice(waiting, max(0, room(workers) - len(flight.flying))):
                    flight.send(piece)
            except Exception as error:  # those that were asked for are answered first
                waiting, failure = iter(()), error
            if not flight.flying:
                break
            if flight.first_is_done():
                yield flight.take_first()
        if failure is not None:
            raise failure
    finally:
        flight.end()


class _Flight(Generic[Piece, Answer]):
    """The pieces that are under way, in their order."""

    def __init__(self, pool: Callable[[], Executor], do: Callable[[Piece, bool], Answer]) -> None:
        self._pool = pool
        self._do = do
        self._executors = [pool()]
        """The last one works, those before it are broken."""
        self._isolated = False
        self.flying: deque[tuple[Piece, Future[Answer]]] = deque()

    def send(self, piece: Piece) -> None:
        """Have one more piece done."""
        try:
            future = self._executors[-1].submit(self._do, piece, self._isolated)
        except BrokenExecutor as error:  # just now; who waits for this piece hears of it
            future = Future()
            future.set_exception(error)
        self.flying.append((piece, future))

    def first_is_done(self) -> bool:
        """Whether the first piece is answered within `LOOK`; if it broke, all are sent again.

        Raises `PieceLost` if it breaks again.
        """
        piece, future = self.flying[0]
        if not wait((future,), LOOK).done:
            return False
        error = future.exception()
        if not isinstance(error, BrokenExecutor):
            return True
        if self._isolated:
            raise PieceLost(piece) from error
        self._isolated = True
        self._executors[-1].shutdown(wait=False)
        self._executors.append(self._pool())
        again, self.flying = self.flying, deque()
        for each, _ in again:
            self.send(each)
        return False

    def take_first(self) -> tuple[Piece, Answer]:
        """The first piece and its answer; raises what it raised."""
        piece, future = self.flying.popleft()
        return piece, future.result()

    def end(self) -> None:
        """Nobody waits any more."""
        for _, future in self.flying:
            future.cancel()
        # A pool that still ends when the program does may complain of its closed pipes.
        for executor in self._executors:
            executor.shutdown(wait=not self.flying)
