"""Positions: what a move does, and how a game ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from igroteka.contract import OVER, IllegalMove, Seat, State
from igroteka.games.draughts.board import COLOURS, WHITE, Board, bits
from igroteka.games.draughts.draws import Clocks, drawn_by, tick
from igroteka.games.draughts.fen import read_fen, write_fen
from igroteka.games.draughts.movement import Path, after, legal_paths
from igroteka.games.draughts.notation import Move, name_of, read_square, written
from igroteka.games.draughts.refusal import refusal, ways
from igroteka.games.draughts.view import DraughtsView
from igroteka.text import Text

if TYPE_CHECKING:
    from igroteka.games.draughts.rules import Draughts

NEW_CLOCKS = Clocks()


@dataclass(frozen=True)
class Position(State):
    """Where the pieces stand, and what the draw rules remember."""

    game: Draughts
    board: Board
    deal_text: str
    clocks: Clocks = NEW_CLOCKS

    @property
    def deal(self) -> str:
        return self.deal_text

    @cached_property
    def fen(self) -> str:
        """The position as text."""
        return write_fen(self.game.variant, self.board)

    @property
    def landmark(self) -> str:
        return self.fen

    @cached_property
    def turn(self) -> Seat:
        if self.outcome is not None:
            return OVER
        return self.game.colour(self.board.mover)

    @cached_property
    def outcome(self) -> tuple[int | None, Text] | None:
        """At the end, the colour that won (None in a draw) and why; None before."""
        variant, mover = self.game.variant, self.board.mover
        if not legal_paths(variant, self.board):
            winner = mover if variant.loser_wins else 1 - mover
            return winner, _decided(mover, bool(self.board.own), COLOURS[winner])
        drawn = drawn_by(variant, self.board, self.clocks)
        return None if drawn is None else (None, drawn)

    def actions(self) -> Sequence[Move]:
        return () if self.turn == OVER else tuple(written(self.game.variant, self.board))

    def play(self, action: Move) -> Position:
        """The position after this move; a capture may name more of its squares than it must."""
        if self.outcome is not None:
            raise IllegalMove(Text("the game is over, {why}", why=self.outcome[1]))
        variant, before = self.game.variant, self.board
        path = self.path(action)
        board = after(variant, before, path)
        clocks = tick(variant, self.clocks, before, path, board)
        return Position(self.game, board, self.deal_text, clocks)

    def path(self, move: Move) -> Path:
        """The legal move that this notation means here. Raises `IllegalMove` and says why not."""
        variant = self.game.variant
        known = written(variant, self.board)
        if move in known:
            return known[move]
        squares = [read_square(variant, name) for name in move.squares]
        fitting = [
            path
            for path in known.values()
            if move.capture and path.captured and ways(variant, self.board, squares, path)
        ]
        if len(fitting) != 1:
            raise IllegalMove(refusal(variant, self.board, move))
        return fitting[0]

    def notation(self, path: Path) -> Move:
        """A legal move as it is written here."""
        return next(
            move
            for move, each in written(self.game.variant, self.board).items()
            if each.key == path.key
        )

    def scores(self) -> tuple[float, ...]:
        if self.outcome is None:
            raise IllegalMove(Text("the game is not over: nobody has won, and it is not drawn"))
        return self.scores_of(self.outcome[0])

    def scores_of(self, winner: int | None) -> tuple[float, ...]:
        """The scores when this colour wins, or with None nobody does."""
        if winner is None:
            return (0.5, 0.5)
        return (1.0, 0.0) if self.game.colour(winner) == 0 else (0.0, 1.0)

    def view(self, seat: Seat | None) -> DraughtsView:
        return DraughtsView(seat, self)

    @property
    def lost(self) -> tuple[int, int]:
        """How many pieces each colour has lost since the start."""
        start = read_fen(self.game.variant, self.deal_text)
        white, black = start.white.bit_count(), start.black.bit_count()
        return white - self.board.white.bit_count(), black - self.board.black.bit_count()

    def pieces(self) -> Mapping[str, str]:
        """Each occupied square with its piece: `w`, `b`, and `W`, `B` for kings."""
        signs = {}
        for square in bits(self.board.occupied):
            sign = "b" if self.board.black >> square & 1 else "w"
            king = self.board.kings >> square & 1
            signs[name_of(self.game.variant, square)] = sign.upper() if king else sign
        return signs


def _decided(mover: int, has_pieces: bool, winner: Text) -> Text:
    """Why a side that is to move can't."""
    if mover == WHITE:
        if has_pieces:
            return Text("white has no moves left: {winner} wins", winner=winner)
        return Text("white has no pieces left: {winner} wins", winner=winner)
    if has_pieces:
        return Text("black has no moves left: {winner} wins", winner=winner)
    return Text("black has no pieces left: {winner} wins", winner=winner)
