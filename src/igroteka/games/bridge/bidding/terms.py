"""What the words of a rule's needs come to in an auction: bounds on measures of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.bidding import features as f
from igroteka.games.bridge.bidding.patterns import Binding
from igroteka.games.bridge.bidding.rulefile import MANY, SUIT_WORDS, Need
from igroteka.games.bridge.contracts import PASS, Bid, Call

if TYPE_CHECKING:
    from igroteka.games.bridge.bidding.shown import Shown

_OWN: Final = {
    "hcp": f.HCP,
    "points": f.POINTS,
    "opening": f.OPENING,
    "aces": f.ACES,
}
_SUIT: Final = {
    "length": f.LENGTH,
    "support": f.SUPPORT,
    "top": f.TOP,
    "honours": f.HONOURS,
    "stop": f.STOP,
    "longest": f.LONGEST,
    "others": f.OTHERS,
}
_GAME: Final = (5, 5, 4, 4, 3)


class Test(NamedTuple):
    """A measure of the hand and its bounds."""

    measure: int
    low: int
    high: int


@dataclass(frozen=True)
class Context:
    """An auction as the seat to call sees it; seats are counted from the dealer."""

    auction: Auction
    shown: tuple[Shown, ...]
    vulnerability: int = 0
    """Bit 0 is the dealer's side, bit 1 the other."""

    @cached_property
    def own(self) -> Shown:
        return self.shown[self.auction.turn]

    @cached_property
    def partner(self) -> Shown:
        return self.shown[(self.auction.turn + 2) % 4]

    @cached_property
    def since_opening(self) -> tuple[Call, ...]:
        """The calls from the first that is no pass."""
        calls = self.auction.calls
        first = next((n for n, call in enumerate(calls) if call != PASS), len(calls))
        return calls[first:]

    @cached_property
    def last_bid(self) -> Bid | None:
        last = self.auction.last_bid
        return last[1] if last else None

    @cached_property
    def theirs(self) -> int:
        """The suits, one bit each, that the opponents have shown by bidding them."""
        turn = self.auction.turn
        return self.shown[(turn + 1) % 4].named | self.shown[(turn + 3) % 4].named

    def holds(self, need: Need, suits: Sequence[int], call: Call) -> bool | None:
        """Whether a need that is not about the hand is met; None for one that is."""
        if need.term == "level":
            value = call.level if isinstance(call, Bid) else 0
        elif need.term == "above":
            value = int(suits[0] > suits[1])
        elif need.term in self._of_suits:
            value = self._of_suits[need.term] >> suits[0] & 1
        elif need.term in self._of_auction:
            value = self._of_auction[need.term]
        else:
            return None
        return need.low <= value <= need.high

    @cached_property
    def _of_suits(self) -> dict[str, int]:
        """What is true of suits, one bit each."""
        named = self.own.named | self.partner.named
        return {
            "unbid": ~(named | self.theirs),
            "theirs": self.theirs,
            "partners": self.partner.named,
            "mine": self.own.named,
            "new": ~named,
        }

    @cached_property
    def _of_auction(self) -> dict[str, int]:
        auction, turn = self.auction, self.auction.turn
        last = auction.last_bid
        ours = last is not None and last[0] % 2 == turn % 2
        forced = self.partner.forcing and auction.calls[-1] == PASS
        return {
            "forced": int(forced),
            "free": int(not forced),
            "last": last[1].level if last else 0,
            "seat": len(auction.calls) + 1,
            "theirs_last": int(last is not None and not ours),
            "ours_last": int(ours),
            "vulnerable": self.vulnerability >> turn % 2 & 1,
            "they_vulnerable": self.vulnerability >> (turn + 1) % 2 & 1,
            "below_game": int(not (ours and last is not None and _is_game(last[1]))),
        }


def _is_game(bid: Bid) -> bool:
    return bid.level >= _GAME[bid.strain]


def tests_of(
    needs: Sequence[Need], binding: Binding, call: Call, context: Context
) -> tuple[Test, ...] | None:
    """The needs as tests of the hand; None if one that is not about the hand is not met."""
    tests = []
    for need in needs:
        suits = [SUIT_WORDS.index(w) if w in SUIT_WORDS else binding[w] for w in need.suits]
        met = context.holds(need, suits, call)
        if met is False:
            return None
        if met is None:
            tests += _tests(need, suits, context)
    return tuple(tests)


def _tests(need: Need, suits: Sequence[int], context: Context) -> list[Test]:
    term, low, high = need.term, need.low, need.high
    if term in _OWN:
        return [Test(_OWN[term], low, high)]
    if term in _SUIT:
        return [Test(_SUIT[term][suits[0]], low, high)]
    if term == "longer":
        return [Test(f.LONGER[suits[0]][suits[1]], low, high)]
    if term in ("balanced", "unbalanced", "semibalanced"):
        measure = f.SEMIBALANCED if term == "semibalanced" else f.BALANCED
        truth = int(term != "unbalanced")
        return [Test(measure, truth, truth)]
    if term == "stops":
        return [Test(f.STOP[suit], 1, 1) for suit in range(4) if context.theirs >> suit & 1]
    return [_relative(term, suits, low, high, context)]


def _relative(term: str, suits: Sequence[int], low: int, high: int, context: Context) -> Test:
    """A need about both hands, as a test of this one beside what partner has shown."""
    partner = context.partner
    measure, known = {
        "total": (f.HCP, partner.strength[0]),
        "most": (f.HCP, partner.strength[1]),
        "aces_total": (f.ACES, partner.aces[0]),
        "fit": (f.LENGTH[suits[0]] if suits else 0, partner.lengths[suits[0]][0] if suits else 0),
        "fit_total": (f.SUPPORT[suits[0]] if suits else 0, partner.strength[0]),
    }[term]
    return Test(measure, max(low - known, 0), high if high == MANY else max(high - known, -1))
