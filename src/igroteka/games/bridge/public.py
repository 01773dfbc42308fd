"""What lies open to all: the auction, the cards played, the hands that are face up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from igroteka.contract import OVER, IllegalMove, Seat
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.boards import SEATS, from_dealer
from igroteka.games.bridge.cards import Card, Cards, as_set, each, in_suit
from igroteka.games.bridge.contracts import NOTRUMP, Call, Contract
from igroteka.games.bridge.notation import AGREE, REFUSE, Action, Answer, Claim
from igroteka.games.bridge.scoring.contract_score import score
from igroteka.games.bridge.words import card_text
from igroteka.text import NOTHING, Text, joined, plural

if TYPE_CHECKING:
    from igroteka.games.bridge.rules import Bridge

TRICKS: Final = 13
NEVER: Final = -1


@dataclass(frozen=True)
class Pending:
    """A claim that is not yet answered by all who have to."""

    seat: Seat
    tricks: int
    """What its side takes in all."""
    waiting: tuple[Seat, ...]
    """Who has still to agree, the next one first."""


@dataclass(frozen=True)
class PublicState:
    """Everything that all four and the spectators know."""

    game: Bridge
    number: int
    vulnerability: int
    auction: Auction
    cards: tuple[Card, ...] = ()
    """All cards played, in order."""
    leaders: tuple[Seat, ...] = ()
    """Who leads each trick, the one in progress among them; after the last, who won it."""
    faced: tuple[Cards, ...] = (0, 0, 0, 0)
    """The thirteen cards of each seat whose hand lies face up: dummy, a claimer, at last all."""
    pending: Pending | None = None
    claimed: tuple[int, int] = (NEVER, NEVER)
    """The trick, from 0, in which each side last claimed."""
    settled: int | None = None
    """Declarer's tricks by a claim that all agreed to."""

    @property
    def playing(self) -> bool:
        """Whether the cards are being played, or have been."""
        return self.auction.over and self.contract is not None

    @property
    def contract(self) -> Contract | None:
        """The contract, or what stands in the auction so far."""
        return self.auction.contract

    @property
    def declarer(self) -> Seat | None:
        """Who plays the contract; None before and without one."""
        contract = self.contract
        return contract.declarer if contract and self.auction.over else None

    @property
    def dummy(self) -> Seat | None:
        """Declarer's partner."""
        declarer = self.declarer
        return None if declarer is None else (declarer + 2) % 4

    @cached_property
    def over(self) -> bool:
        """Passed out, played out, or settled by a claim."""
        if not self.auction.over:
            return False
        return not self.leaders or len(self.cards) == 52 or self.settled is not None

    @property
    def due(self) -> Seat | None:
        """Whose card is due, dummy's among them; None when none is."""
        if not self.leaders or self.over:
            return None
        return (self.leaders[-1] + len(self.cards) % 4) % 4

    @cached_property
    def turn(self) -> Seat:
        """Who decides: declarer, where dummy's card is due."""
        if self.over:
            return OVER
        if not self.auction.over:
            return self.auction.turn
        if self.pending:
            return self.pending.waiting[0]
        due, declarer = self.due, self.declarer
        assert due is not None
        assert declarer is not None
        return declarer if due == self.dummy else due

    @cached_property
    def played(self) -> Cards:
        """The cards played, as a set."""
        return as_set(self.cards)

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress, the lead first."""
        return self.cards[len(self.cards) // 4 * 4 :]

    def plays(self) -> Iterator[tuple[Seat, Card]]:
        """Every card played with the seat that it came from."""
        for place, card in enumerate(self.cards):
            yield (self.leaders[place // 4] + place % 4) % 4, card

    def won(self, side: int) -> int:
        """How many tricks a side (or the side of a seat) has taken."""
        return sum(winner % 2 == side % 2 for winner in self.leaders[1:])

    @property
    def declarer_tricks(self) -> int:
        """What declarer's side took; final when the board is over."""
        if self.settled is not None:
            return self.settled
        return 0 if self.declarer is None else self.won(self.declarer)

    @property
    def tricks(self) -> tuple[int, int]:
        """What each side has taken; after a claim that all agreed to, what it gets in all."""
        if self.settled is None or self.declarer is None:
            return self.won(0), self.won(1)
        own, other = self.settled, TRICKS - self.settled
        return (other, own) if self.declarer % 2 else (own, other)

    @property
    def north_south_points(self) -> int | None:
        """The score of the board as North–South see it; None before it is over."""
        if not self.over:
            return None
        if (declarer := self.declarer) is None:
            return 0
        points = score(self.contract, self.declarer_tricks, self.vulnerable(declarer))
        return points if declarer % 2 == 0 else -points

    def vulnerable(self, side: int) -> bool:
        """Whether a side (or the side of a seat) is vulnerable."""
        return bool(self.vulnerability >> (side % 2) & 1)

    @property
    def dealer_vulnerability(self) -> int:
        """Who is vulnerable as bidding systems ask for it: bit 0 is the dealer's side."""
        return from_dealer(self.vulnerability, self.auction.dealer)

    def voids(self) -> tuple[int, int, int, int]:
        """For each seat the suits, one bit each, in which it has failed to follow."""
        found = [0, 0, 0, 0]
        suit = 0
        for place, (seat, card) in enumerate(self.plays()):
            if place % 4 == 0:
                suit = card.suit
            elif card.suit != suit:
                found[seat] |= 1 << suit
        north, east, south, west = found
        return north, east, south, west

    def playable(self, held: Cards) -> Cards:
        """Those of the cards still held in the hand that is due which may be played."""
        trick = self.trick
        return (in_suit(held, trick[0].suit) if trick else 0) or held

    def actions(self, held: Cards) -> tuple[Action, ...]:
        """What the seat to decide may do, with the cards still held in the hand that is due."""
        if self.over:
            return ()
        if not self.auction.over:
            return self.auction.actions()
        if self.pending:
            return (AGREE, REFUSE)
        return (*each(self.playable(held)), *self.claims())

    def claims(self) -> tuple[Claim, ...]:
        """What the seat to play may claim: at least the tricks it has, once a trick a side."""
        if self.game.claims != "agree" or self.pending or self.due is None:
            return ()
        side, done = self.turn % 2, len(self.leaders) - 1
        if self.claimed[side] == done:
            return ()
        most = TRICKS - self.won(1 - side)
        return tuple(Claim(tricks) for tricks in range(self.won(side), most + 1))

    def card_refusal(self, card: Card, held: Cards) -> Text:
        """Why this card may not be played now; empty if it may."""
        if self.over:
            return Text("the board is over, so no card may be played")
        if not self.playing:
            return Text(
                "the auction is not over; {seat} makes a call like pass or 1NT",
                seat=SEATS[self.turn],
            )
        if self.pending:
            return self._unanswered(self.pending)
        due = self.due
        assert due is not None
        if not held >> card & 1:
            if due == self.dummy:
                return Text("dummy does not hold {card}", card=card_text(card))
            return Text("{seat} does not hold {card}", seat=SEATS[due], card=card_text(card))
        if not self.playable(held) >> card & 1:
            suit = self.trick[0].suit
            cards = joined(" ", [card_text(card) for card in each(in_suit(held, suit))][::-1])
            if due == self.dummy:
                return Text("you must follow suit: dummy holds {cards}", cards=cards)
            return Text("you must follow suit: you hold {cards}", cards=cards)
        return NOTHING

    @staticmethod
    def _unanswered(pending: Pending) -> Text:
        return Text("{seat} has claimed; agree or refuse first", seat=SEATS[pending.seat])

    def claim_refusal(self, claim: Claim) -> Text:
        """Why this claim may not be made now; empty if it may."""
        if self.game.claims != "agree":
            return Text("this table plays without claims; the option claims=agree allows them")
        if self.due is None:
            return Text("claims are made while the cards are played")
        if self.pending:
            return self._unanswered(self.pending)
        allowed = self.claims()
        if not allowed:
            return Text("your side has claimed in this trick already")
        if claim not in allowed:
            return plural(
                "your side can take {least} to {count} trick in all, so not {tricks}",
                "your side can take {least} to {count} tricks in all, so not {tricks}",
                count=allowed[-1].tricks,
                least=allowed[0].tricks,
                tricks=claim.tricks,
            )
        return NOTHING

    def call_refusal(self, call: Call) -> Text:
        """Why this call may not be made now; empty if it may."""
        if self.playing and not self.over:
            return Text("the auction is over; {seat} plays a card like ♠A", seat=SEATS[self.turn])
        return self.auction.refusal(call)

    def called(self, call: Call) -> PublicState:
        """The table after one more call. Raises `IllegalMove`."""
        if reason := self.call_refusal(call):
            raise IllegalMove(reason)
        called = replace(self, auction=self.auction.add(call))
        declarer = called.declarer
        return called if declarer is None else replace(called, leaders=((declarer + 1) % 4,))

    def laid(self, card: Card) -> PublicState:
        """The table after one more card, which the hand that is due may play."""
        cards, leaders = (*self.cards, card), self.leaders
        if len(cards) % 4 == 0:
            assert self.contract is not None
            best = winner(cards[-4:], self.contract.strain)
            leaders = (*leaders, (leaders[-1] + best) % 4)
        return replace(self, cards=cards, leaders=leaders)

    def facing(self, seat: Seat, hand: Cards) -> PublicState:
        """The table with the thirteen cards that a seat was dealt face up."""
        return replace(self, faced=(*self.faced[:seat], hand, *self.faced[seat + 1 :]))

    def asked(self, claim: Claim) -> PublicState:
        """The table after a claim: all but the claimer and dummy answer, in turn.

        Raises `IllegalMove`.
        """
        if reason := self.claim_refusal(claim):
            raise IllegalMove(reason)
        seat = self.turn
        others = [(seat + step) % 4 for step in (1, 2, 3)]
        waiting = tuple(other for other in others if other != self.dummy)
        done = len(self.leaders) - 1
        claimed = (self.claimed[0], done) if seat % 2 else (done, self.claimed[1])
        return replace(self, pending=Pending(seat, claim.tricks, waiting), claimed=claimed)

    def answered(self, answer: Answer) -> PublicState:
        """The table after an answer to the claim. Raises `IllegalMove`."""
        pending = self.pending
        if pending is None:
            raise IllegalMove(Text("nobody has claimed, so there is nothing to answer"))
        if answer == REFUSE:
            return replace(self, pending=None)
        if len(pending.waiting) > 1:
            return replace(self, pending=replace(pending, waiting=pending.waiting[1:]))
        assert self.declarer is not None
        own = pending.seat % 2 == self.declarer % 2
        settled = pending.tricks if own else TRICKS - pending.tricks
        return replace(self, pending=None, settled=settled)


def winner(trick: tuple[Card, ...], strain: int) -> int:
    """Which card of a trick, counted from 0, wins so far."""
    best = 0
    for place in range(1, len(trick)):
        card, high = trick[place], trick[best]
        if card.suit == high.suit:
            if card > high:
                best = place
        elif card.suit == strain != NOTRUMP:
            best = place
    return best


def names(cards: Cards) -> list[str]:
    """Cards as texts, spades first, each suit from the top."""
    return [str(card) for card in each(cards)][::-1]
