"""Why a move is not legal, in a sentence for the person who tried it."""

from __future__ import annotations

from igroteka.games.draughts.board import BLACK, COLOURS, WHITE, Board, coordinates, rays
from igroteka.games.draughts.movement import Path, all_captures, captures_from, jumps, legal_paths
from igroteka.games.draughts.notation import Move, read_square, written
from igroteka.games.draughts.variants import Variant


def refusal(variant: Variant, board: Board, move: Move) -> str:
    """The rule that this move breaks; the move is known not to be legal as written."""
    squares = [read_square(variant, name) for name in move.squares]
    origin, target = squares[0], squares[-1]
    here, there = move.squares[0], move.squares[-1]
    side = COLOURS[board.mover]
    if not board.own >> origin & 1:
        if board.enemy >> origin & 1:
            return f"the piece on {here} is not {side}'s, and {side} is to move"
        return f"there is no piece on {here}"
    if board.occupied >> target & 1 and target != origin:
        return f"{there} is occupied"
    legal = legal_paths(variant, board)
    captures_due = bool(legal[0].captured)
    if not move.capture and captures_due:
        return f"a capture must be made: {_choices(variant, board)}"
    if not move.capture:
        return _not_a_quiet_move(variant, board, origin, here, there)
    if not captures_due:
        return f"{move} takes nothing: there is nothing to capture now"
    return _not_a_capture(variant, board, move, squares)


def _choices(variant: Variant, board: Board, origin: int | None = None) -> str:
    """The legal moves, of one piece if told so."""
    moves = [
        str(move)
        for move, path in written(variant, board).items()
        if origin is None or path.squares[0] == origin
    ]
    return " or ".join(moves[:4]) + (" …" if len(moves) > 4 else "")


def _not_a_quiet_move(variant: Variant, board: Board, origin: int, here: str, there: str) -> str:
    if board.kings >> origin & 1:
        if not variant.flying_kings:
            return f"the king on {here} moves one square along a diagonal, not to {there}"
        target = read_square(variant, there)
        if any(target in ray for ray in rays(variant.size)[origin]):
            return f"the way of the king from {here} to {there} is blocked"
        return f"the king on {here} moves along diagonals, and {there} is on none of them"
    (row, _), (to, _) = (coordinates(variant.size, read_square(variant, s)) for s in (here, there))
    if (to < row and board.mover == WHITE) or (to > row and board.mover == BLACK):
        only = "; it only captures backward" if variant.men_capture_backward else ""
        return f"a man does not move back, from {here} to {there}{only}"
    return f"a man moves one square diagonally forward, not from {here} to {there}"


def _not_a_capture(variant: Variant, board: Board, move: Move, squares: list[int]) -> str:
    fitting = [p for p in all_captures(variant, board) if ways(variant, board, squares, p)]
    legal = {path.key for path in legal_paths(variant, board)}
    most = max(len(path.captured) for path in legal_paths(variant, board))
    if fitting and not any(path.key in legal for path in fitting):
        return (
            f"most pieces must be taken: {move} takes {len(fitting[0].captured)}, "
            f"but {_choices(variant, board)} takes {most}"
        )
    if fitting:
        return f"{move} can be done in different ways: write {_choices(variant, board, squares[0])}"
    own = _choices(variant, board, squares[0])
    if own and _stops_short(variant, board, squares):
        return f"the capture must go on from {move.squares[-1]}: {own}"
    if own:
        return f"{move} is no capture here; the piece on {move.squares[0]} can take by {own}"
    return f"the piece on {move.squares[0]} can't capture now: {_choices(variant, board)}"


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
