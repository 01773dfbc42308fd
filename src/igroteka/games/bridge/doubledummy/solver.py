"""One solver process and the questions to it; whatever happens to it costs one answer at most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from igroteka.basics.function_process import Abandoned, Failure, Function, RestartingProcess
from igroteka.basics.processes import Death, Hang
from igroteka.contract import IgrotekaError, Seat
from igroteka.games.bridge.doubledummy.process import solving
from igroteka.games.bridge.doubledummy.questions import (
    MOST_LAYOUTS,
    MOST_TABLES,
    CardValue,
    Layout,
    Par,
    Solution,
    TableQuestion,
)
from igroteka.text import NOTHING, Text

PATIENCE: Final = 120.0
"""Seconds that one call may take: the hardest deals take a few."""
ROBOT_PATIENCE: Final = 15.0
"""The same for a robot, which then goes by its rules, so that a hung solver costs it no game."""
TRIES: Final = 2
PROCESS: Final = Function(solving, silent=True, environment={"OMP_NUM_THREADS": "1"})


class Unsolved(IgrotekaError):  # noqa: N818 - named after what happened
    """The solver died, hung or refused, each time that it was asked."""


class Solver:
    """A solver process, started when first asked. Threads may share it; it answers one at a time.

    If it dies or takes longer than `patience` it is ended and the question asked once more of a new
    one. An exception that comes from elsewhere while waiting, such as the alarm of a match, ends
    the process too, so that an answer never meets the wrong question.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._process = RestartingProcess(PROCESS)

    @property
    def pid(self) -> int | None:
        """The process that answers now."""
        return self._process.pid

    @property
    def abandoned(self) -> bool:
        """Whether it was told to stop."""
        return self._process.abandoned

    def tables(self, questions: Sequence[TableQuestion]) -> list[Solution]:
        """Full tables with par. Raises `Unsolved`."""
        found: list[Solution] = []
        for at in range(0, len(questions), MOST_TABLES):
            found += self._ask("tables", (questions[at : at + MOST_TABLES],))
        return found

    def layouts(
        self, questions: Sequence[Layout], every_card: bool = True, patience: float | None = None
    ) -> list[list[CardValue]]:
        """The value of every card that may be played, or of one best card. Raises `Unsolved`."""
        found: list[list[CardValue]] = []
        for at in range(0, len(questions), MOST_LAYOUTS):
            piece = questions[at : at + MOST_LAYOUTS]
            found += self._ask("layouts", (piece, every_card), patience)
        return found

    def par(self, rows: Sequence[Sequence[int]], dealer: Seat, vulnerability: int) -> Par:
        """Par of a table that is known already. Raises `Unsolved`."""
        found: Par = self._ask("par", (rows, dealer, vulnerability))
        return found

    def _ask(self, name: str, arguments: tuple[Any, ...], patience: float | None = None) -> Any:
        patience = patience or self.patience
        reason = NOTHING
        for _ in range(TRIES):
            try:
                return self._process.ask((name, arguments), patience)
            except Hang:
                reason = Text("it took more than {seconds:g} s", seconds=patience)
            except Death as death:
                reason = death.sentence
            except Failure as failure:
                raise Unsolved(
                    Text("the double-dummy solver refused: {reason}", reason=str(failure))
                ) from failure
            except Abandoned:
                raise Unsolved(Text("the double-dummy solver was told to stop")) from None
        raise Unsolved(Text("the double-dummy solver gave no answer: {reason}", reason=reason))

    def close(self) -> None:
        """End the process; the next question starts another."""
        self._process.close()

    def abandon(self) -> None:
        """End the process for good, also in the middle of a question that another thread asked."""
        self._process.abandon()


_OWN: Final = Solver()


def own_solver() -> Solver:
    """The solver that everything in this process may share."""
    return _OWN
