"""How pieces move and capture, written to be read; `kernel/` does the same at speed.

Nothing here is fast. The two are compared position by position in the tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from igroteka.games.draughts.board import (
    BLACK,
    DOWNWARD,
    UPWARD,
    WHITE,
    Board,
    bits,
    last_row,
    rays,
    reach,
)
from igroteka.games.draughts.variants import Variant, variants


class Path(NamedTuple):
    """One move: the squares that the piece stands on in turn, and the pieces it takes."""

    squares: tuple[int, ...]
    captured: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[int, int, frozenset[int]]:
        """What makes a move different from another: from, to, and what falls."""
        return self.squares[0], self.squares[-1], frozenset(self.captured)


def legal_paths(variant: Variant, board: Board) -> tuple[Path, ...]:
    """Every legal move once, in a fixed order: captures if there are any, else quiet moves."""
    return _legal_paths(variant.name, board)


@lru_cache(maxsize=8192)
def _legal_paths(name: str, board: Board) -> tuple[Path, ...]:
    variant = variants()[name]
    captures = all_captures(variant, board)
    if not captures:
        return tuple(path for square in bits(board.own) for path in quiet(variant, board, square))
    if variant.majority:
        most = max(len(path.captured) for path in captures)
        captures = tuple(path for path in captures if len(path.captured) == most)
    return captures


def all_captures(variant: Variant, board: Board) -> tuple[Path, ...]:
    """Every complete capture once, before the majority rule is asked."""
    found: dict[tuple[int, int, frozenset[int]], Path] = {}
    for square in bits(board.own):
        for path in captures_from(variant, board, square):
            found.setdefault(path.key, path)
    return tuple(found.values())


def quiet(variant: Variant, board: Board, square: int) -> Iterator[Path]:
    """The moves of one piece that take nothing."""
    king = bool(board.kings >> square & 1)
    forward = UPWARD if board.mover == WHITE else DOWNWARD
    for direction in (*UPWARD, *DOWNWARD) if king else forward:
        ray = rays(variant.size)[square][direction]
        for target in ray if king and variant.flying_kings else ray[:1]:
            if board.occupied >> target & 1:
                break
            yield Path((square, target))


def captures_from(variant: Variant, board: Board, square: int) -> Iterator[Path]:
    """Every complete capture of one piece, each way of going round included."""
    king = bool(board.kings >> square & 1)
    if not reach(variant.size, square, king and variant.flying_kings) & board.enemy:
        return
    lifted = board._replace(white=board.white & ~(1 << square), black=board.black & ~(1 << square))
    yield from _go_on(variant, lifted, king, Path((square,)))


def _go_on(variant: Variant, board: Board, king: bool, path: Path) -> Iterator[Path]:
    at_end = True
    for victim, landings in jumps(variant, board, king, path):
        at_end = False
        steps = [
            (Path((*path.squares, landing), (*path.captured, victim)), landing)
            for landing in landings
        ]
        going_on = [step for step in steps if _can_go_on(variant, board, king, *step)]
        for further, landing in going_on or steps:
            if (further, landing) in going_on:
                crowned = king or _crowned_at_once(variant, board, landing)
                yield from _go_on(variant, board, crowned, further)
            else:
                yield further
    if at_end and path.captured:
        yield path


def jumps(
    variant: Variant, board: Board, king: bool, path: Path
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What the piece at the end of the path can take next, with the squares it may land on.

    The piece itself is lifted from the board; what it took still stands and can't be jumped again.
    """
    forward = UPWARD if board.mover == WHITE else DOWNWARD
    every_way = king or variant.men_capture_backward
    for direction in (*UPWARD, *DOWNWARD) if every_way else forward:
        ray = rays(variant.size)[path.squares[-1]][direction]
        far = king and variant.flying_kings
        found = _first_piece(board, ray if far else ray[:1])
        if found is None or not board.enemy >> ray[found] & 1 or ray[found] in path.captured:
            continue
        behind = ray[found + 1 :]
        free = _first_piece(board, behind)
        landings = behind[:free] if far else behind[: 1 if free != 0 else 0]
        if landings:
            yield ray[found], landings


def _first_piece(board: Board, ray: tuple[int, ...]) -> int | None:
    for place, square in enumerate(ray):
        if board.occupied >> square & 1:
            return place
    return None


def _can_go_on(variant: Variant, board: Board, king: bool, path: Path, landing: int) -> bool:
    on_last_row = bool(last_row(variant.size, board.mover) >> landing & 1)
    if on_last_row and not king and variant.promotion == "ends the move":
        return False
    crowned = king or _crowned_at_once(variant, board, landing)
    return any(True for _ in jumps(variant, board, crowned, path))


def _crowned_at_once(variant: Variant, board: Board, landing: int) -> bool:
    on_last_row = bool(last_row(variant.size, board.mover) >> landing & 1)
    return on_last_row and variant.promotion == "at once"


def after(variant: Variant, board: Board, path: Path) -> Board:
    """The position after a move: what was taken leaves the board, a man that arrived is crowned."""
    origin, target = path.squares[0], path.squares[-1]
    passed_last_row = any(last_row(variant.size, board.mover) >> s & 1 for s in path.squares[1:])
    at_once = variant.promotion == "at once" and passed_last_row
    crowned = at_once or last_row(variant.size, board.mover) >> target & 1
    gone = sum(1 << square for square in path.captured)
    own = board.own & ~(1 << origin) | 1 << target
    enemy = board.enemy & ~gone
    kings = board.kings & ~gone & ~(1 << origin)
    if crowned or board.kings >> origin & 1:
        kings |= 1 << target
    white, black = (own, enemy) if board.mover == WHITE else (enemy, own)
    return Board(white, black, kings, BLACK if board.mover == WHITE else WHITE)
