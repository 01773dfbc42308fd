"""Tricks of deals for the laboratory: those that are known, and the solver for the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from igroteka.games.bridge.boards import Board
from igroteka.games.bridge.doubledummy.questions import TableQuestion
from igroteka.games.bridge.doubledummy.solver import Solver, Unsolved
from igroteka.games.bridge.study.solved_deals import Hands, Tricks


class Solving:
    """Answers what deals come to; what it had to solve is in `new`."""

    def __init__(self, known: Mapping[Hands, Tricks], solver: Solver) -> None:
        self.known = known
        self.solver = solver
        self.new: dict[Hands, Tricks] = {}

    def tricks(self, boards: Sequence[Board]) -> list[Tricks | None]:
        """The tricks of each board; None where the solver fails."""
        missing = {
            board.hands: board
            for board in boards
            if board.hands not in self.known and board.hands not in self.new
        }
        try:
            solutions = self.solver.tables(list(map(TableQuestion.of, missing.values())))
            self.new |= {
                hands: solution.tricks for hands, solution in zip(missing, solutions, strict=True)
            }
        except Unsolved:
            for board in missing.values():
                self._alone(board)
        return [self.known.get(board.hands) or self.new.get(board.hands) for board in boards]

    def _alone(self, board: Board) -> None:
        try:
            self.new[board.hands] = self.solver.tables([TableQuestion.of(board)])[0].tricks
        except Unsolved:
            return
