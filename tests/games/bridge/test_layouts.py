"""Hidden cards are dealt out fairly and never where they can't be."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.contract import OVER
from igroteka.games.bridge.cards import Card, as_set, length
from igroteka.games.bridge.layouts import deal_out
from igroteka.games.bridge.rules import Bridge
from tests.drawing import examples

CARDS = as_set(map(Card.read, ["♠A", "♠K", "♥A", "♥K", "♦A"]))


def test_every_layout_that_the_voids_leave_is_equally_likely() -> None:
    """The first place holds two of the five cards and no spade: three layouts."""
    rng = Stream(1)
    found = Counter(tuple(deal_out(CARDS, (2, 3), (1 << 3, 0), rng)) for _ in range(3000))
    assert len(found) == 3
    assert min(found.values()) > 900


def test_impossible_voids_are_refused() -> None:
    with pytest.raises(ValueError, match="no layout fits"):
        deal_out(CARDS, (4, 1), (1 << 3, 0), Stream(1))


@examples(30)
@given(st.integers(0, 10_000), st.integers(0, 51))
def test_a_sample_keeps_the_voids_that_were_shown(seed: int, cards: int) -> None:
    rng = Stream(seed)
    state = Bridge.configure({}).deal(rng)
    for call in ("1NT", "pass", "pass", "pass"):
        state = state.play(Bridge.configure({}).read(call))
    for _ in range(cards):
        state = state.play(rng.choice(state.actions()))
    if state.turn == OVER:
        return
    for seat in range(4):
        sampled = state.view(seat).sample(rng)
        for other, voids in enumerate(state.public.voids()):
            held = sampled.held(other)
            assert not any(length(held, suit) for suit in range(4) if voids >> suit & 1)
