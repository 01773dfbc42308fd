"""The game with its options, and the start."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from igroteka.contract import BadOption, Game, IllegalMove, Option, Seat, State
from igroteka.games.draughts.board import COLOURS, Board, start_board
from igroteka.games.draughts.fen import BadFen, read_fen, write_fen
from igroteka.games.draughts.movement import after, legal_paths
from igroteka.games.draughts.notation import Move, read_move, read_square
from igroteka.games.draughts.options import OPTIONS
from igroteka.games.draughts.state import Position
from igroteka.games.draughts.variants import Variant, variant_named
from igroteka.text import Text, plural, quoted

MOST_OPENING_MOVES = 20
MOST_TRIES = 1000
"""Openings drawn before a start is said to have no fair one."""


@dataclass(frozen=True)
class Draughts(Game):
    """Draughts of one variant, from its start or another."""

    variant: Variant
    start: Board
    opening: int = 0

    name: ClassVar[str] = "draughts"
    hidden: ClassVar[bool] = False
    adviser: ClassVar[str | None] = "engine"
    draws_after: ClassVar[int] = 40
    opponents: ClassVar[Mapping[Text, str]] = {
        Text("beginner"): "engine(level=1)",
        Text("easy"): "engine(level=3)",
        Text("middling"): "engine(level=5)",
        Text("strong"): "engine(level=8)",
        Text("champion"): "engine(level=10)",
    }
    friends: ClassVar[Sequence[str]] = (
        "random",
        *(f"engine(level={each})" for each in range(1, 9)),
    )
    title: ClassVar[Text] = Text("draughts")
    summary: ClassVar[Text] = Text(
        "Take or block all of the other side's pieces; capturing is a must."
    )
    option_list: ClassVar[Sequence[Option]] = OPTIONS
    games_a_deal: ClassVar[int] = 2
    option_sets: ClassVar[Sequence[Mapping[str, str]]] = (
        {},
        {"variant": "poddavki"},
        {"variant": "brazilian"},
        {"variant": "pool"},
        {"variant": "english"},
        {"variant": "international"},
        {"opening": "6", "without": "c1,e1"},
        {"start": "W:WKa1,Kc1,Ke1:BKh8"},
    )

    @classmethod
    def with_options(cls, options: Mapping[str, str]) -> Self:
        variant = variant_named(options["variant"])
        start = start_board(variant.size, COLOURS.index(variant.begins))
        if text := options["start"]:
            try:
                start = read_fen(variant, text)
            except BadFen as error:
                raise BadOption(Text("start: {reason}", reason=error.sentence)) from error
        for name in filter(None, options["without"].replace(" ", "").split(",")):
            start = _without(variant, start, name)
        opening = options["opening"]
        number = opening.isascii() and opening.isdigit() and len(opening) < 10
        if not (number and int(opening) <= MOST_OPENING_MOVES):
            raise BadOption(
                Text(
                    "opening should be a number from 0 to {most}, but is {text}",
                    most=MOST_OPENING_MOVES,
                    text=quoted(opening),
                )
            )
        if int(opening) % 2:
            raise BadOption(
                Text(
                    "opening should be even, so that each side moves, but is {count}", count=opening
                )
            )
        return cls(variant, start, int(opening))

    @property
    def options(self) -> Mapping[str, str]:
        options = {"variant": self.variant.name}
        if self.start != start_board(self.variant.size, COLOURS.index(self.variant.begins)):
            options["start"] = write_fen(self.variant, self.start)
        if self.opening:
            options["opening"] = str(self.opening)
        return options

    @property
    def seats(self) -> int:
        return 2

    @property
    def first_seat_begins(self) -> bool:
        return self.colour(self.start.mover) == 0

    def seat_name(self, seat: Seat) -> Text:
        return COLOURS[self.colour(seat)]

    def colour(self, seat: Seat) -> int:
        """The colour of a seat, and the seat of a colour: seat 0 has the colour that begins."""
        return seat ^ COLOURS.index(self.variant.begins)

    def deal(self, rng: random.Random) -> Position:
        board = self.start
        for _ in range(MOST_TRIES if self.opening else 0):
            board = self.start
            for _ in range(self.opening):
                paths = legal_paths(self.variant, board)
                if paths:
                    board = after(self.variant, board, rng.choice(paths))
            if _is_fair(self.variant, self.start, board):
                break
        else:
            if self.opening:
                raise BadOption(
                    plural(
                        "no opening of {count} move leaves this start even",
                        "no opening of {count} moves leaves this start even",
                        count=self.opening,
                    )
                )
        return Position(self, board, write_fen(self.variant, board))

    def restore(self, deal: str) -> Position:
        return Position(self, read_fen(self.variant, deal), deal)

    @property
    def adjudicates(self) -> bool:
        from igroteka.games.draughts.endgame_tables import has_tables  # what it needs takes long

        return has_tables(self.variant)

    def adjudged(self, state: State) -> tuple[float, ...] | None:
        from igroteka.games.draughts.adjudication import proven_winner

        assert isinstance(state, Position)
        proven = proven_winner(self.variant, state.board, state.clocks)
        return None if proven is None else state.scores_of(proven[0])

    def read(self, text: str) -> Move:
        return read_move(self.variant, text)


def _without(variant: Variant, board: Board, name: str) -> Board:
    try:
        square = 1 << read_square(variant, name)
    except IllegalMove as error:
        raise BadOption(Text("without: {reason}", reason=error.sentence)) from error
    if not board.occupied & square:
        raise BadOption(Text("without: there is no piece on {here} to remove", here=name))
    return Board(board.white & ~square, board.black & ~square, board.kings & ~square, board.mover)


def _is_fair(variant: Variant, start: Board, board: Board) -> bool:
    """Whether an opening left both sides all that they had, and nothing to capture at once."""
    if board.kings != start.kings or board.occupied.bit_count() != start.occupied.bit_count():
        return False
    sides = (board, board._replace(mover=1 - board.mover))
    paths = [legal_paths(variant, side) for side in sides]
    return all(paths) and not any(path.captured for path in paths[0] + paths[1])
