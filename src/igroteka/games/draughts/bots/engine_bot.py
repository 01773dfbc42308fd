"""The bots of draughts, by the names that people type."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from igroteka.contract import BadOption, Game, Player, Seat, View
from igroteka.games.draughts.bots.engine import (
    EVERYTHING_SEEN,
    MOST_DEPTH,
    Budget,
    Engine,
    Line,
    Thought,
)
from igroteka.games.draughts.bots.remarks import LONGEST_SHOT, proven, remark
from igroteka.games.draughts.notation import Move
from igroteka.games.draughts.rules import Draughts
from igroteka.games.draughts.state import Position
from igroteka.text import Text

FULL_STRENGTH = 10
EVEN = 180.0
"""The lead, in hundredths of a man, that turns an even game into a likely win."""
NEARLY = 0.98
"""What is promised where a win is found that a draw rule might still prevent."""
ANALYSIS = Budget(depth=10)
OPENING = Budget(depth=6)
OPENING_NOISE = 6.0
"""In the first moves a level chooses among moves that are nearly as good, so that games differ."""
MEN_AT_HOME = 0.75


@dataclass(frozen=True)
class Level:
    """How a level thinks, as `levels.toml` says."""

    depth: int
    noise: float
    seen_captures: int = EVERYTHING_SEEN


@cache
def levels() -> Sequence[Level]:
    """All levels, the weakest first."""
    text = files(__package__).joinpath("levels.toml").read_text(encoding="utf-8")
    return tuple(Level(**fields) for fields in tomllib.loads(text)["level"])


class EngineBot(Player):
    """The engine: by level 1 to 10 for people, or by depth, nodes or seconds a move."""

    version = "2"

    def __init__(
        self,
        level: int | None = None,
        depth: int = 0,
        nodes: int = 0,
        time: float = 0.0,
    ) -> None:
        limits = [("depth", depth), ("nodes", nodes), ("time", time)]
        if level is not None and any(value for _, value in limits):
            raise BadOption(Text("give a level, or depth, nodes and time, not both"))
        if level is not None and not 1 <= level <= len(levels()):
            raise BadOption(Text("levels go from 1 to {most}", most=len(levels())))
        for name, value in limits:
            if value < 0:
                raise BadOption(Text("{name} should not be negative", name=name))
        self.engine: Engine | None = None
        self.looked_at: tuple[Position, Thought] | None = None
        self.noise = 0.0
        self.varied = False
        self.timed = time > 0
        if depth or nodes or time:
            self.budget = Budget(depth or MOST_DEPTH, nodes or None, time or None)
        else:
            chosen = levels()[(level or FULL_STRENGTH) - 1]
            self.budget = Budget(chosen.depth, seen_captures=chosen.seen_captures)
            self.noise = chosen.noise
            self.varied = True

    def start(self, game: Game, seat: Seat, rng: random.Random) -> None:
        super().start(game, seat, rng)
        assert isinstance(game, Draughts)
        if self.engine is not None and self.engine.variant == game.variant:
            self.engine.forget()
        else:
            self.engine = Engine(game.variant, self._memory_bits())

    def _memory_bits(self) -> int:
        big = self.timed or self.budget.depth > 10 or (self.budget.nodes or 0) > 100_000
        return 20 if big else 14

    def choose(self, view: View) -> Move:
        position = _position(view)
        actions = position.actions()
        if len(actions) == 1:
            return actions[0]
        budget, noise = self.budget, self.noise
        if self.varied and budget.depth > OPENING.depth and _is_opening(position):
            budget, noise = OPENING, OPENING_NOISE
        thought = self._think(position, budget, lines=len(actions) if noise else 1)
        chosen = max(thought.lines, key=lambda line: line.score + self.rng.gauss(0, noise))
        return position.notation(chosen.path)

    def _think(self, position: Position, budget: Budget, lines: int) -> Thought:
        """Think afresh, so that the same position gives the same thought, unless time decides."""
        assert self.engine is not None, "a game must be started first"
        if not self.timed:
            self.engine.forget()
        return self.engine.think(position, budget, lines)

    def analyse(self, view: View) -> Sequence[tuple[Move, float]]:
        """Every move with the score to expect, from 0 (lost) to 1 (won)."""
        position = _position(view)
        return [
            (position.notation(line.path), self._value(position, line))
            for line in self._look_at(position).lines
        ]

    def _value(self, position: Position, line: Line) -> float:
        """What a line promises; certain only where it is proven."""
        value = expected(line.score)
        if proven(position, line):
            return value if value in (0.0, 1.0) else 0.5
        return min(NEARLY, max(1 - NEARLY, value))

    def proven(self, view: View, action: Move) -> bool:
        """Whether the game is decided, by search or by the tables."""
        position = _position(view)
        return proven(position, self._expected(position, action))

    def remark(self, view: View, action: Move) -> Text:
        """What a move does: wins, loses, takes; empty when nothing can be seen."""
        position = _position(view)
        return remark(position, self._expected(position, action))

    def line(self, view: View, action: Move) -> Sequence[Move]:
        """The moves that the engine expects after this one."""
        position = _position(view)
        state, moves = position.play(action), []
        for path in self._expected(position, action).further:
            if state.outcome is not None:
                break
            moves.append(state.notation(path))
            state = state.play(moves[-1])
        return moves

    def striking(self, view: View, action: Move) -> bool:
        """Whether the move is, or prepares, a shot that takes several pieces at once."""
        position = _position(view)
        found = self._expected(position, action)
        own = (found.path, *found.further[1:LONGEST_SHOT:2])
        return any(len(path.captured) > 1 for path in own)

    def _expected(self, position: Position, action: Move) -> Line:
        key = position.path(action).key
        return next(line for line in self._look_at(position).lines if line.path.key == key)

    def _look_at(self, position: Position) -> Thought:
        """Every move of a position, thought through; kept until another position is asked for."""
        if self.looked_at is None or self.looked_at[0] != position:
            budget = ANALYSIS if self.varied else self.budget
            thought = self._think(position, budget, lines=len(position.actions()))
            self.looked_at = position, thought
        return self.looked_at[1]


def expected(score: int) -> float:
    """The game score to expect of a position with this worth."""
    from igroteka.games.draughts.kernel.search import SURE

    if abs(score) > SURE:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + 10 ** (-score / EVEN / 2))


def _position(view: View) -> Position:
    state = view.sample(random.Random(0))
    assert isinstance(state, Position)
    return state


def _is_opening(position: Position) -> bool:
    """Whether most men still stand where they began."""
    start, board = position.game.start, position.board
    at_home = (start.white & board.white).bit_count() + (start.black & board.black).bit_count()
    return at_home > MEN_AT_HOME * start.occupied.bit_count()
