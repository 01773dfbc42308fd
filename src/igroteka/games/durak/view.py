"""What one seat sees: the open table and the own hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from igroteka.contract import OVER, Json, Seat, View
from igroteka.games.durak.cards import (
    LAY,
    PASS,
    SHOW,
    SUITS,
    TAKE,
    Cards,
    Move,
    as_set,
    card_name,
    deck,
    each,
    names,
)
from igroteka.games.durak.public import PublicState

if TYPE_CHECKING:
    from igroteka.games.durak.state import Position


@dataclass(frozen=True)
class DurakView(View):
    """The view of a seat; a spectator sees the table and no hand."""

    table: PublicState
    hand: Cards

    @property
    def turn(self) -> Seat:
        return self.table.turn

    def actions(self) -> Sequence[Move]:
        return tuple(self.table.moves(self.hand)) if self.seat == self.turn else ()

    @property
    def hidden(self) -> Cards:
        """Cards of which this seat does not know where they are."""
        table = self.table
        seen = self.hand | table.discard | table.cards | as_set((table.trump,))
        for cards in table.known:
            seen |= cards
        return deck(table.game.cards) & ~seen

    def possible(self, seat: Seat) -> Cards:
        """Cards that another seat may hold, those it is known to hold among them."""
        known = self.table.known[seat]
        return known | self.hidden if self.table.counts[seat] > known.bit_count() else known

    def sample(self, rng: random.Random) -> Position:
        from igroteka.games.durak.state import Position

        table = self.table
        undealt = list(each(self._undealt))
        pool = list(each(self.hidden & ~self._undealt))
        rng.shuffle(pool)
        hands = []
        for seat, known in enumerate(table.known):
            if seat == self.seat:
                hands.append(self.hand)
                continue
            size = table.counts[seat] - known.bit_count()
            hands.append(known | as_set(pool[:size]))
            del pool[:size]
        pool += undealt
        rng.shuffle(pool)
        stock = (*pool, table.trump) if table.stock else ()
        return Position(table, tuple(hands), stock)

    @property
    def _undealt(self) -> Cards:
        """Trumps below the one shown for the first attack: in the first bout all in the stock."""
        table = self.table
        shown = 0
        for cards in table.known:
            shown |= cards & table.trumps
        if not (table.first_bout and table.game.first == "lowest-trump" and shown):
            return 0
        return self.hidden & table.trumps & ((shown & -shown) - 1)

    def explain(self, action: Move) -> str:
        table = self.table
        if action.kind == TAKE:
            return "take all cards from the table"
        if action.kind == PASS:
            return "throw in nothing"
        if action.kind == LAY:
            if not table.attacks:
                return f"attack with {names(action.cards)}"
            if table.defending:
                return f"beat {card_name(table.unbeaten[0])} with {names(action.cards)}"
            return f"throw in {names(action.cards)}"
        verb = "show" if action.kind == SHOW else "lay"
        follower = table.game.seat_name(table.after(table.defender))
        return f"{verb} {names(action.cards)} and pass the attack on to {follower}"

    def to_json(self) -> Json:
        table = self.table
        return {
            "seat": self.seat,
            "turn": table.turn,
            "hand": _list(self.hand),
            "trump": card_name(table.trump),
            "stock": table.stock,
            "counts": list(table.counts),
            "known": [_list(cards) for cards in table.known],
            "discard": _list(table.discard),
            "attacker": table.attacker,
            "defender": table.defender,
            "attacks": [card_name(card) for card in table.attacks],
            "beats": [card_name(card) for card in table.beats],
            "limit": table.limit,
            "taking": table.taking,
            "fools": list(table.fools),
            "actions": [str(action) for action in self.actions()],
        }

    def __str__(self) -> str:
        table = self.table
        lines = [self._headline(), ""]
        lines.append(f"trump {self._trump()}, {table.stock} cards in the stock")
        lines += [self._seat(seat) for seat in range(len(table.counts))]
        if table.attacks:
            lines += ["", "on the table: " + "   ".join(self._pairs())]
        if self.seat is not None:
            lines += ["", "your hand: " + names(self.hand)]
        return "\n".join(lines)

    def _trump(self) -> str:
        table = self.table
        return card_name(table.trump) if table.stock else SUITS[table.trump & 3]

    def _headline(self) -> str:
        table, name = self.table, self.table.game.seat_name
        if table.turn == OVER:
            fools = " and ".join(map(name, table.fools))
            return f"Game over: {fools} {'is the fool' if len(table.fools) == 1 else 'draw'}."
        if not table.attacks:
            return f"{name(table.turn)} attacks {name(table.defender)}."
        if table.defending:
            return f"{name(table.turn)} beats or takes."
        taking = f", as {name(table.defender)} takes" if table.taking else ""
        return f"{name(table.turn)} throws in or passes{taking}."

    def _seat(self, seat: Seat) -> str:
        table = self.table
        role = {table.attacker: ", attacks", table.defender: ", defends"}.get(seat, "")
        you = " (you)" if seat == self.seat else ""
        known = f", among them {names(table.known[seat])}" if table.known[seat] else ""
        return f"{table.game.seat_name(seat)}{you}: {table.counts[seat]} cards{known}{role}"

    def _pairs(self) -> list[str]:
        table = self.table
        beaten = [
            f"{card_name(attack)}/{card_name(beat)}"
            for attack, beat in zip(table.attacks, table.beats, strict=False)
        ]
        return beaten + [card_name(card) for card in table.unbeaten]


def _list(cards: Cards) -> list[str]:
    return [card_name(card) for card in each(cards)]
