"""What lies open to all: the bout, the discard pile, how many cards each holds, what was shown.

A position is this table and the hidden cards; a view is this table and one hand. So a player can
know nothing that is not written here or in the own hand, and both list the same moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from igroteka.contract import OVER, Seat
from igroteka.games.durak.cards import (
    Card,
    Cards,
    as_set,
    beaters,
    each,
    ranks,
    spelled,
    suit_of,
)
from igroteka.games.durak.notation import LAY, PASS, SHOW, TAKE, TRANSFER, Move
from igroteka.text import Text, plural

if TYPE_CHECKING:
    from igroteka.games.durak.rules import Durak

MOST_ATTACKS = 6
MOST_IN_VAIN = 50
"""After so many bouts in vain, one after the other, the game is a draw."""


@dataclass(frozen=True)
class PublicState:
    """Everything that every seat and a spectator may know."""

    game: Durak
    trump: Card
    """The card that was turned up; it is drawn last."""
    stock: int
    """How many cards are left to draw."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    known: tuple[Cards, ...]
    """Cards that each seat openly picked up or showed and still holds."""
    discard: Cards
    seen: Cards
    """Cards that lay on the table in earlier bouts, wherever they are now."""
    attacker: Seat
    defender: Seat
    turn: Seat
    inside: tuple[Seat, ...]
    """Seats that were in the game when this bout began."""
    limit: int
    """The most attack cards of this bout."""
    first_bout: bool
    attacks: tuple[Card, ...] = ()
    beats: tuple[Card, ...] = ()
    """`beats[i]` lies on `attacks[i]`; cards are beaten in the order in which they were laid."""
    taking: bool = False
    """The defender has said that he takes."""
    shown: Cards = 0
    """Trumps shown in this bout to pass the attack on."""
    in_vain: int = 0
    """Bouts in a row that ended by taking, no card being drawn and nobody getting out."""
    fools: tuple[Seat, ...] = ()
    """When the game is over: who lost it, or who share it in a draw."""

    @property
    def cards(self) -> Cards:
        """All cards on the table."""
        return as_set(self.attacks) | as_set(self.beats)

    @property
    def unbeaten(self) -> tuple[Card, ...]:
        """Attack cards that are not beaten yet."""
        return self.attacks[len(self.beats) :]

    @property
    def defending(self) -> bool:
        """Whether the defender is to beat, transfer or take."""
        return self.turn == self.defender

    @property
    def trumps(self) -> Cards:
        """All cards of the trump suit."""
        return suit_of(self.trump)

    @property
    def most_attacks(self) -> int:
        """The most attack cards in this bout against a full hand."""
        return self.game.first_bout if self.first_bout else MOST_ATTACKS

    def after(self, seat: Seat) -> Seat:
        """The next seat that is in the game."""
        later = [other for other in self.inside if other > seat]
        return later[0] if later else self.inside[0]

    def throwers(self) -> list[Seat]:
        """Seats that may throw in, in the order in which they are asked."""
        place = self.inside.index(self.attacker)
        order = [s for s in self.inside[place:] + self.inside[:place] if s != self.defender]
        if self.game.throwers == "neighbours":
            order = [s for s in order if s in (self.attacker, self.after(self.defender))]
        return order

    def playable(self, hand: Cards) -> Cards:
        """Cards of the hand to move that may be laid singly: to attack, to throw in, to beat."""
        if self.turn == OVER:
            return 0
        if self.defending:
            return hand & beaters(self.attacks[len(self.beats)], self.trump)
        return hand & ranks(self.cards) if self.attacks else hand

    def transferable(self, hand: Cards) -> Cards:
        """Cards with which the defender may pass the attack on."""
        fits = self._passes_on() and self.counts[self.after(self.defender)] > len(self.attacks)
        if not fits or len(self.attacks) >= self.most_attacks:
            return 0
        return hand & ranks(1 << self.attacks[0])

    def showable(self, hand: Cards) -> Cards:
        """Trumps which the defender may show to pass the attack on and keep them."""
        if self.game.transfer != "show" or not self._passes_on():
            return 0
        if self.counts[self.after(self.defender)] < len(self.attacks):
            return 0
        return hand & ranks(1 << self.attacks[0]) & self.trumps & ~self.shown

    def _passes_on(self) -> bool:
        return self.game.transfer != "no" and self.defending and not self.beats

    def moves(self, hand: Cards) -> Iterator[Move]:
        """What the seat to move may do with this hand."""
        if self.turn == OVER:
            return
        if not self.attacks and self.game.several:
            yield from self._leads(hand)
        else:
            yield from (Move(LAY, 1 << card) for card in each(self.playable(hand)))
        if self.defending:
            yield from (Move(TRANSFER, 1 << card) for card in each(self.transferable(hand)))
            yield from (Move(SHOW, 1 << card) for card in each(self.showable(hand)))
            yield Move(TAKE)
        elif self.attacks:
            yield Move(PASS)

    def _leads(self, hand: Cards) -> Iterator[Move]:
        """One card or several of one rank, no more than the bout may have."""
        left = hand
        while left:
            same = hand & ranks(left & -left)
            for size in range(1, min(same.bit_count(), self.limit) + 1):
                yield from (Move(LAY, as_set(some)) for some in combinations(each(same), size))
            left &= ~same

    def refusal(self, move: Move, hand: Cards) -> Text:
        """Which rule a move that is not among `moves` breaks, for the person who tried it."""
        if self.turn == OVER:
            return Text("the game is over, so nobody may move")
        if move.cards & ~hand:
            return Text(
                "{seat} does not hold {cards}",
                seat=self.game.seat_name(self.turn),
                cards=spelled(move.cards & ~hand),
            )
        if self.defending:
            return self._defence_refusal(move)
        if move.kind in (TAKE, TRANSFER, SHOW):
            seat = self.game.seat_name(self.defender)
            if move.kind == TAKE:
                return Text("only the defender, {seat}, may take the cards", seat=seat)
            return Text("only the defender, {seat}, may pass the attack on", seat=seat)
        if move.kind == PASS:
            return Text("the attacker must lay a card before anybody may pass")
        if not self.attacks:
            return self._lead_refusal(move)
        if move.cards.bit_count() > 1:
            return Text("cards are thrown in one by one")
        return Text(
            "{cards} can't be thrown in: no card of its rank is on the table",
            cards=spelled(move.cards),
        )

    def _lead_refusal(self, move: Move) -> Text:
        if not self.game.several:
            return Text("an attack begins with one card here; the option several=yes allows more")
        if move.cards & ~ranks(move.cards & -move.cards):
            return Text(
                "{cards}: cards laid together must be of one rank", cards=spelled(move.cards)
            )
        return self._too_many(self.limit)

    def _defence_refusal(self, move: Move) -> Text:
        attack = self.attacks[len(self.beats)]
        if move.kind == PASS:
            return Text("the defender can't pass: beat the card or take")
        if move.kind in (TRANSFER, SHOW):
            return self._transfer_refusal(move)
        if move.cards.bit_count() > 1:
            return Text("cards are beaten one by one, in the order in which they were laid")
        card = move.cards.bit_length() - 1
        if (card ^ attack) & 3 == 0:
            return Text(
                "{card} is not higher than {attack}",
                card=spelled(1 << card),
                attack=spelled(1 << attack),
            )
        if (attack ^ self.trump) & 3 == 0:
            return Text(
                "{attack} is a trump and only a higher trump beats it", attack=spelled(1 << attack)
            )
        return Text(
            "{card} does not beat {attack}: it takes a higher card of its suit or a trump",
            card=spelled(1 << card),
            attack=spelled(1 << attack),
        )

    def _transfer_refusal(self, move: Move) -> Text:
        follower, laid = self.after(self.defender), len(self.attacks)
        if self.game.transfer == "no":
            return Text("this table plays without transfers; the option transfer=yes allows them")
        if self.beats:
            return Text(
                "a card is beaten already, and the attack may be passed on only before that"
            )
        if not move.cards & ranks(1 << self.attacks[0]):
            return Text(
                "a transfer needs the rank of the attack, {card}",
                card=spelled(1 << self.attacks[0]),
            )
        if move.kind == SHOW:
            if self.game.transfer != "show":
                return Text("showing a trump does not pass the attack on; transfer=show allows it")
            if not move.cards & self.trumps:
                return Text(
                    "{card} is no trump, and only a trump passes on by showing",
                    card=spelled(move.cards),
                )
            if move.cards & self.shown:
                return Text("{card} was shown in this bout already", card=spelled(move.cards))
        elif laid >= self.most_attacks:
            return self._too_many(self.most_attacks)
        return plural(
            "{seat} holds only {count} card, too few for this attack",
            "{seat} holds only {count} cards, too few for this attack",
            count=self.counts[follower],
            seat=self.game.seat_name(follower),
        )

    def _too_many(self, most: int) -> Text:
        return plural(
            "no more than {count} attack card may be laid in this bout",
            "no more than {count} attack cards may be laid in this bout",
            count=most,
        )
