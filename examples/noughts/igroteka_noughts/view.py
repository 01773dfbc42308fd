"""The board as a player sees it: nothing is hidden, so the view is the position itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from igroteka import NOTHING, OVER, Json, OpenView, Text
from igroteka_noughts.notation import LETTERS

if TYPE_CHECKING:
    from igroteka_noughts.state import Position


@dataclass(frozen=True)
class NoughtsView(OpenView):
    """The signs on the board."""

    state: Position

    def ending(self) -> Text:
        if self.turn != OVER:
            return NOTHING
        winner = self.state.winner
        if winner is None:
            return Text("the board is full")
        return Text("three in a row: {side} wins", side=self.state.game.seat_name(winner))

    def to_json(self) -> Json:
        return {"seat": self.seat, "turn": self.turn, "rows": self._rows()}

    def _rows(self) -> list[str]:
        """The signs of each row, from the first."""
        return [self.state.signs[place : place + 3] for place in (0, 3, 6)]

    def __str__(self) -> str:
        lines = [
            f"{number}  {' '.join(row.upper().replace('.', '·'))}"
            for number, row in enumerate(self._rows(), start=1)
        ]
        return "\n".join([*reversed(lines), "   " + " ".join(LETTERS)])
