"""Draughts against py-draughts: counting the move tree, and a match of the engines.

Needs the extra `bench`; without it nothing is measured, and the run says so.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from typing import Any

from benchmarks.measuring import Figure
from igroteka.arena.match import Match
from igroteka.basics.batch import Seeds
from igroteka.bots import make_player
from igroteka.contract import Player, View
from igroteka.games.draughts.movement import Path, legal_paths
from igroteka.games.draughts.notation import Move
from igroteka.games.draughts.perft import perft
from igroteka.games.draughts.state import Position
from igroteka.registry import make_game

OUR_DEPTH, THEIR_DEPTH = 11, 6
OPENINGS = 20
SECONDS, PEER_DEPTH = 0.1, 8


def figures() -> list[Figure]:
    """Leaves a second, and points in a match over drawn openings, each played both ways."""
    if importlib.util.find_spec("draughts") is None:
        print("py-draughts is not installed: pip install '.[bench]'", file=sys.stderr)
        return []
    return [_perft(), _match()]


def _perft() -> Figure:
    ours = perft("russian", None, OUR_DEPTH)
    from draughts import RussianBoard

    begun = time.perf_counter()
    leaves = _peer_leaves(RussianBoard(), THEIR_DEPTH)
    theirs = leaves / (time.perf_counter() - begun)
    return Figure("draughts perft", "leaves/s", ours.leaves / ours.seconds, "py-draughts", theirs)


def _peer_leaves(board: Any, depth: int) -> int:
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += _peer_leaves(board, depth - 1)
        board.pop()
    return total


class Peer(Player):
    """py-draughts' engine at a fixed depth."""

    def choose(self, view: View) -> Move:
        from draughts import RussianBoard, SimpleEngine

        position = view.sample(self.rng)
        assert isinstance(position, Position)
        board = RussianBoard.from_fen(_numeric(position))
        move: Any = SimpleEngine(depth_limit=PEER_DEPTH).get_best_move(board)
        squares = [31 - square for square in move.square_list]
        taken = frozenset(31 - square for square in move.captured_list)
        return position.notation(_legal(position, squares[0], squares[-1], taken))


def _legal(position: Position, origin: int, to: int, taken: frozenset[int]) -> Path:
    paths = legal_paths(position.game.variant, position.board)
    return next(path for path in paths if path.key == (origin, to, taken))


def _numeric(position: Position) -> str:
    """The position with numbered squares, which every program reads."""
    board = position.board
    sides = []
    for mask in (board.white, board.black):
        squares = [square for square in range(31, -1, -1) if mask >> square & 1]
        sides.append(",".join(f"{'K' * (board.kings >> s & 1)}{32 - s}" for s in squares))
    return f"{'WB'[board.mover]}:W{sides[0]}:B{sides[1]}"


def _match() -> Figure:
    game = make_game("draughts", {"opening": "6"})
    ours, peer = make_player("draughts", f"engine(time={SECONDS})"), Peer()
    points = 0.0
    for opening in range(OPENINGS):
        for seat in (0, 1):
            players = [ours, peer] if seat == 0 else [peer, ours]
            record = Match(game, players, ("", ""), Seeds.of_game(opening, seat, 2)).play()
            assert record.scores is not None, record.fault
            points += record.scores[seat]
    what = f"draughts match, ours {SECONDS} s a move"
    return Figure(what, "points", points, f"py-draughts, depth {PEER_DEPTH}", 2 * OPENINGS - points)
