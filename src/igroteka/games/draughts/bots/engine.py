"""The engine: thinks about a position within a budget and tells its best lines."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from igroteka.games.draughts.board import Board, bits
from igroteka.games.draughts.bots.weights import weights_of
from igroteka.games.draughts.endgame_tables import USUAL_PIECES, has_tables, make_numbering, tables
from igroteka.games.draughts.kernel.layout import Padded, padded, rules_of, unpad
from igroteka.games.draughts.movement import Path, after, legal_paths
from igroteka.games.draughts.state import Position
from igroteka.games.draughts.variants import Variant

if TYPE_CHECKING:
    from igroteka.games.draughts.kernel.search import Memory

MOST_DEPTH = 60
EVERYTHING_SEEN = 1000
UNLIMITED = 1 << 62


@dataclass(frozen=True)
class Budget:
    """How much may be thought; whichever ends first. Without seconds the result is always alike."""

    depth: int = MOST_DEPTH
    nodes: int | None = None
    seconds: float | None = None
    seen_captures: int = EVERYTHING_SEEN
    """The longest capture that is seen."""


class Line(NamedTuple):
    """A move, what it is worth to the side to move, and how the game would go on."""

    path: Path
    score: int
    """In hundredths of a man; beyond `SURE` the game is decided."""
    further: tuple[Path, ...]


class Thought(NamedTuple):
    """What came of thinking."""

    lines: tuple[Line, ...]
    """Best first; only as many scores are exact as were asked for."""
    depth: int
    nodes: int


class Engine:
    """Thinks about positions of one variant; keeps what it learned until `forget`."""

    def __init__(self, variant: Variant, memory_bits: int = 18) -> None:
        from igroteka.games.draughts.kernel.moves import move_stack
        from igroteka.games.draughts.kernel.search import MOST_PLIES, Memory

        self.variant = variant
        self.rules = rules_of(variant)
        self.weights = weights_of(variant)
        moves = move_stack()
        self.memory: Memory = Memory(
            moves=moves,
            order=np.zeros(len(moves), dtype=np.int64),
            seen=np.zeros((1 << memory_bits, 2), dtype=np.int64),
            history=np.zeros((2, 4096), dtype=np.int64),
            killers=np.zeros((MOST_PLIES + 2, 2), dtype=np.int64),
            line=np.zeros(1024, dtype=np.int64),
            control=np.zeros(8, dtype=np.int64),
        )
        if has_tables(variant):
            solved = tables(variant)
            self.codes, self.numbering, self.pieces = solved.codes, solved.numbering, solved.pieces
        else:
            self.codes, self.pieces = np.zeros(1, dtype=np.uint8), 0
            self.numbering = make_numbering(USUAL_PIECES)[0]

    def forget(self) -> None:
        """Think about the next position as if it were the first."""
        for array in (self.memory.seen, self.memory.history, self.memory.killers):
            array.fill(0)

    def think(self, position: Position, budget: Budget, lines: int = 1) -> Thought:
        """The best moves of a position that is not over."""
        from igroteka.games.draughts.kernel.search import NODES, SURE

        start = padded(self.variant, position.board)
        root = self._root_moves(start)
        quiet = self._set_up(position, budget)
        scores = np.zeros(len(root), dtype=np.int64)
        reached = 0
        with self._alarm(budget.seconds):
            for depth in range(1, max(1, budget.depth) + 1):
                found = self._search(start, depth, quiet, lines, root, depth == 1)
                if found is None:
                    break
                order = np.argsort(-found, kind="stable")
                root, scores, reached = np.ascontiguousarray(root[order]), found[order], depth
                if abs(int(scores[0])) > SURE and lines == 1:
                    break
        kept = self._lines(position.board, root, scores, lines)
        return Thought(kept, reached, int(self.memory.control[NODES]))

    def _set_up(self, position: Position, budget: Budget) -> int:
        """Fill the control array and the line before; returns how many king moves came last."""
        from igroteka.games.draughts.kernel import search

        control = self.memory.control
        control.fill(0)
        control[search.NODE_LIMIT] = UNLIMITED if budget.nodes is None else budget.nodes
        control[search.QUIET_LIMIT] = _quiet_limit(self.variant)
        control[search.TABLE_PIECES] = self.pieces
        control[search.BEYOND] = 2
        control[search.SEEN_CAPTURES] = budget.seen_captures
        before = position.clocks.seen
        for place, board in enumerate((*before, position.board)):
            own, enemy, kings, down = padded(self.variant, board)
            self.memory.line[place] = search.key_of(own, enemy, kings, down)
        control[search.START] = len(before)
        return position.clocks.man

    def _root_moves(self, start: Padded) -> Any:
        from igroteka.games.draughts.kernel.moves import legal_moves

        end = legal_moves(*start, self.rules, self.memory.moves, 0)
        return self.memory.moves[:end].copy()

    def _search(
        self, start: Padded, depth: int, quiet: int, lines: int, root: Any, whole: bool
    ) -> Any:
        """The scores of the root moves at a depth; None if the budget ended before.

        The first depth is always finished, so that there is something to play.
        """
        from igroteka.games.draughts.kernel.search import NODE_LIMIT, STOP, Fixed, search_root

        control, scores = self.memory.control, np.zeros(len(root), dtype=np.int64)
        limit = int(control[NODE_LIMIT])
        if whole:
            control[NODE_LIMIT] = UNLIMITED
        finished = search_root(
            *start,
            depth,
            quiet,
            lines,
            root,
            scores,
            Fixed(self.rules, self.weights, self.memory, self.codes, self.numbering),
        )
        control[NODE_LIMIT] = limit
        if finished < len(root) or (control[STOP] and not whole):
            return None
        return scores

    @contextmanager
    def _alarm(self, seconds: float | None) -> Iterator[None]:
        """Have the search stopped after so many seconds."""
        from igroteka.games.draughts.kernel.search import STOP

        if seconds is None:
            yield
            return
        timer = threading.Timer(seconds, lambda: self.memory.control.__setitem__(STOP, 1))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _lines(self, board: Board, root: Any, scores: Any, lines: int) -> tuple[Line, ...]:
        kept = []
        for place in range(len(root)):
            path = self._path(board, root[place])
            further = self._further(after(self.variant, board, path)) if place < lines else ()
            kept.append(Line(path, int(scores[place]), further))
        return tuple(kept)

    def _path(self, board: Board, row: Any) -> Path:
        """The move of the rules that a row of the kernel means."""
        origin, to, taken = (unpad(self.variant, int(mask)) for mask in row[:3])
        key = origin.bit_length() - 1, to.bit_length() - 1, frozenset(bits(taken))
        return next(path for path in legal_paths(self.variant, board) if path.key == key)

    def _further(self, board: Board) -> tuple[Path, ...]:
        """How the game goes on from here, as far as the memory still tells."""
        from igroteka.games.draughts.kernel.search import key_of

        line: list[Path] = []
        met: set[Board] = set()
        while board not in met and len(line) < 12:
            met.add(board)
            key = int(key_of(*padded(self.variant, board)))
            stored, entry = self.memory.seen[key & (len(self.memory.seen) - 1)]
            code = int(entry) & 0xFFF
            fitting = [
                path
                for path in legal_paths(self.variant, board)
                if stored == key and self._code(path) == code
            ]
            if len(fitting) != 1:
                break
            line.append(fitting[0])
            board = after(self.variant, board, fitting[0])
        return tuple(line)

    def _code(self, path: Path) -> int:
        places = [s + s // self.variant.size for s in (path.squares[0], path.squares[-1])]
        return places[0] * 64 + places[1]


def _quiet_limit(variant: Variant) -> int:
    """After how many king moves of either side the game is drawn."""
    limits = [
        2 * rule.moves
        for rule in variant.draws
        if rule.since == "man" and not rule.repetition and not rule.lone_king_against
    ]
    return min(limits, default=UNLIMITED)
