"""What a seat has shown by its calls: bounds on strength, lengths and aces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from igroteka.games.bridge.bidding import features as f
from igroteka.games.bridge.bidding.terms import Test
from igroteka.games.bridge.cards import SUITS
from igroteka.games.bridge.contracts import NOTRUMP, PASS, Bid, Call
from igroteka.text import Text, joined, plural

MOST_POINTS: Final = 40
_BALANCED: Final = (2, 5)
_STRENGTH: Final = (f.HCP, f.POINTS, *f.SUPPORT)


class Shown(NamedTuple):
    """What is known of a hand; strength is in points of whatever kind the calls spoke of."""

    strength: tuple[int, int] = (0, MOST_POINTS)
    lengths: tuple[tuple[int, int], ...] = ((0, 13),) * 4
    """By suit from clubs."""
    aces: tuple[int, int] = (0, 4)
    forcing: bool = False
    """Whether its last call asks partner for another."""
    named: int = 0
    """The suits, one bit each, that it has bid and shown four cards in."""

    def words(self) -> Text:
        """All of it, such as `12–14 points · 5+ ♠`; empty where nothing is known."""
        found = []
        if self.strength != (0, MOST_POINTS):
            found.append(_points(*self.strength))
        if set(self.lengths) == {_BALANCED}:
            found.append(Text("balanced"))
        else:
            found += [
                Text("{range} {suit}", range=_range(*self.lengths[suit], 13), suit=SUITS[suit])
                for suit in (3, 2, 1, 0)
                if self.lengths[suit] != (0, 13)
            ]
        if self.aces != (0, 4):
            found.append(_aces(*self.aces))
        return joined(" · ", found)


NOTHING: Final = Shown()


def _points(low: int, high: int) -> Text:
    if low == high:
        return plural("{count} point", "{count} points", count=low)
    return Text("{range} points", range=_range(low, high, MOST_POINTS))


def _aces(low: int, high: int) -> Text:
    if low == high:
        return plural("{count} ace", "{count} aces", count=low)
    return Text("{range} aces", range=_range(low, high, 4))


def _range(low: int, high: int, most: int) -> str:
    if low == high:
        return str(low)
    return f"{low}+" if high >= most else f"{low}–{high}"


def shown_by(tests: Sequence[Test], forcing: bool) -> Shown:
    """What a hand that passes these tests is known to have."""
    strength, aces, lengths = (0, MOST_POINTS), (0, 4), [(0, 13)] * 4
    for measure, low, high in tests:
        if measure in _STRENGTH:
            strength = _both(strength, (low, high))
        elif measure == f.ACES:
            aces = _both(aces, (low, high))
        elif measure in f.LENGTH:
            suit = f.LENGTH.index(measure)
            lengths[suit] = _both(lengths[suit], (low, high))
        elif measure in (f.BALANCED, f.SEMIBALANCED) and low == 1:
            usual = _BALANCED if measure == f.BALANCED else (2, 6)
            lengths = [_both(length, usual) for length in lengths]
        elif measure in f.OTHERS:
            lengths = [
                length if suit == f.OTHERS.index(measure) else _both(length, (low, 13))
                for suit, length in enumerate(lengths)
            ]
    return Shown(strength, tuple(lengths), aces, forcing)


def _both(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """What lies within both bounds; the later one where nothing does."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else other


def either(claims: Sequence[Shown]) -> Shown:
    """What is true whichever of several rules a call was made by."""
    return Shown(
        _hull([claim.strength for claim in claims]),
        tuple(_hull([claim.lengths[suit] for claim in claims]) for suit in range(4)),
        _hull([claim.aces for claim in claims]),
        any(claim.forcing for claim in claims),
    )


def _hull(bounds: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return min(low for low, _ in bounds), max(high for _, high in bounds)


def after_call(
    before: Sequence[Shown], seat: int, call: Call, claims: Sequence[Shown]
) -> tuple[Shown, ...]:
    """What all have shown after one more call; a suit bid that no rule explains is natural."""
    claim = either(claims) if claims else NOTHING
    natural = isinstance(call, Bid) and call.strain != NOTRUMP
    if natural and not claims:
        assert isinstance(call, Bid)
        lengths = tuple((4, 13) if suit == call.strain else (0, 13) for suit in range(4))
        claim = claim._replace(lengths=lengths)
    old = before[seat]
    lengths = tuple(_both(a, b) for a, b in zip(old.lengths, claim.lengths, strict=True))
    named = old.named
    if natural:
        assert isinstance(call, Bid)
        named |= (lengths[call.strain][0] >= 3) << call.strain
    new = Shown(
        _both(old.strength, claim.strength),
        lengths,
        _both(old.aces, claim.aces),
        claim.forcing and call != PASS,
        named,
    )
    return tuple(new if place == seat else each for place, each in enumerate(before))
