"""What one seat sees: the open table and the own hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from igroteka.basics.pictures import ground, picture, words
from igroteka.contract import OVER, Json, Pointer, Seat, View
from igroteka.games.bridge.boards import VULNERABILITIES, Board
from igroteka.games.bridge.cards import DECK, Card, Cards, in_suit
from igroteka.games.bridge.contracts import STRAINS, Bid, Other
from igroteka.games.bridge.drawing import draw
from igroteka.games.bridge.layouts import deal_out
from igroteka.games.bridge.notation import AGREE, Action, Answer, Claim
from igroteka.games.bridge.public import PublicState, names
from igroteka.games.bridge.words import bid_text, call_words, card_text, card_words, suit_words
from igroteka.text import Text, plural

if TYPE_CHECKING:
    from igroteka.games.bridge.state import Position


@dataclass(frozen=True)
class BridgeView(View):
    """The view of a seat; a spectator sees the table and no hand that is not face up."""

    public: PublicState
    hand: Cards
    """The thirteen cards that this seat was dealt; none for a spectator."""
    build: Callable[[PublicState, Board], Position] = field(compare=False, repr=False)
    """What makes a position of what is open and the four hands."""

    @property
    def turn(self) -> Seat:
        return self.public.turn

    def known(self, seat: Seat) -> Cards:
        """The thirteen cards of a seat if this one sees them, else none."""
        return self.hand if seat == self.seat else self.public.faced[seat]

    def held(self, seat: Seat) -> Cards:
        """The cards that a seat still holds, as far as this one sees them; none if hidden."""
        return self.known(seat) & ~self.public.played

    def left(self, seat: Seat) -> int:
        """How many cards a seat still holds."""
        return 13 - sum(other == seat for other, _ in self.public.plays())

    @property
    def hidden(self) -> Cards:
        """Cards of which this seat does not know where they are."""
        seen = self.public.played
        for seat in range(4):
            seen |= self.known(seat)
        return DECK & ~seen

    def actions(self) -> Sequence[Action]:
        if self.seat != self.turn:
            return ()
        due = self.public.due
        return self.public.actions(0 if due is None else self.held(due))

    def sample(self, rng: random.Random) -> Position:
        unknown = [seat for seat in range(4) if not self.known(seat)]
        voids = self.public.voids()
        room = [self.left(seat) for seat in unknown]
        dealt = deal_out(self.hidden, room, [voids[seat] for seat in unknown], rng)
        return self.position(dict(zip(unknown, dealt, strict=True)))

    def position(self, held: dict[Seat, Cards]) -> Position:
        """The position in which the hidden hands still hold these cards."""
        hands = [self.known(seat) | held.get(seat, 0) for seat in range(4)]
        for seat, card in self.public.plays():
            hands[seat] |= 1 << card
        north, east, south, west = hands
        public = self.public
        board = Board(
            (north, east, south, west), public.number, public.auction.dealer, public.vulnerability
        )
        return self.build(public, board)

    def explain(self, action: Action) -> Text:
        if isinstance(action, Bid | Other):
            return call_words(action)
        if isinstance(action, Claim):
            return plural(
                "claim {count} trick in all", "claim {count} tricks in all", count=action.tricks
            )
        if isinstance(action, Answer):
            return Text("agree to the claim") if action == AGREE else Text("refuse the claim")
        public = self.public
        from_dummy = public.due is not None and public.due == public.dummy
        card = card_words(Card(action))
        return Text("{card} (from dummy)", card=card) if from_dummy else card

    def picture(self) -> str:
        """The contract and declarer's tricks; in the auction its last bid."""
        public = self.public
        contract = public.contract
        if contract is None:
            return picture(ground("cloth"), words("–", 32, 40, 24, "on-cloth"))
        tricks = public.declarer_tricks if public.turn == OVER else None
        below = "" if tricks is None else words(str(tricks), 32, 54, 15, "on-cloth-2")
        sign = f"{contract.level}{STRAINS[contract.strain]}{'×' * contract.doubled}"
        return picture(ground("cloth"), words(sign, 32, 36, 22, "on-cloth"), below)

    def brief(self, action: Action) -> Text:
        if isinstance(action, Bid):
            return bid_text(action)
        if isinstance(action, Card):
            return card_text(action)
        return self.explain(action)

    def where(self, action: Action) -> Pointer:
        if isinstance(action, Card):
            assert self.public.due is not None
            held = in_suit(self.public.playable(self.held(self.public.due)), action.suit)
            return Pointer(
                Text("The suit is {suit}.", suit=suit_words(action.suit)), tuple(names(held))
            )
        if isinstance(action, Bid):
            return Pointer(Text("This hand is worth a bid: count its points and its long suits."))
        return Pointer(Text("Consider what has been bid already before you bid more."))

    def which(self, action: Action) -> Pointer:
        if isinstance(action, Bid):
            words = Text("Bid on level {level}.", level=action.level)
            return Pointer(words, (str(action.level),))
        if isinstance(action, Card):
            return Pointer(Text("The card is {card}.", card=card_text(action)), (str(action),))
        return Pointer(Text("Make no bid here."), (str(action),))

    def to_json(self) -> Json:
        public = self.public
        contract = public.contract if public.auction.over else None
        before = public.cards[: len(public.cards) // 4 * 4][-4:]
        return {
            "seat": self.seat,
            "turn": public.turn,
            "board": public.number,
            "dealer": public.auction.dealer,
            "vulnerability": VULNERABILITIES[public.vulnerability],
            "hands": [names(self.held(seat)) if self.known(seat) else None for seat in range(4)],
            "counts": [self.left(seat) for seat in range(4)],
            "auction": [
                {"seat": public.auction.caller(place), "call": str(call)}
                for place, call in enumerate(public.auction.calls)
            ],
            "contract": str(contract) if contract else None,
            "declarer": public.declarer,
            "dummy": public.dummy,
            "due": public.due,
            "trick": _trick(public.leaders[-1], public.trick) if public.leaders else [],
            "last_trick": _trick(public.leaders[-2], before) if before else [],
            "played": [{"seat": seat, "card": str(card)} for seat, card in public.plays()],
            "tricks": list(public.tricks),
            "claim": _claim(public),
            "declarer_tricks": public.declarer_tricks if public.turn == OVER else None,
            "score": public.north_south_points,
            "actions": [str(action) for action in self.actions()],
        }

    def __str__(self) -> str:
        return draw(self)


def _trick(leader: Seat, cards: Sequence[Card]) -> Json:
    return [{"seat": (leader + at) % 4, "card": str(card)} for at, card in enumerate(cards)]


def _claim(public: PublicState) -> Json:
    pending = public.pending
    if pending is None:
        return None
    return {"seat": pending.seat, "tricks": pending.tricks, "waiting": list(pending.waiting)}
