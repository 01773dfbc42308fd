"""What the games of one pairing came to, block by block."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from igroteka.basics.intervals import WHOLE, Interval, mean_interval, score_interval


@dataclass
class Cell:
    """Games of one ordered pair, as its first player saw them."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    @property
    def games(self) -> int:
        """How many there are."""
        return self.wins + self.losses + self.draws

    def mirror(self, other: Cell) -> None:
        """Be the same games as the other player saw them."""
        self.wins, self.losses, self.draws = other.losses, other.wins, other.draws

    def add(self, other: Cell) -> None:
        """Count the games of another one too."""
        self.wins += other.wins
        self.losses += other.losses
        self.draws += other.draws


@dataclass
class PairingResult:
    """All games of one pairing."""

    bots: tuple[str, ...]
    wins: list[int]
    """Games in which a bot was at the top, alone or with others, unless all were equal."""
    points: list[float]
    """Points of each bot: in every game the share of the others that it beat."""
    draws: int = 0
    games: int = 0
    cells: dict[tuple[int, ...], Cell] = field(default_factory=dict)
    """Games by who sat where: the seating names the bot at each side, the first mover first."""
    block_points: list[float] = field(default_factory=list)
    """Points of the first bot in each block."""
    block_games: list[int] = field(default_factory=list)
    block_results: list[list[tuple[float, ...]]] = field(default_factory=list)
    """Of more than two bots, the points of all in every game of each block."""
    margins: list[float] = field(default_factory=list)
    """Where deals are compared, by how much the first bot won each."""

    @property
    def margin(self) -> Interval:
        """The first bot's mean margin."""
        return mean_interval(self.margins)

    @property
    def block_scores(self) -> list[float]:
        """The first bot's share of each block."""
        return [p / g for p, g in zip(self.block_points, self.block_games, strict=True)]

    def shares(self, bot: int) -> list[float]:
        """A bot's share of each block."""
        if len(self.bots) > 2:
            return [_mean([game[bot] for game in block]) for block in self.block_results]
        return [1 - share if bot else share for share in self.block_scores]

    def score(self, bot: int) -> Interval:
        """A bot's score in 0…1."""
        return score_interval(self.shares(bot), self.block_games, within=self.attainable)

    @property
    def attainable(self) -> tuple[float, float]:
        """The least and the most that anybody got in a game.

        Of more than two nobody beats all others where only the last is told. A draw of all says
        nothing about it, and two can win and lose.
        """
        decided = [game for block in self.block_results for game in block if min(game) < max(game)]
        if not decided:
            return WHOLE
        return min(map(min, decided)), max(map(max, decided))

    def lasts(self, bot: int) -> list[float]:
        """In what share of each block a bot of more than two was alone below all others."""
        return [
            _mean([float(_is_last(game, bot)) for game in block]) for block in self.block_results
        ]

    def last(self, bot: int) -> Interval:
        """How often it was."""
        return score_interval(self.lasts(bot), self.block_games)

    def last_count(self, bot: int) -> int:
        """In how many games it was."""
        return sum(_is_last(game, bot) for block in self.block_results for game in block)

    def compared(self, bot: int, other: int) -> Cell:
        """In how many games a bot of more than two ended above another, below it, level with it."""
        games = [game for block in self.block_results for game in block]
        above = sum(game[bot] > game[other] for game in games)
        below = sum(game[bot] < game[other] for game in games)
        return Cell(above, below, len(games) - above - below)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _is_last(points: Sequence[float], bot: int) -> bool:
    return all(points[bot] < own for other, own in enumerate(points) if other != bot)
