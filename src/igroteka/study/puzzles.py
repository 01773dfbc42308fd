"""Puzzles from kept games: positions in which one move was clearly best.

Written against the contract alone: any player that can `analyse` finds them, from the view of the
seat that had to decide. The worst moments of somebody's own game are puzzles too: what is known of
its moves is enough to find them, and a review's judge to say whether another answer will do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from igroteka.bots import make_player_here
from igroteka.contract import Action, State, View
from igroteka.players.apart import MakePlayer
from igroteka.records.verdict import Verdict
from igroteka.study.review import Asked, Judged, costliest, seated_adviser

GOOD = 0.85
"""The least that the best move of a puzzle promises."""
AHEAD = 0.3
"""How much less every other move promises; a solved win that only one move keeps is such a case."""

COSTLY = 0.2
"""What a move has cost at least that is a lesson to who made it."""
HOPE = 0.4
"""The least that the best move of a puzzle promises: who is lost anyway learns little from it."""
MOST_PUZZLES = 3
AS_GOOD = 0.05
"""By how much an answer may be worse than the best, and be right."""


def missed(moves: Sequence[Judged]) -> list[Judged]:
    """The worst moments among the moves of one seat, the worst first."""
    costly = [move for move in moves if move.cost >= COSTLY and move.verdict.best_value >= HOPE]
    return costliest(costly, MOST_PUZZLES)


def is_right(state: State, best: Action, answer: Action) -> bool:
    """Whether an answer is the best move, however it is written. Raises `IllegalMove`."""
    return state.play(answer) == state.play(best)


def will_do(verdict: Verdict) -> bool:
    """Whether an answer that was judged so is as good as the best move."""
    return verdict.cost <= AS_GOOD


@dataclass(frozen=True)
class Puzzle:
    """A position with one right move."""

    number: int
    """Which action of the record it is, from 1."""
    state: State
    view: View
    """What the solver sees."""
    best: Action
    line: tuple[Action, ...]
    """How the game would go on after the best move, as far as the analyst tells."""
    played: Action
    remark: str
    """What the analyst says of the move that was played."""

    @property
    def missed(self) -> bool:
        """Whether another move was played."""
        return not self.solved_by(self.played)

    def solved_by(self, action: Action) -> bool:
        """Whether this is the right move, however it is written. Raises `IllegalMove`."""
        return is_right(self.state, self.best, action)


def find_puzzle(question: Asked, make: MakePlayer = make_player_here) -> Puzzle | None:
    """The puzzle that a decision makes: a clear move that was missed, or is striking."""
    with seated_adviser(question, make) as (analyst, view):
        best = _clearly_best(question.state, dict(analyst.analyse(view)))
        if best is None:
            return None
        found = Puzzle(
            question.number,
            question.state,
            view,
            best,
            tuple(analyst.line(view, best)),
            question.played,
            analyst.remark(view, question.played),
        )
        return found if found.missed or analyst.striking(view, best) else None


def _clearly_best(state: State, values: Mapping[Action, float]) -> Action | None:
    """The one move that promises much more than all others, if every move is valued."""
    ranked = sorted(values.items(), key=lambda item: -item[1])
    if len(ranked) < len(state.actions()):
        return None
    (best, value), (_, second) = ranked[:2]
    return best if value >= GOOD and value - second >= AHEAD else None
