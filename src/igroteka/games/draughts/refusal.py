"""Why a move is not legal, in a sentence for the person who tried it."""

from __future__ import annotations

from typing import Final

from igroteka.games.draughts.board import BLACK, COLOURS, WHITE, Board, coordinates, rays
from igroteka.games.draughts.movement import Path, all_captures, captures_from, jumps, legal_paths
from igroteka.games.draughts.notation import Move, read_square, written
from igroteka.games.draughts.variants import Variant
from igroteka.text import NOTHING, Text, joined, one_of

MOST_NAMED: Final = 4
"""Moves that a sentence names."""


def refusal(variant: Variant, board: Board, move: Move) -> Text:
    """The rule that this move breaks; the move is known not to be legal as written."""
    squares = [read_square(variant, name) for name in move.squares]
    origin, target = squares[0], squares[-1]
    here, there = move.squares[0], move.squares[-1]
    side = COLOURS[board.mover]
    if not board.own >> origin & 1:
        if board.enemy >> origin & 1:
            return Text(
                "the piece on {here} is not {side}'s, and {side} is to move", here=here, side=side
            )
        return Text("there is no piece on {here}", here=here)
    legal = legal_paths(variant, board)
    captures_due = bool(legal[0].captured)
    if not move.capture and captures_due:
        return Text("a capture must be made: {moves}", moves=_choices(variant, board))
    if board.occupied >> target & 1 and target != origin:
        return Text("{there} is occupied", there=there)
    if not move.capture:
        return _not_a_quiet_move(variant, board, origin, here, there)
    if not captures_due:
        return Text("{move} takes nothing: there is nothing to capture now", move=move)
    return _not_a_capture(variant, board, move, squares)


def _choices(variant: Variant, board: Board, origin: int | None = None) -> Text:
    """The legal moves, of one piece if told so; empty if there are none."""
    moves = [
        str(move)
        for move, path in written(variant, board).items()
        if origin is None or path.squares[0] == origin
    ]
    if len(moves) > MOST_NAMED:
        return joined(" ", [one_of(moves[:MOST_NAMED]), "…"])
    return one_of(moves) if moves else NOTHING


def _not_a_quiet_move(variant: Variant, board: Board, origin: int, here: str, there: str) -> Text:
    if board.kings >> origin & 1:
        if not variant.flying_kings:
            return Text(
                "the king on {here} moves one square along a diagonal, not to {there}",
                here=here,
                there=there,
            )
        target = read_square(variant, there)
        if any(target in ray for ray in rays(variant.size)[origin]):
            return Text(
                "the way of the king from {here} to {there} is blocked", here=here, there=there
            )
        return Text(
            "the king on {here} moves along diagonals, and {there} is on none of them",
            here=here,
            there=there,
        )
    (row, _), (to, _) = (coordinates(variant.size, read_square(variant, s)) for s in (here, there))
    if (to < row and board.mover == WHITE) or (to > row and board.mover == BLACK):
        if variant.men_capture_backward:
            return Text(
                "a man does not move back, from {here} to {there}; it only captures backward",
                here=here,
                there=there,
            )
        return Text("a man does not move back, from {here} to {there}", here=here, there=there)
    return Text(
        "a man moves one square diagonally forward, not from {here} to {there}",
        here=here,
        there=there,
    )


def _not_a_capture(variant: Variant, board: Board, move: Move, squares: list[int]) -> Text:
    fitting = [p for p in all_captures(variant, board) if ways(variant, board, squares, p)]
    legal = {path.key for path in legal_paths(variant, board)}
    most = max(len(path.captured) for path in legal_paths(variant, board))
    if fitting and not any(path.key in legal for path in fitting):
        return Text(
            "most pieces must be taken: {move} takes {count}, but {moves} takes {most}",
            move=move,
            count=len(fitting[0].captured),
            moves=_choices(variant, board),
            most=most,
        )
    if fitting:
        return Text(
            "{move} can be done in different ways: write {moves}",
            move=move,
            moves=_choices(variant, board, squares[0]),
        )
    own = _choices(variant, board, squares[0])
    if own and _stops_short(variant, board, squares):
        return Text("the capture must go on from {here}: {moves}", here=move.squares[-1], moves=own)
    if own:
        return Text(
            "{move} is no capture here; the piece on {here} can take by {moves}",
            move=move,
            here=move.squares[0],
            moves=own,
        )
    return Text(
        "the piece on {here} can't capture now: {moves}",
        here=move.squares[0],
        moves=_choices(variant, board),
    )


def ways(variant: Variant, board: Board, squares: list[int], path: Path) -> bool:
    """Whether a capture can be made by way of these squares, the first and the last its own."""
    if (squares[0], squares[-1]) != (path.squares[0], path.squares[-1]):
        return False
    return any(
        way.key == path.key and _in_order(squares, way.squares)
        for way in captures_from(variant, board, path.squares[0])
    )


def _in_order(wanted: list[int], squares: tuple[int, ...]) -> bool:
    rest = iter(squares)
    return all(square in rest for square in wanted)


def _stops_short(variant: Variant, board: Board, squares: list[int]) -> bool:
    """Whether a capture passes the last square named, or could have landed there, and goes on."""
    lifted = board._replace(
        white=board.white & ~(1 << squares[0]), black=board.black & ~(1 << squares[0])
    )
    king = bool(board.kings >> squares[0] & 1)
    first_landings = {
        landing
        for _, landings in jumps(variant, lifted, king, Path((squares[0],)))
        for landing in landings
    }
    passed = {s for way in captures_from(variant, board, squares[0]) for s in way.squares[1:]}
    return squares[-1] in first_landings | passed
