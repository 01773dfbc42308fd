"""What one seat sees: the open table and the own hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from igroteka.contract import OVER, Json, Seat, View
from igroteka.games.bridge.boards import VULNERABILITIES, Board
from igroteka.games.bridge.cards import DECK, Card, Cards
from igroteka.games.bridge.contracts import Bid, Other
from igroteka.games.bridge.layouts import deal_out
from igroteka.games.bridge.public import AGREE, Action, Answer, Claim, PublicState, names
from igroteka.games.bridge.words import call_words, card_words

if TYPE_CHECKING:
    from igroteka.games.bridge.state import Position


@dataclass(frozen=True)
class BridgeView(View):
    """The view of a seat; a spectator sees the table and no hand that is not face up."""

    table: PublicState
    hand: Cards
    """The thirteen cards that this seat was dealt; none for a spectator."""

    @property
    def turn(self) -> Seat:
        return self.table.turn

    def known(self, seat: Seat) -> Cards:
        """The thirteen cards of a seat if this one sees them, else none."""
        return self.hand if seat == self.seat else self.table.faced[seat]

    def held(self, seat: Seat) -> Cards:
        """The cards that a seat still holds, as far as this one sees them; none if hidden."""
        return self.known(seat) & ~self.table.played

    def left(self, seat: Seat) -> int:
        """How many cards a seat still holds."""
        return 13 - sum(other == seat for other, _ in self.table.plays())

    @property
    def hidden(self) -> Cards:
        """Cards of which this seat does not know where they are."""
        seen = self.table.played
        for seat in range(4):
            seen |= self.known(seat)
        return DECK & ~seen

    def actions(self) -> Sequence[Action]:
        if self.seat != self.turn:
            return ()
        due = self.table.due
        return self.table.actions(0 if due is None else self.held(due))

    def sample(self, rng: random.Random) -> Position:
        unknown = [seat for seat in range(4) if not self.known(seat)]
        voids = self.table.voids()
        room = [self.left(seat) for seat in unknown]
        dealt = deal_out(self.hidden, room, [voids[seat] for seat in unknown], rng)
        return self.position(dict(zip(unknown, dealt, strict=True)))

    def position(self, held: dict[Seat, Cards]) -> Position:
        """The position in which the hidden hands still hold these cards."""
        from igroteka.games.bridge.state import Position

        hands = [self.known(seat) | held.get(seat, 0) for seat in range(4)]
        for seat, card in self.table.plays():
            hands[seat] |= 1 << card
        north, east, south, west = hands
        table = self.table
        board = Board(
            (north, east, south, west), table.number, table.auction.dealer, table.vulnerability
        )
        return Position(table, board)

    def explain(self, action: Action) -> str:
        if isinstance(action, Bid | Other):
            return call_words(action)
        if isinstance(action, Claim):
            return f"claim {action.tricks} tricks in all"
        if isinstance(action, Answer):
            return "agree to the claim" if action == AGREE else "refuse the claim"
        table = self.table
        from_dummy = table.due is not None and table.due == table.dummy
        return card_words(Card(action)) + (" (from dummy)" if from_dummy else "")

    def meanings(self) -> Sequence[str]:
        """What the calls so far tell in the house's system."""
        from igroteka.games.bridge.bidding.system import natural

        return natural().meanings(self.table.auction.calls, self.table.dealer_vulnerability)

    def to_json(self) -> Json:
        table = self.table
        contract = table.contract if table.auction.over else None
        before = table.cards[: len(table.cards) // 4 * 4][-4:]
        return {
            "seat": self.seat,
            "turn": table.turn,
            "board": table.number,
            "dealer": table.auction.dealer,
            "vulnerability": VULNERABILITIES[table.vulnerability],
            "hands": [names(self.held(seat)) if self.known(seat) else None for seat in range(4)],
            "counts": [self.left(seat) for seat in range(4)],
            "auction": [
                {"seat": table.auction.caller(place), "call": str(call)}
                for place, call in enumerate(table.auction.calls)
            ],
            "contract": str(contract) if contract else None,
            "declarer": table.declarer,
            "dummy": table.dummy,
            "due": table.due,
            "trick": _trick(table.leaders[-1], table.trick) if table.leaders else [],
            "last_trick": _trick(table.leaders[-2], before) if before else [],
            "played": [{"seat": seat, "card": str(card)} for seat, card in table.plays()],
            "tricks": [table.won(0), table.won(1)],
            "claim": _claim(table),
            "declarer_tricks": table.declarer_tricks if table.turn == OVER else None,
            "score": table.north_south_points,
            "actions": [str(action) for action in self.actions()],
        }

    def __str__(self) -> str:
        from igroteka.games.bridge.drawing import draw

        return draw(self)


def _trick(leader: Seat, cards: Sequence[Card]) -> Json:
    return [{"seat": (leader + at) % 4, "card": str(card)} for at, card in enumerate(cards)]


def _claim(table: PublicState) -> Json:
    pending = table.pending
    if pending is None:
        return None
    return {"seat": pending.seat, "tricks": pending.tricks, "waiting": list(pending.waiting)}
