"""The board as a player sees it: nothing is hidden, so the view is the position itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from igroteka import OVER, Json, OpenView
from igroteka_noughts.notation import LETTERS

if TYPE_CHECKING:
    from igroteka_noughts.state import Position


@dataclass(frozen=True)
class NoughtsView(OpenView):
    """The signs on the board."""

    state: Position

    def ending(self) -> str:
        if self.turn != OVER:
            return ""
        winner = self.state.winner
        if winner is None:
            return "the board is full"
        return f"three in a row: {self.state.game.seat_name(winner)} wins"

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
