"""What one seat sees: the open table and the own hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from igroteka.basics.pictures import card, ground, picture
from igroteka.contract import OVER, Json, Pointer, Seat, View
from igroteka.games.durak.cards import (
    SUITS,
    Card,
    Cards,
    as_set,
    card_name,
    deck,
    each,
    names,
    spelled,
)
from igroteka.games.durak.notation import LAY, PASS, SHOW, TAKE, Move
from igroteka.games.durak.public import MOST_IN_VAIN, PublicState
from igroteka.text import NOTHING, Text, listed, plural

if TYPE_CHECKING:
    from igroteka.games.durak.state import Position


@dataclass(frozen=True)
class DurakView(View):
    """The view of a seat; a spectator sees the table and no hand."""

    public: PublicState
    hand: Cards
    build: Callable[[PublicState, tuple[Cards, ...], tuple[Card, ...]], Position] = field(
        compare=False, repr=False
    )
    """What makes a position of what is open, the hands and the stock."""

    @property
    def turn(self) -> Seat:
        return self.public.turn

    def actions(self) -> Sequence[Move]:
        return tuple(self.public.moves(self.hand)) if self.seat == self.turn else ()

    @property
    def hidden(self) -> Cards:
        """Cards of which this seat does not know where they are."""
        public = self.public
        seen = self.hand | public.discard | public.cards | as_set((public.trump,))
        for cards in public.known:
            seen |= cards
        return deck(public.game.cards) & ~seen

    def possible(self, seat: Seat) -> Cards:
        """Cards that another seat may hold, those it is known to hold among them."""
        known = self.public.known[seat]
        return known | self.hidden if self.public.counts[seat] > known.bit_count() else known

    def sample(self, rng: random.Random) -> Position:
        public = self.public
        undealt = list(each(self._undealt))
        pool = list(each(self.hidden & ~self._undealt))
        rng.shuffle(pool)
        hands = []
        for seat, known in enumerate(public.known):
            if seat == self.seat:
                hands.append(self.hand)
                continue
            size = public.counts[seat] - known.bit_count()
            hands.append(known | as_set(pool[:size]))
            del pool[:size]
        pool += undealt
        rng.shuffle(pool)
        stock = (*pool, public.trump) if public.stock else ()
        return self.build(public, tuple(hands), stock)

    @property
    def _undealt(self) -> Cards:
        """Trumps below the one shown for the first attack: in the first bout all in the stock."""
        public = self.public
        shown = 0
        for cards in public.known:
            shown |= cards & public.trumps
        if not (public.first_bout and public.game.shows_trump and shown):
            return 0
        return self.hidden & public.trumps & ((shown & -shown) - 1)

    def explain(self, action: Move) -> Text:
        public = self.public
        if action.kind == TAKE:
            return Text("take all cards from the table")
        if action.kind == PASS:
            return Text("throw in nothing")
        if action.kind == LAY:
            if not public.attacks:
                return Text("attack with {cards}", cards=spelled(action.cards))
            if public.defending:
                return Text(
                    "beat {attack} with {card}",
                    attack=spelled(1 << public.unbeaten[0]),
                    card=spelled(action.cards),
                )
            return Text("throw in {cards}", cards=spelled(action.cards))
        cards, seat = spelled(action.cards), public.game.seat_name(public.after(public.defender))
        if action.kind == SHOW:
            return Text("show {cards} and pass the attack on to {seat}", cards=cards, seat=seat)
        return Text("lay {cards} and pass the attack on to {seat}", cards=cards, seat=seat)

    def ending(self) -> Text:
        if self.turn != OVER or self.public.in_vain < MOST_IN_VAIN:
            return NOTHING
        return Text(
            "{count} bouts in a row ended by taking, and no card was drawn", count=MOST_IN_VAIN
        )

    def picture(self) -> str:
        public = self.public
        if not public.attacks:
            return picture(ground("cloth"), card(card_name(public.trump), 20, 15.5))
        pairs = list(zip_longest(public.attacks, public.beats))[-2:]
        return picture(ground("cloth"), *(_pair(pair, at) for at, pair in enumerate(pairs)))

    def brief(self, action: Move) -> Text:
        if action.kind == TAKE:
            return Text("to take")
        if action.kind == PASS:
            return Text("to throw in nothing")
        if action.kind == LAY:
            return spelled(action.cards)
        return Text("to pass the attack on with {cards}", cards=spelled(action.cards))

    def where(self, action: Move) -> Pointer:
        public = self.public
        if action.kind in (TAKE, PASS):
            return Pointer(
                Text("Weigh what the cards on the table cost you and what they cost the others."),
                tuple(_list(public.cards)),
            )
        if action.kind != LAY:
            return Pointer(Text("You need not beat this yourself."), tuple(_list(public.cards)))
        if action.cards & public.trumps:
            return Pointer(Text("Look at your trumps."), tuple(_list(self.hand & public.trumps)))
        return Pointer(
            Text("Look at your cards that are no trumps."),
            tuple(_list(self.hand & ~public.trumps)),
        )

    def which(self, action: Move) -> Pointer:
        if not action.cards:
            return Pointer(Text("None of your cards is worth laying here."))
        cards = tuple(_list(action.cards))
        return Pointer(
            plural(
                "The card is {cards}.",
                "The cards are {cards}.",
                len(cards),
                cards=listed(spelled(1 << card) for card in each(action.cards)),
            ),
            cards,
        )

    def to_json(self) -> Json:
        public = self.public
        return {
            "seat": self.seat,
            "turn": public.turn,
            "hand": _list(self.hand),
            "trump": card_name(public.trump),
            "stock": public.stock,
            "counts": list(public.counts),
            "known": [_list(cards) for cards in public.known],
            "discard": _list(public.discard),
            "attacker": public.attacker,
            "defender": public.defender,
            "attacks": [card_name(card) for card in public.attacks],
            "beats": [card_name(card) for card in public.beats],
            "limit": public.limit,
            "taking": public.taking,
            "fools": list(public.fools),
            "actions": [str(action) for action in self.actions()],
        }

    def __str__(self) -> str:
        public = self.public
        lines = [self._headline(), ""]
        lines.append(f"trump {self._trump()}, {public.stock} cards in the stock")
        lines += [self._seat(seat) for seat in range(len(public.counts))]
        if public.attacks:
            lines += ["", "on the table: " + "   ".join(self._pairs())]
        if self.seat is not None:
            lines += ["", "your hand: " + names(self.hand)]
        return "\n".join(lines)

    def _trump(self) -> str:
        public = self.public
        return card_name(public.trump) if public.stock else SUITS[public.trump & 3]

    def _headline(self) -> str:
        public, name = self.public, self.public.game.seat_name
        if public.turn == OVER:
            fools = " and ".join(map(name, public.fools))
            return f"Game over: {fools} {'is the fool' if len(public.fools) == 1 else 'draw'}."
        if not public.attacks:
            return f"{name(public.turn)} attacks {name(public.defender)}."
        if public.defending:
            return f"{name(public.turn)} beats or takes."
        taking = f", as {name(public.defender)} takes" if public.taking else ""
        return f"{name(public.turn)} throws in or passes{taking}."

    def _seat(self, seat: Seat) -> str:
        public = self.public
        role = {public.attacker: ", attacks", public.defender: ", defends"}.get(seat, "")
        you = " (you)" if seat == self.seat else ""
        cards, known = public.counts[seat], public.known[seat]
        before = ": " if known.bit_count() == cards else ", among them "
        told = f"{before}{names(known)}" if known else ""
        return f"{public.game.seat_name(seat)}{you}: {cards} cards{told}{role}"

    def _pairs(self) -> list[str]:
        public = self.public
        beaten = [
            f"{card_name(attack)}/{card_name(beat)}"
            for attack, beat in zip(public.attacks, public.beats, strict=False)
        ]
        return beaten + [card_name(card) for card in public.unbeaten]


def _list(cards: Cards) -> list[str]:
    return [card_name(card) for card in each(cards)]


def _pair(pair: tuple[Card, Card | None], place: int) -> str:
    """An attack and what beats it, in a small picture."""
    attack, beat = pair
    left = 3 + 31 * place
    drawn = card(card_name(attack), left, 8)
    return drawn + (card(card_name(beat), left + 5, 24) if beat is not None else "")
