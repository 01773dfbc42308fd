"""The table as a player sees it: nothing is hidden, so the view is the position itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from igroteka.contract import Json, OpenView, Pointer
from igroteka.games.draughts.board import BLACK, COLOURS, FILES, WHITE, coordinates, square_at
from igroteka.games.draughts.notation import Move, name_of, printed
from igroteka.games.draughts.picture import board_picture
from igroteka.text import NOTHING, Text, all_of, as_written

if TYPE_CHECKING:
    from igroteka.games.draughts.state import Position

SIGNS = {"w": "○", "b": "●", "W": "♔", "B": "♚"}


@dataclass(frozen=True)
class DraughtsView(OpenView):
    """The board, whose move it is, and how the game ended."""

    state: Position

    def to_json(self) -> Json:
        state = self.state
        return {
            "seat": self.seat,
            "turn": state.turn,
            "variant": state.game.variant.name,
            "size": state.game.variant.size,
            "numbered": state.game.variant.notation == "numeric",
            "fen": state.fen,
            "pieces": dict(state.pieces()),
            "lost": {"white": state.lost[WHITE], "black": state.lost[BLACK]},
            "moves": [str(move) for move in state.actions()],
            "paths": [self._path(move) for move in state.actions()],
            "outcome": self.ending() or None,
            "clocks": [state.clocks.man, state.clocks.balance, state.clocks.road],
        }

    def picture(self) -> str:
        return board_picture(self.state.game.variant.size, self.state.board)

    def _path(self, move: Move) -> Json:
        """The squares that a move visits and those that it clears."""
        path, variant = self.state.path(move), self.state.game.variant
        return {
            "squares": [name_of(variant, square) for square in path.squares],
            "takes": [name_of(variant, square) for square in path.captured],
        }

    def brief(self, action: Move) -> Text:
        return as_written(printed(action))

    def explain(self, action: Move) -> Text:
        path = self.state.path(action)
        variant, board = self.state.game.variant, self.state.board
        king = board.kings >> path.squares[0] & 1
        here, there = (name_of(variant, path.squares[end]) for end in (0, -1))
        if not path.captured:
            if king:
                return Text("the king on {here} moves to {there}", here=here, there=there)
            return Text("the man on {here} moves to {there}", here=here, there=there)
        taken = all_of(name_of(variant, square) for square in path.captured)
        parts = {"here": here, "taken": taken, "there": there}
        if king:
            return Text("the king on {here} takes {taken} and lands on {there}", **parts)
        return Text("the man on {here} takes {taken} and lands on {there}", **parts)

    def where(self, action: Move) -> Pointer:
        """The pieces that can move on a third of the board, as the player sees it."""
        third = self._third(action)
        names = dict.fromkeys(
            self._origin(move) for move in self.state.actions() if self._third(move) == third
        )
        if action.capture:
            return Pointer(Text("Something can be taken: look at all the ways."), tuple(names))
        words = (
            Text("Look at your left side of the board."),
            Text("Look at the middle of the board."),
            Text("Look at your right side of the board."),
        )
        return Pointer(words[third], tuple(names))

    def which(self, action: Move) -> Pointer:
        here = self._origin(action)
        return Pointer(Text("Move the piece on {here}.", here=here), (here,))

    def _origin(self, move: Move) -> str:
        return name_of(self.state.game.variant, self.state.path(move).squares[0])

    def _third(self, move: Move) -> int:
        """0, 1 or 2 from the left of the side to move."""
        size = self.state.game.variant.size
        _, column = coordinates(size, self.state.path(move).squares[0])
        third = 3 * column // size
        return third if self.state.board.mover == WHITE else 2 - third

    def ending(self) -> Text:
        return self.state.outcome[1] if self.state.outcome else NOTHING

    def __str__(self) -> str:
        """The board with the viewer's own side below; a spectator sees white's."""
        size = self.state.game.variant.size
        flipped = self.seat is not None and self.state.game.colour(self.seat) == 1
        rows = range(size) if flipped else range(size - 1, -1, -1)
        columns = range(size - 1, -1, -1) if flipped else range(size)
        lines = [self._row(row, columns) for row in rows]
        letters = "    " + " ".join(FILES[column] for column in columns)
        return "\n".join([*lines, letters, "", self._headline()])

    def _row(self, row: int, columns: range) -> str:
        size, pieces = self.state.game.variant.size, self.state.pieces()
        cells = []
        for column in columns:
            if (row + column) % 2:
                cells.append(" ")
                continue
            name = name_of(self.state.game.variant, square_at(size, row, column))
            cells.append(SIGNS.get(pieces.get(name, ""), "·"))
        return f"{row + 1:>2}  {' '.join(cells)}"

    def _headline(self) -> str:
        if self.state.outcome:
            return f"Game over: {self.state.outcome[1]}."
        must = " and must capture" if self.state.actions()[0].capture else ""
        return f"{COLOURS[self.state.board.mover].capitalize()} is to move{must}."
