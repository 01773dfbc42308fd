"""What a run came to: games gathered into results, and those of a match."""

from __future__ import annotations

import math
import platform
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import NamedTuple

import numpy as np

from igroteka.arena.pace import Pace
from igroteka.arena.pairing_result import Cell, PairingResult
from igroteka.arena.plan import Plan
from igroteka.arena.statistics import (
    Hypotheses,
    Sprt,
    elo_interval,
    normalised_elo,
    sprt,
    superiority,
)
from igroteka.arena.worker import Played
from igroteka.basics.batch import Seeds
from igroteka.basics.endings import Ending
from igroteka.basics.intervals import Interval
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
    trace: str = ""
    """Where a bot went wrong, if it was played just now."""
    games: int = 0


class ListedGame(NamedTuple):
    """One game in a list of all: where it stands in the run, who played, what came of it."""

    number: int
    players: tuple[str, ...]
    scores: tuple[float, ...] | None
    fault: str | None
    seeds: Seeds
    settled: str | None = None
    """How it was ended where the rules had not, in a word."""


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
        self.paces: dict[str, Pace] = {}
        """How long the moves of each player took, where games were played move by move."""
        self.command: str | None = None
        """What is typed to play the same again."""
        self.adjudicated = 0
        """Games that tables ended."""
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
        self._count_pace(played)
        self.adjudicated += played.record.ending == Ending.ADJUDICATED
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
            if len(by_bot) > 2:
                pairing.block_results.append([])
        pairing.block_points[-1] += by_bot[0]
        pairing.block_games[-1] += 1
        if len(by_bot) > 2:
            pairing.block_results[-1].append(tuple(by_bot))

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
            new = FaultCount(name, fault.kind, played.number, fault.text, fault.trace)
            self.faults.setdefault((name, fault.kind), new).games += 1

    def _count_pace(self, played: Played) -> None:
        for seat, kept in (played.record.event or {}).get("timing", {}).items():
            self.paces.setdefault(played.record.players[int(seat)], Pace()).merge(kept)

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
            "asked": self.plan.asked,
            "games": self.games,
            **({"adjudicated": self.adjudicated} if self.plan.adjudicate else {}),
            "faults": self.fault_list(),
            "fingerprint": self.plan.run,
            "versions": versions(),
            **({"command": self.command} if self.command else {}),
            "seconds": round(self.seconds, 3),
            "move_seconds": self._paces_json(),
        }

    def _paces_json(self) -> list[Json]:
        return [
            {
                "player": player,
                "moves": pace.moves,
                "median": _rounded(pace.quantile(0.5)) if pace.moves else None,
                "p99": _rounded(pace.quantile(0.99)) if pace.moves else None,
                "worst": _rounded(pace.worst) if pace.moves else None,
            }
            for player, pace in sorted(self.paces.items())
        ]

    def _deals_json(self) -> dict[str, Json]:
        """How many deals or openings were given, and by which file."""
        given = self.plan.given
        if given is None:
            return {}
        name = "openings" if given.openings else "deals"
        return {name: {"count": len(given.deals), "digest": given.digest}}


class MatchResult(Results):
    """One pairing, and where the sequential test stands if there is one."""

    def __init__(self, plan: Plan, tested: Hypotheses | None = None) -> None:
        super().__init__(plan)
        self.tested = tested
        self._shares: Counter[float] = Counter()
        self._counted = 0

    @property
    def pairing(self) -> PairingResult:
        """The only pairing."""
        return self.pairings[0]

    @property
    def score(self) -> Interval:
        """The first bot's score in 0…1."""
        return self.pairing.score(0)

    @property
    def elo(self) -> Interval:
        """The first bot's Elo difference to the other of two."""
        return elo_interval(self.score, len(self.pairing.block_games))

    @property
    def normalised_elo(self) -> Interval | None:
        """The same in deviations of a single game; None where all blocks were alike."""
        return normalised_elo(self.pairing.block_scores, self.pairing.block_games)

    @property
    def superiority(self) -> float:
        """The likelihood that the first of two bots is the better one."""
        return superiority(self.pairing.block_scores)

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

    def test(self) -> Sprt | None:
        """The sequential test on the blocks so far, if one is made."""
        if self.tested is None:
            return None
        pairing, done = self.pairing, self._counted
        new = zip(pairing.block_points[done:], pairing.block_games[done:], strict=True)
        self._shares.update(points / games for points, games in new)
        self._counted = len(pairing.block_games)
        return sprt(self._shares, self.tested)

    def test_json(self) -> dict[str, Json]:
        """What is tested, between which bounds, and what was found."""
        test = self.test()
        if self.tested is None or test is None:
            return {}
        return {"sprt": {**self.tested._asdict(), **test._asdict(), "verdict": test.verdict}}

    def to_json(self) -> Json:
        """The object that `match --json` prints."""
        score, pairing = self.score, self.pairing
        return {
            **self.common_json(),
            "players": list(pairing.bots),
            "wins": pairing.wins,
            "draws": pairing.draws,
            "score": score.value,
            "interval": [score.low, score.high],
            "scores": [pairing.score(bot).value for bot in range(len(pairing.bots))],
            **self.margin_json(),
            **(self._two_json() if len(pairing.bots) == 2 else self._several_json()),
            "blocks": {str(value): count for value, count in self.histogram().items()},
            **self.test_json(),
        }

    def _two_json(self) -> dict[str, Json]:
        elo, normalised = self.elo, self.normalised_elo
        return {
            "elo": elo.value,
            "elo_interval": [elo.low, elo.high],
            "normalised_elo": normalised and normalised.value,
            "normalised_elo_interval": normalised and [normalised.low, normalised.high],
            "los": self.superiority,
        }

    def _several_json(self) -> dict[str, Json]:
        bots = range(len(self.pairing.bots))
        scores = [self.pairing.score(bot) for bot in bots]
        lasts = [self.pairing.last(bot) for bot in bots]
        return {
            "intervals": [[score.low, score.high] for score in scores],
            "last": [self.pairing.last_count(bot) for bot in bots],
            "last_shares": [last.value for last in lasts],
            "last_intervals": [[last.low, last.high] for last in lasts],
            "orders": len(self.plan.pairings[0].seatings),
        }


def versions() -> dict[str, str]:
    """What plays here: the house, Python, and the packages for figures that are loaded."""
    loaded = [name for name in ("numpy", "numba") if name in sys.modules]
    packages = {name: version(name) for name in ("igroteka", *loaded)}
    return {**packages, "python": platform.python_version()}


def _rounded(seconds: float) -> float:
    """Three digits: more are not known."""
    return float(f"{seconds:.3g}")


def _line(played: Played) -> ListedGame:
    record = played.record
    fault = f"{record.players[record.fault.seat]}: {record.fault.kind}" if record.fault else None
    deal, chance, seats = (record.event or {})["seeds"]
    seeds = Seeds(deal, chance, tuple(seats))
    return ListedGame(played.number, record.players, record.scores, fault, seeds, record.settled)
