"""Many boards on all cores: a solver process each, small pieces of work, nothing lost."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Final

from igroteka.games.bridge.boards import Board
from igroteka.games.bridge.doubledummy.questions import Solution, TableQuestion
from igroteka.games.bridge.doubledummy.solver import PATIENCE, Solver, Unsolved, own_solver

PIECE: Final = 4
"""Boards a piece: about a second of work, so that all cores end at about the same time."""


def solve_boards(
    boards: Sequence[Board],
    workers: int | Executor | None = None,
    progress: Callable[[int], None] = lambda _: None,
    patience: float = PATIENCE,
) -> list[Solution | None]:
    """The full table and par of every board, in order; None where the solver failed twice.

    `workers` is how many processes there are to be, or an executor whose workers have solvers of
    their own. `progress` is told how many boards are done, from one thread at a time.
    """
    questions = [TableQuestion.of(board) for board in boards]
    if isinstance(workers, Executor):
        return _solved_by(workers, questions, progress)
    found: list[Solution | None] = [None] * len(boards)
    pieces: queue.SimpleQueue[range] = queue.SimpleQueue()
    for at in range(0, len(boards), PIECE):
        pieces.put(range(at, min(at + PIECE, len(boards))))
    count = min(workers or _cores(), max(1, pieces.qsize()))
    solvers = [Solver(patience) for _ in range(count)]
    done, lock = 0, threading.Lock()

    def work(solver: Solver) -> None:
        nonlocal done
        while True:
            try:
                piece = pieces.get_nowait()
            except queue.Empty:
                return
            for place, solution in zip(piece, _solved(solver, questions, piece), strict=True):
                found[place] = solution
            with lock:
                done += len(piece)
                progress(done)

    with ThreadPoolExecutor(count) as pool:
        working = [pool.submit(work, solver) for solver in solvers]
        try:
            for future in working:
                future.result()
        finally:
            for solver in solvers:
                solver.abandon()
    return found


def _solved_by(
    workers: Executor, questions: Sequence[TableQuestion], progress: Callable[[int], None]
) -> list[Solution | None]:
    pieces = [questions[at : at + PIECE] for at in range(0, len(questions), PIECE)]
    found: list[Solution | None] = []
    for solutions in workers.map(_solve_piece, pieces):
        found += solutions
        progress(len(found))
    return found


def _solve_piece(questions: Sequence[TableQuestion]) -> list[Solution | None]:
    """In a worker."""
    return _solved(own_solver(), questions, range(len(questions)))


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _solved(
    solver: Solver, questions: Sequence[TableQuestion], piece: range
) -> list[Solution | None]:
    """A piece at once; if that fails, board by board, so that only the culprit is unsolved."""
    chosen = [questions[place] for place in piece]
    try:
        return list(solver.tables(chosen))
    except Unsolved:
        if solver.abandoned:
            raise
        return [_alone(solver, question) for question in chosen]


def _alone(solver: Solver, question: TableQuestion) -> Solution | None:
    try:
        return solver.tables([question])[0]
    except Unsolved:
        return None
