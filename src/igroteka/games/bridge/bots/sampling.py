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
from igroteka.games.bridge.contracts import Call
from igroteka.games.bridge.layouts import deal_out
from igroteka.games.bridge.view import BridgeView

Deals = npt.NDArray[np.int64]
"""Layouts as rows: the hidden cards in the order of the seats that get them."""

ROUND: Final = 600
"""Layouts that are drawn and judged at a time."""
ROUNDS: Final = 4
KEPT: Final = 40
"""Hands of the first seat with which the deal goes on."""
SHOWN_OUT: Final = 150
"""Layouts a round once a hidden hand has shown out, when they are dealt one by one."""


class Sampler:
    """Draws layouts of the hidden cards for one decision.

    A layout is the better the nearer every hand in it is to one that would have made its calls.
    First the seat that has said most is dealt, and only hands that fit go on to the others. When
    too few layouts fit in everything the nearest are taken, so there are always some.
    """

    def __init__(self, view: BridgeView, system: System, rng: random.Random) -> None:
        self.view = view
        self.system = system
        self.rng = rng
        self.noise = np.random.default_rng(rng.getrandbits(64))
        self.hidden = np.array([int(card) for card in each(view.hidden)], dtype=np.int64)
        voids = view.public.voids()
        seats = [seat for seat in range(4) if not view.known(seat)]
        self.shown_out = any(voids[seat] for seat in seats)
        self.calls = {seat: list(self._calls_of(seat)) for seat in seats}
        self.seats = sorted(seats, key=lambda seat: -self._eloquence(seat))
        self.room = [view.left(seat) for seat in self.seats]
        self.voids = [voids[seat] for seat in self.seats]
        self.cuts = np.cumsum([0, *self.room])
        self.played: dict[Seat, list[int]] = {seat: [] for seat in range(4)}
        for seat, card in view.public.plays():
            self.played[seat].append(int(card))

    def _calls_of(self, seat: Seat) -> Iterator[tuple[tuple[Call, ...], Call]]:
        auction = self.view.public.auction
        for place, call in enumerate(auction.calls):
            if auction.caller(place) == seat:
                yield auction.calls[:place], call

    def _eloquence(self, seat: Seat) -> int:
        """How much a seat has told: the fewer hands would have called so, the more."""
        public = self.view.public
        shown = self.system.situation(public.auction.calls, public.dealer_vulnerability).shown
        relative = shown[(seat - public.auction.dealer) % 4]
        return relative.strength[0] + 3 * sum(low for low, _ in relative.lengths)

    def draw(self, count: int) -> list[tuple[Cards, ...]]:
        """So many layouts: the cards that each seat still holds, North first."""
        if not self.seats:
            return [tuple(self.view.held(seat) for seat in range(4))] * count
        rows = np.zeros((0, len(self.hidden)), dtype=np.int64)
        distances = np.zeros(0, dtype=np.int64)
        for _ in range(ROUNDS):
            more = self._one_by_one() if self.shown_out else self._staged()
            rows = np.concatenate([rows, more])
            distances = np.concatenate([distances, self._distances(more, range(len(self.seats)))])
            order = np.argsort(distances, kind="stable")[:count]
            rows, distances = rows[order], distances[order]
            if len(rows) >= count and distances[-1] == 0:
                break
        return [self._layout(row) for row in rows.tolist()]

    def _layout(self, row: Sequence[int]) -> tuple[Cards, ...]:
        held = {
            seat: as_set(row[self.cuts[at] : self.cuts[at + 1]])
            for at, seat in enumerate(self.seats)
        }
        return tuple(held.get(seat, self.view.held(seat)) for seat in range(4))

    def _staged(self) -> Deals:
        """Deal the first seat, keep the best of its hands, and deal the rest beside those."""
        rows = self.noise.permuted(np.tile(self.hidden, (ROUND, 1)), axis=1)
        if len(self.seats) < 3:
            return rows
        first = self._distances(rows, range(1))
        best = rows[np.argsort(first, kind="stable")[:KEPT]]
        grown = np.repeat(best, ROUND // KEPT, axis=0)
        cut = self.cuts[1]
        grown[:, cut:] = self.noise.permuted(grown[:, cut:], axis=1)
        return self.noise.permutation(grown)

    def _one_by_one(self) -> Deals:
        rows = []
        for _ in range(SHOWN_OUT):
            hands = deal_out(self.view.hidden, self.room, self.voids, self.rng)
            rows.append([int(card) for hand in hands for card in each(hand)])
        return np.array(rows, dtype=np.int64)

    def _distances(self, rows: Deals, places: range) -> npt.NDArray[np.int64]:
        """How far the hands of these seats are from the calls that they made."""
        found = np.zeros(len(rows), dtype=np.int64)
        for at in places:
            seat = self.seats[at]
            bits = np.zeros((len(rows), 52), dtype=np.bool_)
            np.put_along_axis(bits, rows[:, self.cuts[at] : self.cuts[at + 1]], True, axis=1)
            bits[:, self.played[seat]] = True
            many = measure_many(bits)
            for before, call in self.calls[seat]:
                situation = self.system.situation(before, self.view.public.dealer_vulnerability)
                found += situation.distance(call, many)
        return found
