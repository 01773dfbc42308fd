"""Positions: putting a sign, and how a game ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from igroteka import OVER, IllegalMove, Seat, State, Text
from igroteka_noughts.notation import SQUARES, Square
from igroteka_noughts.view import NoughtsView

if TYPE_CHECKING:
    from igroteka_noughts.rules import Noughts

SIGNS = "xo"
"""The sign of each seat."""
EMPTY = "."
ROWS = (slice(0, 3), slice(3, 6), slice(6, 9))
COLUMNS = (slice(0, 9, 3), slice(1, 9, 3), slice(2, 9, 3))
DIAGONALS = (slice(0, 9, 4), slice(2, 7, 2))


@dataclass(frozen=True)
class Position(State):
    """The signs on the board, and those with which the game began."""

    game: Noughts
    signs: str
    """One for every square, in the order of `SQUARES`."""
    start: str

    @property
    def deal(self) -> str:
        return self.start

    @property
    def landmark(self) -> str:
        return self.signs

    @property
    def turn(self) -> Seat:
        if self.winner is not None or EMPTY not in self.signs:
            return OVER
        return self.signs.count(SIGNS[0]) - self.signs.count(SIGNS[1])

    @property
    def winner(self) -> Seat | None:
        """The seat that has won; None while nobody has."""
        lines = {self.signs[line] for line in (*ROWS, *COLUMNS, *DIAGONALS)}
        for seat, sign in enumerate(SIGNS):
            if 3 * sign in lines:
                return seat if self.game.line == "wins" else 1 - seat
        return None

    def actions(self) -> Sequence[Square]:
        return tuple(filter(self._is_free, SQUARES)) if self.turn != OVER else ()

    def _is_free(self, square: Square) -> bool:
        return self.signs[SQUARES.index(square)] == EMPTY

    def play(self, action: Square) -> Position:
        if self.turn == OVER:
            raise IllegalMove(Text("the game is over"))
        if not self._is_free(action):
            raise IllegalMove(Text("on {square} there is a sign already", square=action))
        place = SQUARES.index(action)
        signs = self.signs[:place] + SIGNS[self.turn] + self.signs[place + 1 :]
        return Position(self.game, signs, self.start)

    def scores(self) -> tuple[float, ...]:
        if self.turn != OVER:
            raise IllegalMove(Text("the game is not over yet"))
        if self.winner is None:
            return (0.5, 0.5)
        return (1.0, 0.0) if self.winner == 0 else (0.0, 1.0)

    def view(self, seat: Seat | None) -> NoughtsView:
        return NoughtsView(seat, self)
