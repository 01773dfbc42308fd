"""The trick in progress as the hand that is due sees it."""

from __future__ import annotations

from functools import cached_property

from igroteka.contract import Seat
from igroteka.games.bridge.bots.cardplay.combination import Combination
from igroteka.games.bridge.cards import Card, Cards, each, in_suit, length
from igroteka.games.bridge.contracts import NOTRUMP
from igroteka.games.bridge.public import winner
from igroteka.games.bridge.view import BridgeView


class Outlook:
    """What a player goes by when it chooses a card for the hand that is due."""

    def __init__(self, view: BridgeView) -> None:
        public = view.public
        assert public.contract is not None
        assert public.due is not None
        assert public.declarer is not None
        self.view = view
        self.public = public
        self.due: Seat = public.due
        self.partner: Seat = (public.due + 2) % 4
        self.strain = public.contract.strain
        self.trick = public.trick
        self.declaring = public.due % 2 == public.declarer % 2
        self.hand: Cards = view.held(self.due)
        self.legal: Cards = public.playable(self.hand)

    @cached_property
    def choices(self) -> list[Card]:
        """The cards that may be played, lowest first."""
        return list(each(self.legal))

    @cached_property
    def unseen(self) -> Cards:
        """Cards in hands that the player does not see."""
        return self.view.hidden

    def seen(self, seat: Seat) -> Cards:
        """The cards of a hand that the player sees; none of a hidden one."""
        return self.view.held(seat)

    @cached_property
    def partner_hand(self) -> Cards:
        """Partner's cards if they are in sight: declarer and dummy see each other."""
        return self.seen(self.partner) if self.declaring else 0

    @cached_property
    def against(self) -> Cards:
        """Cards that opponents hold or may hold."""
        found = self.unseen
        for seat in ((self.due + 1) % 4, (self.due + 3) % 4):
            found |= self.seen(seat)
        return found

    @cached_property
    def trumps(self) -> bool:
        """Whether there are trumps."""
        return self.strain != NOTRUMP

    def trump_count(self, cards: Cards) -> int:
        """How many of the cards are trumps."""
        return length(cards, self.strain) if self.trumps else 0

    @cached_property
    def voids(self) -> tuple[int, int, int, int]:
        """What hidden hands have shown out of, one bit a suit."""
        return self.public.voids()

    def may_hold(self, seat: Seat) -> Cards:
        """Cards that a seat holds or may hold."""
        if self.view.known(seat):
            return self.seen(seat)
        cards = self.unseen
        for suit in range(4):
            if self.voids[seat] >> suit & 1:
                cards &= ~in_suit(cards, suit)
        return cards

    def is_master(self, card: Card) -> bool:
        """Whether no opponent can have a higher card of its suit."""
        return in_suit(self.against, card.suit) >> (card + 1) == 0

    @cached_property
    def best(self) -> Card:
        """The card that wins the trick so far."""
        return self.trick[winner(self.trick, self.strain)]

    @cached_property
    def best_seat(self) -> Seat:
        """Whose card wins the trick so far."""
        return (self.public.leaders[-1] + winner(self.trick, self.strain)) % 4

    @cached_property
    def leads(self) -> list[tuple[Seat, Card]]:
        """Who led what to each trick that is over."""
        public = self.public
        return [
            (leader, public.cards[4 * at])
            for at, leader in enumerate(public.leaders[: len(public.cards) // 4])
        ]

    @cached_property
    def opponents(self) -> tuple[Seat, Seat]:
        """The seat that plays next and the one before."""
        return (self.due + 1) % 4, (self.due + 3) % 4

    def may_ruff(self, seat: Seat, suit: int) -> bool:
        """Whether a seat is known to be out of a suit and may have a trump."""
        if not self.trumps or suit == self.strain:
            return False
        cards = self.may_hold(seat)
        if self.view.known(seat):
            out = not in_suit(cards, suit)
        else:
            out = bool(self.voids[seat] >> suit & 1)
        return out and bool(in_suit(cards, self.strain))

    def is_cashable(self, card: Card) -> bool:
        """Whether a card wins if it is led, as far as is known."""
        return self.is_master(card) and not any(
            self.may_ruff(seat, card.suit) for seat in self.opponents
        )

    def combination(self, suit: int) -> Combination:
        """One suit of declarer's two hands."""
        out = in_suit(self.against, suit)
        split = not any(self.voids[seat] >> suit & 1 for seat in self.opponents)
        own, other = in_suit(self.hand, suit), in_suit(self.partner_hand, suit)
        followed = sum(card.suit == suit for card in self.trick[-1::-2])
        return Combination(own, other, out, split, followed)

    def beats(self, card: Card, other: Card) -> bool:
        """Whether a card played after another wins over it."""
        if card.suit == other.suit:
            return card > other
        return self.trumps and card.suit == self.strain

    def beaten_by(self, card: Card, cards: Cards) -> bool:
        """Whether a hand with these cards could beat this one in the trick in progress."""
        suit = self.trick[0].suit if self.trick else card.suit
        following = in_suit(cards, suit)
        if following:
            return any(self.beats(each_card, card) for each_card in each(following))
        return any(self.beats(each_card, card) for each_card in each(cards))

    def later(self) -> list[Seat]:
        """The opponents who still play to this trick."""
        played = len(self.trick)
        seats = [(self.due + step) % 4 for step in range(1, 4 - played)]
        return [seat for seat in seats if seat % 2 != self.due % 2]

    def holds_up(self, card: Card) -> bool:
        """Whether no opponent who still plays can beat this card, as far as is known."""
        return not any(self._may_beat(seat, card) for seat in self.later())

    def _may_beat(self, seat: Seat, card: Card) -> bool:
        if self.view.known(seat):
            return self.beaten_by(card, self.seen(seat))
        suit = self.trick[0].suit if self.trick else card.suit
        cards = self.may_hold(seat)
        if card.suit == suit and any(c > card for c in each(in_suit(cards, suit))):
            return True
        # A hidden hand is feared to ruff only once it has shown out.
        shown_out = bool(self.voids[seat] >> suit & 1)
        return shown_out and any(self.beats(c, card) for c in each(in_suit(cards, self.strain % 4)))


def lowest(cards: list[Card]) -> Card:
    """The lowest rank; the first suit where ranks are equal."""
    return min(cards, key=lambda card: (card.rank, card.suit))
