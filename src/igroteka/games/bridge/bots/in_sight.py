"""What the cards as they lie say of a decision: where calls lead, how many tricks cards take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from igroteka.contract import Action
from igroteka.games.bridge.bidding.system import System
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.bots.projection import Projection
from igroteka.games.bridge.bots.valuing import Valuer, compare, points_of
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import Bid, Call, Contract
from igroteka.games.bridge.doubledummy.questions import Layout, Solution, TableQuestion
from igroteka.games.bridge.doubledummy.solver import own_solver
from igroteka.games.bridge.public import PublicState
from igroteka.games.bridge.state import Position
from igroteka.games.bridge.words import bid_text, card_text
from igroteka.text import NOTHING, Text, plural


class Outcome(NamedTuple):
    """What an action comes to if all go on as they should."""

    tricks: int
    """Of declarer after a call, of the side that plays it after a card, in all."""
    contract: Contract | None = None
    """Where a call leads; None where all pass, and of cards."""


@dataclass(frozen=True)
class InSight:
    """The actions of a position, valued with all cards in sight."""

    public: PublicState
    values: Mapping[Action, float]
    outcomes: Mapping[Action, Outcome]
    unsound: frozenset[Action] = frozenset()
    """Calls that can't be recommended: they are, or lead to, contracts that fail."""

    def better_than(self, played: Action) -> list[Action]:
        """What would have been better as the cards lie."""
        least = self.values[played]
        sound = (each for each in self.values if each not in self.unsound)
        return [each for each in sound if self.values[each] > least]

    def ranked(self, played: Action, known: Mapping[Action, float]) -> list[tuple[Action, float]]:
        """The values, best first; what could not be known to be better counts as much as `played`.

        `known` are the values of what is better by what the seat could know.
        """
        own, better = self.values[played], self.better_than(played)
        found = {}
        for action, value in self.values.items():
            gain = value - own
            if gain > 0:
                told = known[action] - known[played] if action in known else 0.0
                gain = max(0.0, min(gain, told)) if action in better else 0.0
            found[action] = own + gain
        return sorted(found.items(), key=lambda item: -item[1])

    def remark(self, action: Action) -> Text:
        """Where an action leads as the cards lie."""
        outcome = self.outcomes.get(action)
        if outcome is None:
            return NOTHING
        if isinstance(action, Card):
            return plural(
                "With {card} the side takes {count} trick in all as the cards lie.",
                "With {card} the side takes {count} tricks in all as the cards lie.",
                outcome.tricks,
                card=card_text(action),
            )
        contract = outcome.contract
        if contract is None or contract.declarer is None:
            return NOTHING
        parts = {"contract": bid_text(contract.bid), "seat": SEATS[contract.declarer]}
        missing = contract.needed - outcome.tricks
        if missing <= 0:
            return Text("It leads to {contract} by {seat}, which makes.", **parts)
        return plural(
            "It leads to {contract} by {seat}, which goes down by {count} trick.",
            "It leads to {contract} by {seat}, which goes down by {count} tricks.",
            missing,
            **parts,
        )


def cards_in_sight(state: Position) -> InSight:
    """Every card that may be played. Raises `Unsolved`."""
    public = state.public
    assert public.contract is not None
    assert public.due is not None
    hands = tuple(state.held(seat) for seat in range(4))
    trick = tuple(map(int, public.trick))
    layout = Layout(public.contract.strain, public.leaders[-1], trick, hands)
    (answer,) = own_solver().layouts([layout])
    values: dict[Action, float] = {}
    values |= Valuer(public).values({card: [tricks] for card, tricks in answer})
    won = public.won(public.due)
    return InSight(public, values, {card: Outcome(won + tricks) for card, tricks in answer})


@lru_cache(maxsize=16)
def _table(question: TableQuestion) -> Solution:
    return own_solver().tables([question])[0]


def calls_in_sight(state: Position, system: System, calls: Sequence[Call]) -> InSight:
    """These calls, the auction going on by the system. Raises `Unsolved`."""
    public, side = state.public, state.turn % 2
    solution = _table(TableQuestion.of(state.board))
    projection = Projection(system, public, [state.board.hands], own_solver())
    outcomes: dict[Action, Outcome] = {}
    points: dict[Action, list[int]] = {}
    unsound = set()
    for call in calls:
        contract = projection.end(call, 0)
        if contract is None or contract.declarer is None:
            outcomes[call], points[call] = Outcome(0), [0]
            continue
        tricks = solution.tricks[contract.strain][contract.declarer]
        score = points_of(contract, tricks, public.vulnerable(contract.declarer))
        own = contract.declarer % 2 == side
        outcomes[call], points[call] = Outcome(tricks, contract), [score if own else -score]
        if (own and tricks < contract.needed) or not _makes(call, solution, side):
            unsound.add(call)
    return InSight(public, compare(public.game.scoring, points), outcomes, frozenset(unsound))


def _makes(call: Call, solution: Solution, side: int) -> bool:
    """Whether a bid, as a contract of this side, makes; other calls are no contracts."""
    if not isinstance(call, Bid):
        return True
    tricks = solution.tricks[call.strain]
    return max(tricks[side], tricks[side + 2]) >= 6 + call.level
