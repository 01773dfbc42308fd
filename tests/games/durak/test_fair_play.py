"""A bot that tries to look at hidden cards has nowhere to look."""

from __future__ import annotations

import pytest

from igroteka.basics.randomness import Stream
from igroteka.games.durak.rules import Durak
from tests.contract.playing import TABLES, label, make, view_bytes, walk
from tests.games.durak.positions import cards, play, position

DURAK = [table for table in TABLES if table[0] == Durak.name]


@pytest.mark.slow
@pytest.mark.parametrize("table", DURAK, ids=label)
def test_no_view_changes_with_what_it_hides(table: tuple[str, dict[str, str]]) -> None:
    """Every view at every step of 200 games; in every tenth game down to the bytes."""
    game = make(table)
    rng = Stream(200)
    for seed in range(200):
        for state, _ in walk(game, seed):
            for seat in (*range(game.seats), None):
                own, disguised = state.view(seat), state.disguise(seat, rng).view(seat)
                assert vars(disguised) == vars(own)
                assert seed % 10 or view_bytes(disguised) == view_bytes(own)


def test_a_taken_card_is_known_until_it_is_played() -> None:
    state = play(position("6♠ 9♣ Q♣", "7♦ A♣ K♠"), "6♠", "take", "pass")
    assert state.view(0).possible(1) & cards("6♠")
    assert state.view(0).public.known[1] == cards("6♠")
    state = play(state, "9♣", "A♣", "pass", "6♠")
    assert state.view(0).public.known[1] == 0


def test_a_sample_keeps_what_is_known() -> None:
    state = play(position("6♠ 9♣ Q♣", "7♦ A♣ K♠", stock="J♠ J♦"), "6♠", "take", "pass")
    for seed in range(20):
        sampled = state.view(0).sample(Stream(seed))
        assert sampled.hands[1] & cards("6♠")
        assert sampled.hands[0] == state.hands[0]
        assert sampled.stock == state.stock


def test_nobody_is_dealt_a_lower_trump_than_the_one_shown() -> None:
    """Who attacks first showed the lowest trump, so lower ones lie in the stock."""
    game = Durak.configure({})
    for seed in range(60):
        start = game.deal(Stream(seed))
        for seat in range(game.seats):
            sampled = start.view(seat).sample(Stream(seed))
            hands = sampled.hands
            table = sampled.public
            lowest = [hand & table.trumps & -(hand & table.trumps) for hand in hands]
            first = lowest[table.attacker]
            assert all(first <= other for other in lowest if other) or not first
