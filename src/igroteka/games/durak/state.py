"""Positions, and what every move does to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from igroteka.contract import OVER, IllegalMove, Seat, State
from igroteka.games.durak.cards import (
    LAY,
    PASS,
    SHOW,
    TAKE,
    Card,
    Cards,
    Move,
    as_set,
    card_name,
    each,
)
from igroteka.games.durak.public import MOST_ATTACKS, PublicState
from igroteka.games.durak.view import DurakView

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

    table: PublicState
    hands: tuple[Cards, ...]
    stock: tuple[Card, ...]
    start: Start | None = field(default=None, compare=False)
    """None in a position that was made up from a view and has no past."""

    @property
    def turn(self) -> Seat:
        return self.table.turn

    @property
    def deal(self) -> str:
        return str(self.start) if self.start else ""

    def actions(self) -> Sequence[Move]:
        if self.turn == OVER:
            return ()
        return tuple(self.table.moves(self.hands[self.turn]))

    def play(self, action: Move) -> Position:
        hand = self.hands[self.turn] if self.turn >= 0 else 0
        if action not in self.table.moves(hand):
            raise IllegalMove(self.table.refusal(action, hand))
        if action.kind == TAKE:
            taking = replace(self, table=replace(self.table, taking=True))
            return taking._ask(self.table.throwers() if self.table.game.after_take else [])
        if action.kind == PASS:
            return self._ask_after(self.turn)
        laid = self._laid(action)
        if action.kind != LAY:
            return laid._passed_on()
        return laid._answered(self.turn)

    def _laid(self, move: Move) -> Position:
        """The moved cards on the table, or for all to see."""
        table, seat = self.table, self.turn
        if move.kind == SHOW:
            known = _changed(table.known, seat, table.known[seat] | move.cards)
            return replace(self, table=replace(table, known=known, shown=table.shown | move.cards))
        laid = tuple(each(move.cards))
        beating = table.defending and move.kind == LAY
        return replace(
            self,
            hands=_changed(self.hands, seat, self.hands[seat] & ~move.cards),
            table=replace(
                table,
                counts=_changed(table.counts, seat, table.counts[seat] - len(laid)),
                known=_changed(table.known, seat, table.known[seat] & ~move.cards),
                attacks=table.attacks if beating else table.attacks + laid,
                beats=table.beats + laid if beating else table.beats,
            ),
        )

    def _passed_on(self) -> Position:
        """The defender attacks the next seat with what lies on the table."""
        table = self.table
        follower = table.after(table.defender)
        limit = min(table.most_attacks, table.counts[follower])
        return replace(
            self,
            table=replace(
                table, attacker=table.defender, defender=follower, turn=follower, limit=limit
            ),
        )

    def _answered(self, seat: Seat) -> Position:
        """Who moves after this seat laid a card."""
        table = self.table
        if table.taking:
            order = table.throwers()
            return self._ask(order[order.index(seat) :])
        if table.unbeaten:
            return replace(self, table=replace(table, turn=table.defender))
        return self._ask(table.throwers())

    def _ask_after(self, seat: Seat) -> Position:
        order = self.table.throwers()
        return self._ask(order[order.index(seat) + 1 :])

    def _ask(self, order: Sequence[Seat]) -> Position:
        """The first of these seats that could throw in moves; when there is none, the bout ends.

        Seats are asked even if no card of theirs fits, as others must not learn that.
        """
        table = self.table
        if len(table.attacks) < table.limit:
            for seat in order:
                if table.counts[seat]:
                    return replace(self, table=replace(table, turn=seat))
        return self._end_bout()

    def _end_bout(self) -> Position:
        table, hands = self.table, list(self.hands)
        counts, known = list(table.counts), list(table.known)
        cards, defender = table.cards, table.defender
        if table.taking:
            hands[defender] |= cards
            known[defender] |= cards
            counts[defender] += cards.bit_count()
        drawn = 0
        place = table.inside.index(table.attacker)
        order = [s for s in table.inside[place:] + table.inside[:place] if s != defender]
        for seat in (*order, defender):
            fresh = as_set(self.stock[drawn : drawn + max(0, HAND - counts[seat])])
            hands[seat] |= fresh
            known[seat] |= fresh & (1 << table.trump)
            counts[seat] += fresh.bit_count()
            drawn += fresh.bit_count()
        after = replace(
            table,
            stock=table.stock - drawn,
            counts=tuple(counts),
            known=tuple(known),
            discard=table.discard if table.taking else table.discard | cards,
            seen=table.seen | cards,
        )
        return replace(self, table=_next_bout(after), hands=tuple(hands), stock=self.stock[drawn:])

    def view(self, seat: Seat | None) -> DurakView:
        return DurakView(seat, self.table, 0 if seat is None else self.hands[seat])

    def scores(self) -> tuple[float, ...]:
        if self.turn != OVER:
            raise IllegalMove("the game is not over: two or more players still hold cards")
        fools = self.table.fools
        share = 0.0 if len(fools) == 1 else 0.5
        return tuple(share if seat in fools else 1.0 for seat in range(len(self.hands)))

    def disguise(self, seat: Seat | None, rng: random.Random) -> Position:
        """The same table with the cards that this seat can't see permuted."""
        hidden = [
            0 if other == seat else hand & ~self.table.known[other]
            for other, hand in enumerate(self.hands)
        ]
        pool = [card for cards in hidden for card in each(cards)] + list(self.stock[:-1])
        rng.shuffle(pool)
        hands = []
        for cards, hand in zip(hidden, self.hands, strict=True):
            size = cards.bit_count()
            hands.append(hand & ~cards | as_set(pool[:size]))
            del pool[:size]
        return Position(self.table, tuple(hands), (*pool, *self.stock[-1:]))


def _next_bout(table: PublicState) -> PublicState:
    """The table cleared for the next bout, or the end of the game."""
    inside = tuple(seat for seat in table.inside if table.counts[seat])
    if len(inside) < 2:
        fools = inside or (table.inside if table.game.draws else (table.defender,))
        cleared = replace(table, turn=OVER, fools=fools)
    else:
        staying = replace(table, inside=inside)
        begins = table.defender in inside and not table.taking
        attacker = table.defender if begins else staying.after(table.defender)
        defender = staying.after(attacker)
        limit = min(MOST_ATTACKS, table.counts[defender])
        cleared = replace(staying, attacker=attacker, defender=defender, turn=attacker, limit=limit)
    return replace(cleared, first_bout=False, attacks=(), beats=(), taking=False, shown=0)


def _changed(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
