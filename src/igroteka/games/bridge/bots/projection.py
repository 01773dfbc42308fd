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
from igroteka.games.bridge.bidding.shown import Shown, shown_by
from igroteka.games.bridge.bidding.system import ANYTHING, Option, Situation, System
from igroteka.games.bridge.bots.valuing import points_of
from igroteka.games.bridge.cards import Cards
from igroteka.games.bridge.contracts import NOTRUMP, PASS, Bid, Call, Contract
from igroteka.games.bridge.doubledummy.questions import Layout
from igroteka.games.bridge.doubledummy.solver import ROBOT_PATIENCE, Solver
from igroteka.games.bridge.public import TRICKS, PublicState

MOST_CANDIDATES: Final = 4
NEAR: Final = 2
"""How many points a hand may lack, or have too many, for a call; of cards it may lack none."""
_SUIT: Final = 3
"""The cards that make a suit one's own, so that a bid in it is no mere signal."""
_STRENGTH: Final = frozenset((HCP, POINTS, OPENING, *SUPPORT))


def candidates(system: System, public: PublicState, hand: Cards) -> list[Call]:
    """The system's call first, then calls that the hand is nearly strong enough for.

    Every other call is natural, and the hand has the lengths, stoppers and aces that it tells of.
    Rules for any auction are left aside where the system has something more exact to say.
    """
    calls = public.auction.calls
    situation = system.situation(calls, public.dealer_vulnerability)
    row = measure(hand)
    chosen = situation.choose(hand)
    general = chosen.rule.general or chosen is ANYTHING
    near: dict[Call, int] = {}
    for call in dict.fromkeys(option.call for option in situation.options):
        distances = [
            _distance(option, row)
            for option in _natural(situation, calls, call)
            if general or not option.rule.general
        ]
        if distances and min(distances) <= NEAR:
            near[call] = min(distances)
    near.pop(chosen.call, None)
    others = sorted(near, key=lambda call: near[call])
    return [chosen.call, *others][:MOST_CANDIDATES]


def _natural(situation: Situation, calls: Sequence[Call], call: Call) -> list[Option]:
    """The options behind a call that is no convention and leaves no question unanswered."""
    options = situation.meant_by(call)
    own, partner = situation.shown[len(calls) % 4], situation.shown[(len(calls) + 2) % 4]
    if call == PASS:
        told = [option for option in options if option is not ANYTHING]
        return told or ([] if _asked(own, partner, calls) else options)
    if isinstance(call, Bid) and call.strain != NOTRUMP:
        return [
            option
            for option in options
            if _known((shown_by(option.tests, False), own, partner), call.strain) >= _SUIT
        ]
    return [] if any(option.rule.forcing for option in options) else options


def _asked(own: Shown, partner: Shown, calls: Sequence[Call]) -> bool:
    """Whether a pass would leave partner in a forcing call, or in a suit that neither has shown."""
    if len(calls) < 2 or calls[-1] != PASS:
        return False
    last = calls[-2]
    if isinstance(last, Bid) and last.strain != NOTRUMP:
        return partner.forcing or _known((own, partner), last.strain) < _SUIT
    return partner.forcing


def _known(told: Sequence[Shown], suit: int) -> int:
    """The cards that one of several is known to have in a suit."""
    return max(each.lengths[suit][0] for each in told)


def _distance(option: Option, row: Row) -> int:
    """How many points a hand is away from a rule; more than is near, if not in points alone."""
    total = 0
    for number, low, high in option.tests:
        outside = max(low - row[number], 0) + max(row[number] - high, 0)
        total += outside if number in _STRENGTH or not outside else NEAR + 1
    return total


class Projection:
    """What calls come to on sampled deals, for the seat that is to call."""

    def __init__(
        self,
        system: System,
        public: PublicState,
        deals: Sequence[tuple[Cards, ...]],
        solver: Solver,
    ) -> None:
        self.system = system
        self.public = public
        self.deals = deals
        self.solver = solver
        many = measure_many(as_matrix([hand for deal in deals for hand in deal]))
        self.rows: list[Row] = [tuple(row) for row in many.T.tolist()]

    def scores(self, calls: Sequence[Call]) -> Mapping[Call, list[int]]:
        """What each call scores for the caller's side on every deal. Raises `Unsolved`."""
        ends = {call: [self.end(call, n) for n in range(len(self.deals))] for call in calls}
        tricks = self._tricks(ends.values())
        side = self.public.auction.turn % 2
        return {
            call: [self._points(contract, n, tricks, side) for n, contract in enumerate(found)]
            for call, found in ends.items()
        }

    def end(self, call: Call, deal: int) -> Contract | None:
        """The contract that this call leads to on a deal, if all go on by the system."""
        auction = self.public.auction.add(call)
        dealer, calls = auction.dealer, auction.calls
        while len(calls) < 4 or calls[-3:] != (PASS, PASS, PASS):
            row = self.rows[4 * deal + (dealer + len(calls)) % 4]
            situation = self.system.situation(calls, self.public.dealer_vulnerability)
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
        points = points_of(contract, taken, self.public.vulnerable(contract.declarer))
        return points if contract.declarer % 2 == side else -points


def advantage(gains: Sequence[float]) -> float:
    """A mean gain less its error: what may be relied upon of it."""
    values = np.asarray(gains, dtype=np.float64)
    if len(values) < 2:
        return float(values.mean())
    return float(values.mean() - values.std(ddof=1) / np.sqrt(len(values)))
