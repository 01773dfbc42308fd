"""What a game of a sitting brings its seats; what takes long is worked out in another process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from igroteka.basics.function_process import Failure, Function, FunctionProcess
from igroteka.basics.processes import Death, Hang
from igroteka.contract import Game, Seat, State

PATIENCE: Final = 300.0
"""Seconds that a slow reckoning may take; a board that is hard to solve takes a few."""


class ReckoningQuestion(NamedTuple):
    """A game that has ended, and how it is to be reckoned."""

    game: Game
    way: str
    end: State
    scores: tuple[float, ...] | None = None
    """Those of an end that the rules did not make."""
    failed: Seat | None = None
    """Whose fault has ended it."""

    @property
    def slow(self) -> bool:
        """Whether the answer takes seconds."""
        return self.game.reckonings[self.way].slow

    def answer(self) -> tuple[float, ...] | None:
        """What each seat gets, worked out here and now."""
        if self.failed is not None:
            return self.game.adjusted(self.way, self.end, self.failed)
        return self.game.reckon(self.way, self.end, self.scores)


def answering() -> Callable[[ReckoningQuestion], tuple[float, ...] | None]:
    """In a process of its own: the function that answers."""
    return ReckoningQuestion.answer


def reckoned_apart(question: ReckoningQuestion) -> tuple[float, ...] | None:
    """The answer of a process of its own; None if it fails."""
    process = FunctionProcess(Function(answering, silent=True))
    try:
        answer: tuple[float, ...] | None = process.ask(question, PATIENCE)
    except (Hang, Death, Failure):
        return None
    finally:
        process.end()
    return answer
