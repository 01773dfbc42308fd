"""Positions, and what every move does to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from igroteka.contract import OVER, IllegalMove, Seat, State
from igroteka.games.durak.cards import Card, Cards, as_set, card_name, each
from igroteka.games.durak.notation import LAY, PASS, SHOW, TAKE, Move
from igroteka.games.durak.public import MOST_ATTACKS, MOST_IN_VAIN, PublicState
from igroteka.games.durak.view import DurakView
from igroteka.text import Text

HAND = 6


class Start(NamedTuple):
    """A shuffled deck, dealt six cards a seat from its front, and who attacks first."""

    deck: tuple[Card, ...]
    attacker: Seat

    def __str__(self) -> str:
        return f"{' '.join(map(card_name, self.deck))} / {self.attacker + 1}"


@dataclass(frozen=True)
class Position(State):
    """The table, all hands and the stock in the order in which it will be drawn."""

    public: PublicState
    hands: tuple[Cards, ...]
    stock: tuple[Card, ...]
    start: Start | None = field(default=None, compare=False)
    """None in a position that was made up from a view and has no past."""

    @property
    def turn(self) -> Seat:
        return self.public.turn

    @property
    def deal(self) -> str:
        return str(self.start) if self.start else ""

    def actions(self) -> Sequence[Move]:
        if self.turn == OVER:
            return ()
        return tuple(self.public.moves(self.hands[self.turn]))

    def play(self, action: Move) -> Position:
        hand = self.hands[self.turn] if self.turn >= 0 else 0
        if action not in self.public.moves(hand):
            raise IllegalMove(self.public.refusal(action, hand))
        if action.kind == TAKE:
            taking = replace(self, public=replace(self.public, taking=True))
            return taking._ask(self.public.throwers() if self.public.game.after_take else [])
        if action.kind == PASS:
            return self._ask_after(self.turn)
        laid = self._laid(action)
        if action.kind != LAY:
            return laid._passed_on()
        return laid._answered(self.turn)

    def _laid(self, move: Move) -> Position:
        """The moved cards on the table, or for all to see."""
        public, seat = self.public, self.turn
        if move.kind == SHOW:
            known = _changed(public.known, seat, public.known[seat] | move.cards)
            return replace(
                self, public=replace(public, known=known, shown=public.shown | move.cards)
            )
        laid = tuple(each(move.cards))
        beating = public.defending and move.kind == LAY
        return replace(
            self,
            hands=_changed(self.hands, seat, self.hands[seat] & ~move.cards),
            public=replace(
                public,
                counts=_changed(public.counts, seat, public.counts[seat] - len(laid)),
                known=_changed(public.known, seat, public.known[seat] & ~move.cards),
                attacks=public.attacks if beating else public.attacks + laid,
                beats=public.beats + laid if beating else public.beats,
            ),
        )

    def _passed_on(self) -> Position:
        """The defender attacks the next seat with what lies on the table."""
        public = self.public
        follower = public.after(public.defender)
        limit = min(public.most_attacks, public.counts[follower])
        return replace(
            self,
            public=replace(
                public, attacker=public.defender, defender=follower, turn=follower, limit=limit
            ),
        )

    def _answered(self, seat: Seat) -> Position:
        """Who moves after this seat laid a card."""
        public = self.public
        if public.taking:
            order = public.throwers()
            return self._ask(order[order.index(seat) :])
        if public.unbeaten:
            return replace(self, public=replace(public, turn=public.defender))
        return self._ask(public.throwers())

    def _ask_after(self, seat: Seat) -> Position:
        order = self.public.throwers()
        return self._ask(order[order.index(seat) + 1 :])

    def _ask(self, order: Sequence[Seat]) -> Position:
        """The first of these seats that could throw in moves; when there is none, the bout ends.

        Seats are asked even if no card of theirs fits, as others must not learn that.
        """
        public = self.public
        if len(public.attacks) < public.limit:
            for seat in order:
                if public.counts[seat]:
                    return replace(self, public=replace(public, turn=seat))
        return self._end_bout()

    def _end_bout(self) -> Position:
        public, hands = self.public, list(self.hands)
        counts, known = list(public.counts), list(public.known)
        cards, defender = public.cards, public.defender
        if public.taking:
            hands[defender] |= cards
            known[defender] |= cards
            counts[defender] += cards.bit_count()
        drawn = 0
        place = public.inside.index(public.attacker)
        order = [s for s in public.inside[place:] + public.inside[:place] if s != defender]
        for seat in (*order, defender):
            fresh = as_set(self.stock[drawn : drawn + max(0, HAND - counts[seat])])
            hands[seat] |= fresh
            known[seat] |= fresh & (1 << public.trump)
            counts[seat] += fresh.bit_count()
            drawn += fresh.bit_count()
        after = replace(
            public,
            stock=public.stock - drawn,
            counts=tuple(counts),
            known=tuple(known),
            discard=public.discard if public.taking else public.discard | cards,
            in_vain=public.in_vain + 1 if public.taking and not drawn else 0,
            seen=public.seen | cards,
        )
        return replace(self, public=_next_bout(after), hands=tuple(hands), stock=self.stock[drawn:])

    def view(self, seat: Seat | None) -> DurakView:
        hand = 0 if seat is None else self.hands[seat]
        return DurakView(seat, self.public, hand, Position)

    def face_up(self) -> str:
        """The table with every hand, and the stock in the order in which it will be drawn."""
        table = str(DurakView(None, replace(self.public, known=self.hands), 0, Position))
        if not self.stock:
            return table
        return f"{table}\n\nthe stock from its top: {' '.join(map(card_name, self.stock))}"

    def scores(self) -> tuple[float, ...]:
        if self.turn != OVER:
            raise IllegalMove(Text("the game is not over: two or more players still hold cards"))
        fools = self.public.fools
        share = 0.0 if len(fools) == 1 else 0.5
        return tuple(share if seat in fools else 1.0 for seat in range(len(self.hands)))

    def disguise(self, seat: Seat | None, rng: random.Random) -> Position:
        """The same table with the cards that this seat can't see permuted."""
        hidden = [
            0 if other == seat else hand & ~self.public.known[other]
            for other, hand in enumerate(self.hands)
        ]
        pool = [card for cards in hidden for card in each(cards)] + list(self.stock[:-1])
        rng.shuffle(pool)
        hands = []
        for cards, hand in zip(hidden, self.hands, strict=True):
            size = cards.bit_count()
            hands.append(hand & ~cards | as_set(pool[:size]))
            del pool[:size]
        return Position(self.public, tuple(hands), (*pool, *self.stock[-1:]))


def _next_bout(public: PublicState) -> PublicState:
    """The table cleared for the next bout, or the end of the game."""
    inside = tuple(seat for seat in public.inside if public.counts[seat])
    in_vain = public.in_vain if inside == public.inside else 0
    if len(inside) < 2:
        fools = inside or (public.inside if public.game.draws else (public.defender,))
        cleared = replace(public, turn=OVER, fools=fools, in_vain=0)
    elif in_vain == MOST_IN_VAIN:
        cleared = replace(public, turn=OVER, fools=inside)
    else:
        staying = replace(public, inside=inside, in_vain=in_vain)
        begins = public.defender in inside and not public.taking
        attacker = public.defender if begins else staying.after(public.defender)
        defender = staying.after(attacker)
        limit = min(MOST_ATTACKS, public.counts[defender])
        cleared = replace(staying, attacker=attacker, defender=defender, turn=attacker, limit=limit)
    return replace(cleared, first_bout=False, attacks=(), beats=(), taking=False, shown=0)


def _changed(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
