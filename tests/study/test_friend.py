"""A child's friend plays as well as the child."""

from __future__ import annotations

import math
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from igroteka.bots import make_player
from igroteka.registry import game_class, game_names
from igroteka.study.friend import friends_level

RESULTS = st.lists(st.sampled_from([0.0, 0.5, 1.0]))


def test_it_begins_with_the_lowest() -> None:
    assert friends_level([], 5) == 0


def test_a_won_game_takes_it_up_a_lost_one_down_and_a_draw_leaves_it() -> None:
    assert friends_level([1], 5) == 1
    assert friends_level([1, 1], 5) == 2
    assert friends_level([1, 1, 0], 5) == 1
    assert friends_level([1, 1, 0.5], 5) == 2


def test_it_stays_between_the_lowest_and_the_highest() -> None:
    assert friends_level([0, 0, 1], 5) == 1
    assert friends_level([1] * 9 + [0], 5) == 3


@given(RESULTS, st.integers(1, 9))
def test_any_results_lead_to_a_level(results: list[float], levels: int) -> None:
    assert 0 <= friends_level(results, levels) < levels


@settings(max_examples=15)
@given(st.floats(1, 7), st.floats(0.3, 3), st.integers(0, 2**32))
def test_a_child_of_any_skill_wins_about_half(skill: float, steepness: float, seed: int) -> None:
    rng, results, levels = random.Random(seed), list[float](), 9
    for _ in range(400):
        level = friends_level(results, levels)
        chance = 1 / (1 + math.exp(-steepness * (skill - level)))
        results.append(float(rng.random() < chance))
    assert abs(sum(results[100:]) / 300 - 0.5) < 0.1


def test_the_friends_of_every_game_are_bots_of_it_each_once() -> None:
    for name in game_names():
        friends = game_class(name).friends
        assert len(set(friends)) == len(friends)
        for bot in friends:
            make_player(name, bot)
    assert [name for name in game_names() if game_class(name).friends] == ["draughts", "durak"]
