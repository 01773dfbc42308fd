"""Short ways to set up a position and to say what may be played."""

from __future__ import annotations

from igroteka.games.draughts.rules import Draughts
from igroteka.games.draughts.state import Position


def position(fen: str = "", variant: str = "russian") -> Position:
    """The position of a text; the start of the variant without one."""
    game = Draughts.configure({"variant": variant, "start": fen})
    return game.restore(fen) if fen else game.restore(Position(game, game.start, "").fen)


def moves(fen: str, variant: str = "russian") -> set[str]:
    """All legal moves as they are written."""
    return {str(move) for move in position(fen, variant).actions()}


def play(state: Position, line: str) -> Position:
    """The position after these moves."""
    for text in line.split():
        state = state.play(state.game.read(text))
    return state
