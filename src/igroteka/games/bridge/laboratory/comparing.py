"""Two systems on the same deals: a team match in which only the auctions differ.

At one table North and South bid by the new rules and the others by the old ones, at the other table
it is the other way round. Tricks are those of double dummy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from igroteka.basics.intervals import Interval, mean_interval
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.bidding.system import System
from igroteka.games.bridge.boards import NS, Board, from_dealer
from igroteka.games.bridge.dealing import deal_set
from igroteka.games.bridge.laboratory.auctions import RuleFile, bid_out, calls_text, scored
from igroteka.games.bridge.laboratory.solving import Solving
from igroteka.games.bridge.scoring.imps import imps

PIECE: Final = 100
"""Boards that are bid at a time."""
AHEAD: Final = 16
"""Pieces that are asked for at a time, whatever the number of workers."""


class Difference(NamedTuple):
    """A board on which the systems bid differently."""

    board: str
    auctions: tuple[str, str]
    """With the new rules at North and South, and with the old ones."""
    rules: tuple[str, str]
    """The new rule and the old one at the first call that differs."""
    contracts: tuple[str, str]
    imps: int
    """For the new rules."""


@dataclass(frozen=True)
class ComparisonStudy:
    """A match of two systems as work that is done piece by piece (`study.piecework`)."""

    new: RuleFile
    old: RuleFile
    differing: int
    """How many boards with different auctions are wanted."""
    boards: int
    """How many boards are bid at most."""
    seed: int

    @property
    def identity(self) -> Any:
        return {"compared": [self.new.digest, self.old.digest], "seed": self.seed}

    def next_pieces(self, results: Mapping[str, Any]) -> list[Any]:
        """The next pieces, while there are too few differences in those that are done."""
        done = self.prefix(results)
        if self.is_enough(done):
            return []
        most = -(-self.boards // PIECE)
        return list(range(len(done), min(len(done) + AHEAD, most)))

    def prefix(self, results: Mapping[str, Any]) -> list[list[Difference]]:
        """The pieces from the first on that are needed and done."""
        found: list[list[Difference]] = []
        while not self.is_enough(found) and (result := results.get(str(len(found)))) is not None:
            found.append([_read(each) for each in result])
        return found

    def is_enough(self, done: Sequence[Sequence[Difference]]) -> bool:
        """Whether these pieces answer the question."""
        return sum(map(len, done)) >= self.differing or len(done) * PIECE >= self.boards

    def do(self, piece: Any, solving: Solving) -> Any:
        """In a worker: the boards of a piece."""
        systems = (self.new.system, self.old.system)
        boards = list(deal_set(PIECE, self.seed, first=piece * PIECE + 1))
        bid = [(board, *_tables(board, systems)) for board in boards]
        bid = [each for each in bid if each[1].calls != each[2].calls]
        played = [board for board, one, two in bid if one.contract != two.contract]
        tricks = dict(zip(played, solving.tricks(played), strict=True))
        found = []
        for board, one, two in bid:
            gain = 0
            if board in tricks:
                if (table := tricks[board]) is None:
                    continue
                scores = [scored(auction.contract, board, table, NS) for auction in (one, two)]
                gain = imps(scores[0] - scores[1])
            found.append(_difference(board, one, two, systems, gain))
        return found


class ByRule(NamedTuple):
    """What came of it where one rule took the place of another."""

    new: str
    old: str
    boards: int
    imps: Interval
    """A board, for the new rule."""
    worst: Difference
    best: Difference


@dataclass(frozen=True)
class Comparison:
    """What a match of two systems came to."""

    boards: int
    differences: tuple[Difference, ...]

    @property
    def imps_a_board(self) -> Interval:
        """For the new rules, boards with the same auction among them."""
        same = [0.0] * (self.boards - len(self.differences))
        return mean_interval([*same, *(float(each.imps) for each in self.differences)])

    @property
    def imps_a_difference(self) -> Interval:
        """For the new rules, on boards with different auctions alone."""
        return mean_interval([float(each.imps) for each in self.differences])

    @property
    def by_rule(self) -> list[ByRule]:
        """What each change of rule came to, the most IMPs in all first, gained or lost."""
        groups: dict[tuple[str, str], list[Difference]] = defaultdict(list)
        for each in self.differences:
            groups[each.rules].append(each)
        found = [
            ByRule(
                *rules,
                len(same),
                mean_interval([float(each.imps) for each in same]),
                min(same, key=lambda each: each.imps),
                max(same, key=lambda each: each.imps),
            )
            for rules, same in groups.items()
        ]
        return sorted(found, key=lambda each: -abs(each.imps.value * each.boards))

    def to_json(self) -> dict[str, Any]:
        """All of it for programs."""
        return {
            "boards": self.boards,
            "differing": len(self.differences),
            "imps_a_board": _rounded(self.imps_a_board),
            "imps_a_difference": _rounded(self.imps_a_difference),
            "by_rule": [
                {
                    "new": each.new,
                    "old": each.old,
                    "boards": each.boards,
                    "imps": _rounded(each.imps),
                    "worst": each.worst._asdict(),
                    "best": each.best._asdict(),
                }
                for each in self.by_rule
            ],
        }


def comparison(study: ComparisonStudy, results: Mapping[str, Any]) -> Comparison:
    """What the results that are there come to."""
    done = study.prefix(results)
    return Comparison(PIECE * len(done), tuple(each for piece in done for each in piece))


def _tables(board: Board, systems: tuple[System, System]) -> tuple[Auction, Auction]:
    new, old = systems
    return bid_out(board, (new, old)), bid_out(board, (old, new))


def _difference(
    board: Board, one: Auction, two: Auction, systems: tuple[System, System], gain: int
) -> Difference:
    place = next(at for at, (a, b) in enumerate(zip(one.calls, two.calls, strict=False)) if a != b)
    seat = one.caller(place)
    vulnerability = from_dealer(board.vulnerability, board.dealer)
    rules = [
        system.situation(one.calls[:place], vulnerability).choose(board.hands[seat]).rule.name
        for system in systems
    ]
    return Difference(
        str(board),
        (calls_text(one.calls), calls_text(two.calls)),
        (rules[0], rules[1]),
        (str(one.contract or "pass"), str(two.contract or "pass")),
        gain,
    )


def _read(data: Sequence[Any]) -> Difference:
    board, auctions, rules, contracts, gain = data
    return Difference(
        board, (auctions[0], auctions[1]), (rules[0], rules[1]), (contracts[0], contracts[1]), gain
    )


def _rounded(interval: Interval) -> list[float]:
    return [round(bound, 4) for bound in interval]
