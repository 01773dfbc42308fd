"""What a run came to: games gathered into the result of a match or a tournament."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from igroteka.arena.plan import Plan
from igroteka.arena.statistics import (
    BlockResults,
    Sprt,
    elo_interval,
    ratings,
    sprt,
)
from igroteka.arena.worker import Played
from igroteka.basics.batch import Seeds
from igroteka.basics.intervals import Interval, mean_interval, score_interval, strata_interval
from igroteka.basics.points import points as shares
from igroteka.contract import Json, Play
from igroteka.records.points import play_of, record_points


@dataclass
class FaultCount:
    """Faults of one kind by one player, with the first of them in full."""

    player: str
    kind: str
    game: int
    text: str
    games: int = 0


@dataclass
class Cell:
    """Games of one ordered pair, as its first player saw them."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    def mirror(self, other: Cell) -> None:
        """Be the same games as the other player saw them."""
        self.wins, self.losses, self.draws = other.losses, other.wins, other.draws


class ListedGame(NamedTuple):
    """One game in a list of all: where it stands in the run, who played, what came of it."""

    number: int
    players: tuple[str, ...]
    scores: tuple[float, ...] | None
    fault: str | None
    seeds: Seeds


class Row(NamedTuple):
    """A player of a tournament with what it got against the others."""

    player: str
    games: int
    points: float
    score: Interval | None
    """None before its first game."""


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


class Results:
    """Gathers the games of a plan, in their order."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.pairings = [
            PairingResult(pairing.bots, [0] * len(pairing.bots), [0.0] * len(pairing.bots))
            for pairing in plan.pairings
        ]
        self.faults: dict[tuple[str, str], FaultCount] = {}
        self.lines: list[ListedGame] = []
        self.seconds = 0.0
        self._ends = list(np.cumsum(plan.games))
        self._plays: list[Play] = []

    def add(self, played: Played) -> None:
        """Count one more play, and the deal as soon as it is complete where deals are compared."""
        pairing = self.pairings[int(np.searchsorted(self._ends, played.number))]
        seating = played.block.seatings[played.seating]
        points = record_points(self.plan.game, played.record)
        if points is None:
            raise ValueError(f"game {played.number} is unfinished")
        self.lines.append(_line(played))
        self._count_fault(played)
        if self.plan.game.duplicate:
            self._compare(pairing, seating, played)
            return
        by_bot = [0.0] * len(seating)
        for side, bot in enumerate(seating):
            by_bot[bot] = points[side]
        self._count(pairing, seating, by_bot)
        if played.seating == 0:
            pairing.block_points.append(0.0)
            pairing.block_games.append(0)
        pairing.block_points[-1] += by_bot[0]
        pairing.block_games[-1] += 1

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(pairing.games for pairing in self.pairings)

    @property
    def counted(self) -> str:
        """What is counted as a game, in the plural."""
        duplicate = self.plan.game.duplicate
        return f"{duplicate.deal}s" if duplicate else "games"

    def _compare(self, pairing: PairingResult, seating: tuple[int, ...], played: Played) -> None:
        """Keep a play, and count the deal when this was the last one of it."""
        game = self.plan.game
        self._plays.append(play_of(game, played.record, seating.index(0)))
        if played.seating + 1 < len(played.block.seatings):
            return
        margin = game.margin(self._plays)
        self._plays.clear()
        by_bot = list(shares([margin, 0.0]))
        self._count(pairing, (0, 1), by_bot)
        pairing.cells.setdefault((1, 0), Cell()).mirror(pairing.cells[0, 1])
        pairing.margins.append(margin)
        pairing.block_points.append(by_bot[0])
        pairing.block_games.append(1)

    @staticmethod
    def _count(pairing: PairingResult, seating: tuple[int, ...], by_bot: Sequence[float]) -> None:
        cell = pairing.cells.setdefault(seating, Cell())
        pairing.games += 1
        best = max(by_bot)
        for bot, points in enumerate(by_bot):
            pairing.points[bot] += points
        if min(by_bot) == best:
            pairing.draws += 1
            cell.draws += 1
            return
        for bot, points in enumerate(by_bot):
            pairing.wins[bot] += points == best
        if by_bot[seating[0]] == best:
            cell.wins += 1
        else:
            cell.losses += 1

    def _count_fault(self, played: Played) -> None:
        if fault := played.record.fault:
            name = played.record.players[fault.seat]
            new = FaultCount(name, fault.kind, played.number, fault.text)
            self.faults.setdefault((name, fault.kind), new).games += 1

    def fault_list(self) -> list[Json]:
        """Faults for JSON: who, what kind, how many games, and the first of them."""
        return [
            {
                "player": fault.player,
                "kind": fault.kind,
                "games": fault.games,
                "first": {"game": fault.game, "text": fault.text},
            }
            for fault in self.faults.values()
        ]

    def common_json(self) -> dict[str, Json]:
        """What every run tells of itself."""
        return {
            "game": self.plan.game.name,
            "options": dict(self.plan.game.options),
            "seed": self.plan.seed,
            **self._deals_json(),
            "games": self.games,
            "faults": self.fault_list(),
            "seconds": round(self.seconds, 3),
        }

    def _deals_json(self) -> dict[str, Json]:
        """How many deals were given, and by which file."""
        given = self.plan.given
        if given is None:
            return {}
        return {"deals": {"count": len(given.deals), "digest": given.digest}}


class MatchResult(Results):
    """One pairing."""

    @property
    def pairing(self) -> PairingResult:
        """The only pairing."""
        return self.pairings[0]

    @property
    def score(self) -> Interval:
        """The first bot's score in 0…1."""
        return score_interval(self.pairing.block_scores, self.pairing.block_games)

    @property
    def elo(self) -> Interval:
        """The first bot's Elo difference."""
        return elo_interval(self.score, len(self.pairing.block_games))

    def histogram(self) -> dict[float, int]:
        """How many blocks gave the first bot each share, or, where deals are compared, margin."""
        values = self.pairing.margins or self.pairing.block_scores
        return dict(sorted(Counter(values).items()))

    def margin_json(self) -> dict[str, Json]:
        """The mean margin with its interval, where deals are compared."""
        duplicate, margin = self.plan.game.duplicate, self.pairing.margin
        if duplicate is None:
            return {}
        unit, bounds = duplicate.unit.lower(), [margin.low, margin.high]
        return {
            f"{unit}_per_{duplicate.deal}": margin.value,
            f"{unit}_interval": [bound if math.isfinite(bound) else None for bound in bounds],
        }

    def test(self, elo0: float, elo1: float) -> Sprt:
        """The sequential test of two Elo differences on the blocks so far."""
        return sprt(Counter(self.pairing.block_scores), elo0, elo1)

    def to_json(self) -> Json:
        """The object that `match --json` prints."""
        score, elo = self.score, self.elo
        return {
            **self.common_json(),
            "players": list(self.pairing.bots),
            "wins": self.pairing.wins,
            "draws": self.pairing.draws,
            "score": score.value,
            "interval": [score.low, score.high],
            "scores": [points / self.games for points in self.pairing.points],
            **self.margin_json(),
            "elo": elo.value,
            "elo_interval": [elo.low, elo.high],
            "blocks": {str(value): count for value, count in self.histogram().items()},
        }


class TournamentResult(Results):
    """Everybody against everybody."""

    @property
    def players(self) -> list[str]:
        """The bots in the order in which they were named."""
        return [pairing.bots[0] for pairing in self.pairings if self._diagonal(pairing)]

    @staticmethod
    def _diagonal(pairing: PairingResult) -> bool:
        return pairing.bots[0] == pairing.bots[1]

    def cells(self) -> list[list[Cell]]:
        """Row i moving first against column j."""
        place = {bot: number for number, bot in enumerate(self.players)}
        table = [[Cell() for _ in place] for _ in place]
        for pairing in self.pairings:
            for seating, cell in pairing.cells.items():
                row, column = (place[pairing.bots[bot]] for bot in seating)
                table[row][column] = cell
        return table

    def ranking(self) -> list[int]:
        """The players' places in the order of their ratings."""
        ratings = self.ratings()
        return sorted(range(len(ratings)), key=lambda place: -ratings[place].value)

    def ratings(self) -> list[Interval]:
        """Elo ratings of the players, mean 0."""
        place = {bot: number for number, bot in enumerate(self.players)}
        return ratings(
            len(place),
            [
                BlockResults(
                    place[pairing.bots[0]],
                    place[pairing.bots[1]],
                    np.array(pairing.block_points),
                    np.array(pairing.block_games, dtype=np.float64),
                )
                for pairing in self.pairings
                if pairing.games
            ],
        )

    def rows(self) -> list[Row]:
        """The players with what they have so far against the others, the best share first."""
        rows = []
        for place, player in enumerate(self.players):
            games, points = 0, 0.0
            for pairing in self.pairings:
                if player in pairing.bots and not self._diagonal(pairing):
                    games += pairing.games
                    points += pairing.points[pairing.bots.index(player)]
            rows.append(Row(player, games, points, self.score(place) if games else None))
        return sorted(rows, key=lambda row: -(row.score.value if row.score else 0.0))

    def score(self, player: int) -> Interval:
        """A player's score against all others, in 0…1."""
        name = self.players[player]
        strata = []
        for pairing in self.pairings:
            if name in pairing.bots and not self._diagonal(pairing):
                shares = pairing.block_scores
                own = shares if pairing.bots[0] == name else [1 - share for share in shares]
                strata.append((own, pairing.block_games))
        return strata_interval(strata)

    def to_json(self) -> Json:
        """The object that `tournament --json` prints."""
        return {
            **self.common_json(),
            "players": self.players,
            "cells": [
                [{"wins": c.wins, "losses": c.losses, "draws": c.draws} for c in row]
                for row in self.cells()
            ],
            "ratings": [
                {
                    "player": player,
                    "rating": round(rating.value, 1),
                    "interval": [round(rating.low, 1), round(rating.high, 1)],
                    "score": self.score(place).value,
                }
                for place, (player, rating) in enumerate(
                    zip(self.players, self.ratings(), strict=True)
                )
            ],
        }


def _line(played: Played) -> ListedGame:
    record = played.record
    fault = f"{record.players[record.fault.seat]}: {record.fault.kind}" if record.fault else None
    deal, chance, seats = (record.event or {})["seeds"]
    seeds = Seeds(deal, chance, tuple(seats))
    return ListedGame(played.number, record.players, record.scores, fault, seeds)
