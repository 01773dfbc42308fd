"""Positions, and what calls, cards and claims do to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from igroteka.contract import IllegalMove, Seat, State
from igroteka.games.bridge.boards import Board
from igroteka.games.bridge.cards import Card, Cards, as_set, each
from igroteka.games.bridge.contracts import Bid, Other
from igroteka.games.bridge.notation import Action, Answer, Claim
from igroteka.games.bridge.public import PublicState
from igroteka.games.bridge.view import BridgeView
from igroteka.text import Text, quoted


@dataclass(frozen=True)
class Position(State):
    """The open table and the board with all four hands."""

    public: PublicState
    board: Board

    @property
    def turn(self) -> Seat:
        return self.public.turn

    @property
    def stage(self) -> str:
        return "card" if self.public.auction.over else "call"

    @property
    def deal(self) -> str:
        return str(self.board)

    def held(self, seat: Seat) -> Cards:
        """The cards that a seat has not yet played."""
        return self.board.hands[seat] & ~self.public.played

    def actions(self) -> Sequence[Action]:
        due = self.public.due
        return self.public.actions(0 if due is None else self.held(due))

    def play(self, action: Action) -> Position:
        after = self._played(action)
        return after._shown() if after.public.over else after

    def _shown(self) -> Position:
        """All hands lie face up, as when the board is over."""
        return replace(self, public=replace(self.public, faced=self.board.hands))

    def _played(self, action: Action) -> Position:
        if isinstance(action, Bid | Other):
            return replace(self, public=self.public.called(action))
        if isinstance(action, Card):
            return self._card(action)
        if isinstance(action, Claim):
            claimer = self.turn
            public = self.public.asked(action)
            return replace(self, public=public.facing(claimer, self.board.hands[claimer]))
        if isinstance(action, Answer):
            return replace(self, public=self.public.answered(action))
        raise IllegalMove(Text("{text} is no action of bridge", text=quoted(str(action))))

    def _card(self, card: Card) -> Position:
        public, due = self.public, self.public.due
        if reason := public.card_refusal(card, 0 if due is None else self.held(due)):
            raise IllegalMove(reason)
        public = public.laid(card)
        if len(public.cards) == 1:
            assert public.dummy is not None
            public = public.facing(public.dummy, self.board.hands[public.dummy])
        return replace(self, public=public)

    def view(self, seat: Seat | None) -> BridgeView:
        hand = 0 if seat is None else self.board.hands[seat]
        return BridgeView(seat, self.public, hand, Position)

    def face_up(self) -> str:
        return str(self._shown().view(None))

    def scores(self) -> tuple[float, ...]:
        points = self.public.north_south_points
        if points is None:
            raise IllegalMove(Text("the board is not over, so it has no score yet"))
        return tuple(float(-points if seat % 2 else points) for seat in range(4))

    def disguise(self, seat: Seat | None, rng: random.Random) -> Position:
        """The same table with the cards that this seat can't see permuted.

        Cards move only between hands that have not shown out of their suits.
        """
        known, voids = self.public.faced, self.public.voids()
        hidden = [0 if other == seat or known[other] else self.held(other) for other in range(4)]
        hands = list(self.board.hands)
        for _ in range(200):
            one, two = rng.randrange(4), rng.randrange(4)
            if not (hidden[one] and hidden[two]):
                continue
            given, taken = rng.choice(list(each(hidden[one]))), rng.choice(list(each(hidden[two])))
            if voids[one] >> taken.suit & 1 or voids[two] >> given.suit & 1 or one == two:
                continue
            swap = as_set((given, taken))
            for place in (one, two):
                hidden[place] ^= swap
                hands[place] ^= swap
        north, east, south, west = hands
        board = replace(self.board, hands=(north, east, south, west))
        return replace(self, board=board)
