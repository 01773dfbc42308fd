"""The auction: whose turn it is, which calls are allowed, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from igroteka.contract import IllegalMove, Seat
from igroteka.games.bridge.contracts import (
    DOUBLE,
    PASS,
    REDOUBLE,
    STRAINS,
    Bid,
    Call,
    Contract,
)
from igroteka.text import NOTHING, Text

BIDS: Final = tuple(Bid(level, strain) for level in range(1, 8) for strain in range(5))
"""All bids from 1♣ to 7NT."""


@dataclass(frozen=True)
class Auction:
    """The calls so far, beginning with the dealer's."""

    dealer: Seat
    calls: tuple[Call, ...] = ()

    @property
    def turn(self) -> Seat:
        """Who calls next, if the auction goes on."""
        return self.caller(len(self.calls))

    def caller(self, place: int) -> Seat:
        """Who makes the call at this place, counted from 0."""
        return (self.dealer + place) % 4

    @cached_property
    def over(self) -> bool:
        """Four calls at least, and the last three of them passes."""
        return len(self.calls) >= 4 and self.calls[-3:] == (PASS, PASS, PASS)

    @cached_property
    def last_bid(self) -> tuple[Seat, Bid] | None:
        """The highest bid so far and who made it."""
        for place in range(len(self.calls) - 1, -1, -1):
            call = self.calls[place]
            if isinstance(call, Bid):
                return self.caller(place), call
        return None

    @cached_property
    def doubled(self) -> int:
        """0, or 1 after a double and 2 after a redouble of the last bid."""
        for call in reversed(self.calls):
            if call == REDOUBLE:
                return 2
            if call == DOUBLE:
                return 1
            if isinstance(call, Bid):
                break
        return 0

    @cached_property
    def contract(self) -> Contract | None:
        """What would be played if all passed now; None without a bid."""
        if (last := self.last_bid) is None:
            return None
        seat, bid = last
        return Contract(bid, self.doubled, self._declarer(seat, bid.strain))

    def _declarer(self, bidder: Seat, strain: int) -> Seat:
        """Who of the bidder's side named this strain first."""
        for place, call in enumerate(self.calls):
            seat = self.caller(place)
            if seat % 2 == bidder % 2 and isinstance(call, Bid) and call.strain == strain:
                return seat
        raise AssertionError("the bidder itself named the strain")

    def actions(self) -> tuple[Call, ...]:
        """The calls that the rules allow: pass, double or redouble, and the higher bids."""
        if self.over:
            return ()
        last = self.last_bid
        found: list[Call] = [PASS]
        if last is not None:
            theirs = last[0] % 2 != self.turn % 2
            if theirs and self.doubled == 0:
                found.append(DOUBLE)
            elif not theirs and self.doubled == 1:
                found.append(REDOUBLE)
        floor = 0 if last is None else BIDS.index(last[1]) + 1
        return (*found, *BIDS[floor:])

    def add(self, call: Call) -> Auction:
        """The auction with one more call. Raises `IllegalMove` and says why."""
        if reason := self.refusal(call):
            raise IllegalMove(reason)
        return replace(self, calls=(*self.calls, call))

    def refusal(self, call: Call) -> Text:
        """Why a call is not allowed; empty if it is."""
        if self.over:
            return Text("the auction is over, so nobody may call")
        last = self.last_bid
        if isinstance(call, Bid):
            return NOTHING if last is None or call > last[1] else _insufficient(call, last[1])
        if call == DOUBLE:
            return self._double_refusal(last)
        if call == REDOUBLE:
            return self._redouble_refusal(last)
        if call == PASS:
            return NOTHING
        return Text("{call} is no call; calls are pass, X, XX and bids", call=call)

    def _double_refusal(self, last: tuple[Seat, Bid] | None) -> Text:
        if last is None:
            return Text("there is no bid to double yet")
        if last[0] % 2 == self.turn % 2:
            return Text(
                "{bid} was bid by your own side, and only opponents may double it", bid=last[1]
            )
        if self.doubled == 2:
            return Text("{bid} is redoubled already", bid=last[1])
        return Text("{bid} is doubled already", bid=last[1]) if self.doubled else NOTHING

    def _redouble_refusal(self, last: tuple[Seat, Bid] | None) -> Text:
        if last is None or self.doubled == 0:
            return Text("there is no double to redouble")
        if self.doubled == 2:
            return Text("{bid} is redoubled already", bid=last[1])
        if last[0] % 2 != self.turn % 2:
            return Text(
                "{bid} was doubled by your own side, and only opponents may redouble", bid=last[1]
            )
        return NOTHING


def _insufficient(bid: Bid, last: Bid) -> Text:
    level = last.level + (bid.strain <= last.strain)
    if level > 7:
        return Text(
            "{bid} is not higher than {last}, and no bid in {strain} is",
            bid=bid,
            last=last,
            strain=STRAINS[bid.strain],
        )
    return Text(
        "{bid} is not higher than {last}; the least such bid is {least}",
        bid=bid,
        last=last,
        least=Bid(level, bid.strain),
    )
