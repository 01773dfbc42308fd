"""Calls compared by where they lead: sampled deals are bid to the end by the system and solved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from igroteka.contract import Seat
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.bidding.features import (
    HCP,
    OPENING,
    POINTS,
    SUPPORT,
    Row,
    as_matrix,
    measure,
    measure_many,
)
from igroteka.games.bridge.bidding.system import Option, System
from igroteka.games.bridge.cards import Cards
from igroteka.games.bridge.contracts import PASS, Call, Contract
from igroteka.games.bridge.doubledummy.questions import Layout
from igroteka.games.bridge.doubledummy.solver import ROBOT_PATIENCE, Solver
from igroteka.games.bridge.table import TRICKS, Table
from igroteka.games.bridge.valuing import points_of

MOST_CANDIDATES: Final = 4
NEAR: Final = 3
"""How far a hand may be from a rule for its call to be considered: in points, or twice in cards."""
_STRENGTH: Final = frozenset((HCP, POINTS, OPENING, *SUPPORT))


def candidates(system: System, table: Table, hand: Cards) -> list[Call]:
    """The system's call first, then calls whose rules the hand nearly fits, the nearest first."""
    situation = system.situation(table.auction.calls, table.dealer_vulnerability)
    row = measure(hand)
    chosen = situation.choose(hand)
    near: dict[Call, int] = {}
    for option in situation.options:
        distance = _distance(option, row)
        if distance <= NEAR and distance < near.get(option.call, NEAR + 1):
            near[option.call] = distance
    near.pop(chosen.call, None)
    others = sorted(near, key=lambda call: near[call])
    return [chosen.call, *others][:MOST_CANDIDATES]


def _distance(option: Option, row: Row) -> int:
    """How far one hand is from a rule; a card counts more than a point, a stopper most."""
    total = 0
    for number, low, high in option.tests:
        outside = max(low - row[number], 0) + max(row[number] - high, 0)
        total += outside if number in _STRENGTH else 2 * outside
    return total


class Projection:
    """What calls come to on sampled deals, for the seat that is to call."""

    def __init__(
        self, system: System, table: Table, deals: Sequence[tuple[Cards, ...]], solver: Solver
    ) -> None:
        self.system = system
        self.table = table
        self.deals = deals
        self.solver = solver
        many = measure_many(as_matrix([hand for deal in deals for hand in deal]))
        self.rows: list[Row] = [tuple(row) for row in many.T.tolist()]

    def scores(self, calls: Sequence[Call]) -> Mapping[Call, list[int]]:
        """What each call scores for the caller's side on every deal. Raises `Unsolved`."""
        ends = {call: [self._end(call, n) for n in range(len(self.deals))] for call in calls}
        tricks = self._tricks(ends.values())
        side = self.table.auction.turn % 2
        return {
            call: [self._points(contract, n, tricks, side) for n, contract in enumerate(found)]
            for call, found in ends.items()
        }

    def _end(self, call: Call, deal: int) -> Contract | None:
        """The contract that this call leads to on a deal, if all go on by the system."""
        auction = self.table.auction.add(call)
        dealer, calls = auction.dealer, auction.calls
        while len(calls) < 4 or calls[-3:] != (PASS, PASS, PASS):
            row = self.rows[4 * deal + (dealer + len(calls)) % 4]
            situation = self.system.situation(calls, self.table.dealer_vulnerability)
            calls = (*calls, situation.choose_row(row).call)
        return Auction(dealer, calls).contract

    def _tricks(
        self, ends: Iterable[Sequence[Contract | None]]
    ) -> Mapping[tuple[int, int, Seat], int]:
        """Declarer's tricks for every deal, strain and declarer that came up."""
        keys: dict[tuple[int, int, Seat], None] = {}
        for found in ends:
            for number, contract in enumerate(found):
                if contract is not None and contract.declarer is not None:
                    keys[number, contract.strain, contract.declarer] = None
        questions = [
            Layout(strain, (declarer + 1) % 4, (), self.deals[number])
            for number, strain, declarer in keys
        ]
        answers = self.solver.layouts(questions, False, ROBOT_PATIENCE)
        return {
            key: TRICKS - max(value.tricks for value in values)
            for key, values in zip(keys, answers, strict=True)
        }

    def _points(
        self,
        contract: Contract | None,
        deal: int,
        tricks: Mapping[tuple[int, int, Seat], int],
        side: int,
    ) -> int:
        if contract is None or contract.declarer is None:
            return 0
        taken = tricks[deal, contract.strain, contract.declarer]
        points = points_of(contract, taken, self.table.vulnerable(contract.declarer))
        return points if contract.declarer % 2 == side else -points


def advantage(gains: Sequence[float]) -> float:
    """A mean gain less its error: what may be relied upon of it."""
    values = np.asarray(gains, dtype=np.float64)
    if len(values) < 2:
        return float(values.mean())
    return float(values.mean() - values.std(ddof=1) / np.sqrt(len(values)))
