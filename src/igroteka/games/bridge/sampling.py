"""Positions that fit what a seat knows and what the calls of the others meant."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from igroteka.contract import Seat
from igroteka.games.bridge.bidding.features import measure_many
from igroteka.games.bridge.bidding.system import System
from igroteka.games.bridge.cards import Cards, as_set, each
from igroteka.games.bridge.contracts import PASS, Call
from igroteka.games.bridge.layouts import deal_out
from igroteka.games.bridge.sight import Sight

Bits = npt.NDArray[np.bool_]
"""Hands as rows of fifty-two truths."""

ROUND: Final = 600
"""Layouts that are drawn and judged at a time."""
ROUNDS: Final = 10
_PASS_WEIGHT: Final = 2
_BID_WEIGHT: Final = 3
"""How much a call counts that a hand would not have made; a bid says more than a pass."""


class Sampler:
    """Draws layouts of the hidden cards for one decision.

    A layout is as good as few calls in it go against the system. When too few fit in all calls,
    the nearest ones are taken, so that there are always some.
    """

    def __init__(self, sight: Sight, system: System, rng: random.Random) -> None:
        self.sight = sight
        self.system = system
        self.rng = rng
        self.unknown = [seat for seat in range(4) if not sight.known(seat)]
        self.room = [sight.left(seat) for seat in self.unknown]
        voids = sight.table.voids()
        self.voids = [voids[seat] for seat in self.unknown]
        self.played = [0] * 4
        for seat, card in sight.table.plays():
            self.played[seat] |= 1 << card

    def draw(self, count: int) -> list[tuple[Cards, ...]]:
        """So many layouts: the cards that each seat still holds, North first."""
        kept: list[tuple[int, int, tuple[Cards, ...]]] = []
        good = 0
        for number in range(ROUNDS):
            hands, bits = self._round()
            penalties = self._penalties(bits)
            order = np.argsort(penalties, kind="stable")[:count]
            kept += [(int(penalties[place]), number, self._layout(hands[place])) for place in order]
            kept.sort(key=lambda each_layout: each_layout[:2])
            del kept[count:]
            good = sum(penalty == 0 for penalty, _, _ in kept)
            if good >= count:
                break
        return [layout for _, _, layout in kept]

    def _layout(self, dealt: Sequence[Cards]) -> tuple[Cards, ...]:
        held = dict(zip(self.unknown, dealt, strict=True))
        return tuple(held.get(seat, self.sight.held(seat)) for seat in range(4))

    def _round(self) -> tuple[list[list[Cards]], list[Bits]]:
        """Layouts as sets, and for every unknown seat the thirteen cards it began with."""
        hidden = list(each(self.sight.hidden))
        cuts = np.cumsum([0, *self.room])
        if any(self.voids):
            hands = [self._deal() for _ in range(ROUND // 3)]
            bits = [_bits([dealt[at] for dealt in hands]) for at in range(len(self.unknown))]
        else:
            generator = np.random.default_rng(self.rng.getrandbits(64))
            cards = np.array([int(card) for card in hidden], dtype=np.int64)
            shuffled = generator.permuted(np.tile(cards, (ROUND, 1)), axis=1)
            bits = []
            for at in range(len(self.unknown)):
                rows = np.zeros((ROUND, 52), dtype=np.bool_)
                np.put_along_axis(rows, shuffled[:, cuts[at] : cuts[at + 1]], True, axis=1)
                bits.append(rows)
            hands = [
                [as_set(row[cuts[at] : cuts[at + 1]]) for at in range(len(self.unknown))]
                for row in shuffled.tolist()
            ]
        for seat, rows in zip(self.unknown, bits, strict=True):
            for card in each(self.played[seat]):
                rows[:, card] = True
        return hands, bits

    def _deal(self) -> list[Cards]:
        return deal_out(self.sight.hidden, self.room, self.voids, self.rng)

    def _penalties(self, bits: Sequence[Bits]) -> npt.NDArray[np.int64]:
        """For every layout, how much of the auction it does not explain."""
        found = np.zeros(len(bits[0]) if bits else 1, dtype=np.int64)
        for seat, rows in zip(self.unknown, bits, strict=True):
            many = measure_many(rows)
            for before, call in self._calls_of(seat):
                explained = self.system.situation(before).explained(call, many)
                found += np.where(explained, 0, _PASS_WEIGHT if call == PASS else _BID_WEIGHT)
        return found

    def _calls_of(self, seat: Seat) -> Iterator[tuple[tuple[Call, ...], Call]]:
        auction = self.sight.table.auction
        for place, call in enumerate(auction.calls):
            if auction.caller(place) == seat:
                yield auction.calls[:place], call


def _bits(hands: Sequence[Cards]) -> Bits:
    rows = np.zeros((len(hands), 52), dtype=np.bool_)
    for place, hand in enumerate(hands):
        rows[place, [int(card) for card in each(hand)]] = True
    return rows
