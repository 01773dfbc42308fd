"""What a tournament came to: the crosstable, scores and ratings."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np

from igroteka.arena.pairing_result import Cell, PairingResult
from igroteka.arena.plackett_luce import Meeting, place_ratings
from igroteka.arena.results import Results
from igroteka.arena.statistics import BlockResults, ratings
from igroteka.basics.intervals import WHOLE, Interval, strata_interval
from igroteka.contract import Json


class Row(NamedTuple):
    """A player of a tournament with what it got against the others."""

    player: str
    games: int
    points: float
    score: Interval | None
    """None before its first game."""
    last: Interval | None = None
    """How often it is alone below all others, where more than two play."""


class TournamentResult(Results):
    """Everybody against everybody, or the first against all others."""

    @property
    def players(self) -> list[str]:
        """The bots in the order in which they were named."""
        return list(self.plan.players)

    @property
    def of_several(self) -> bool:
        """Whether more than two play a game."""
        return len(self.plan.game.sides) > 2

    def cells(self) -> list[list[Cell]]:
        """Row i on the first seat against column j; of several, wherever the two met."""
        place = {bot: number for number, bot in enumerate(self.players)}
        table = [[Cell() for _ in place] for _ in place]
        for pairing in self.pairings:
            if self.of_several:
                for (bot, row), (other, column) in permutations(enumerate(pairing.bots), 2):
                    table[place[row]][place[column]].add(pairing.compared(bot, other))
                continue
            for seating, cell in pairing.cells.items():
                first, second = (place[pairing.bots[bot]] for bot in seating)
                table[first][second] = cell
        return table

    def ranking(self) -> list[int]:
        """The players' places in the order of their ratings."""
        ratings = self.ratings()
        return sorted(range(len(ratings)), key=lambda place: -ratings[place].value)

    def ratings(self) -> list[Interval]:
        """Ratings of the players on the scale of Elo, mean 0."""
        place = {bot: number for number, bot in enumerate(self.players)}
        played = [pairing for pairing in self.pairings if pairing.games]
        places = [tuple(place[bot] for bot in pairing.bots) for pairing in played]
        if self.of_several:
            sets = [
                Meeting(p, pairing.block_results) for p, pairing in zip(places, played, strict=True)
            ]
            return place_ratings(len(place), sets)
        return ratings(
            len(place),
            [
                BlockResults(
                    pair[0],
                    pair[1],
                    np.array(pairing.block_points),
                    np.array(pairing.block_games, dtype=np.float64),
                )
                for pair, pairing in zip(places, played, strict=True)
            ],
        )

    def rows(self) -> list[Row]:
        """The players with what they have so far against the others, the best share first."""
        rows = []
        for place, player in enumerate(self.players):
            met = [(pairing, bot) for pairing, bot in self._met(place) if pairing.games]
            games = sum(pairing.games for pairing, _ in met)
            points = sum(pairing.points[bot] for pairing, bot in met)
            last = self.last(place) if games and self.of_several else None
            rows.append(Row(player, games, points, self.score(place) if games else None, last))
        return sorted(rows, key=lambda row: -(row.score.value if row.score else 0.0))

    def _met(self, player: int) -> list[tuple[PairingResult, int]]:
        """The pairings of a player with others, and which of their bots it is."""
        name = self.players[player]
        return [
            (pairing, pairing.bots.index(name))
            for pairing in self.pairings
            if name in pairing.bots and set(pairing.bots) != {name}
        ]

    def score(self, player: int) -> Interval:
        """A player's score against all others, in 0…1."""
        met = self._met(player)
        ranges = [pairing.attainable for pairing, _ in met if pairing.games] or [WHOLE]
        return strata_interval(
            [(pairing.shares(bot), pairing.block_games) for pairing, bot in met],
            within=(min(least for least, _ in ranges), max(most for _, most in ranges)),
        )

    def last(self, player: int) -> Interval:
        """How often a player is alone below all others of more than two."""
        return strata_interval(
            [(pairing.lasts(bot), pairing.block_games) for pairing, bot in self._met(player)]
        )

    def last_count(self, player: int) -> int:
        """In how many games it was."""
        return sum(pairing.last_count(bot) for pairing, bot in self._met(player))

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
                    "rating": round(rating.value, 1) + 0.0,  # never minus nought
                    "interval": [round(rating.low, 1), round(rating.high, 1)],
                    "score": self.score(place).value,
                    **self._last_json(place),
                }
                for place, (player, rating) in enumerate(
                    zip(self.players, self.ratings(), strict=True)
                )
            ],
        }

    def _last_json(self, player: int) -> dict[str, Json]:
        if not self.of_several:
            return {}
        last = self.last(player)
        return {"last_share": last.value, "last_interval": [last.low, last.high]}
