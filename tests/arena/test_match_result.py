"""What a match tells in one place it tells in every other."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.arena.plan import match_plan
from igroteka.arena.results import MatchResult
from igroteka.registry import make_game

BOTS = ["random", "greedy", "mplayer1"]
ORDERS = list(permutations((0.0, 0.5, 1.0)))


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.0]), min_size=1, max_size=60))
def test_the_first_of_the_scores_of_two_is_the_score(points: list[float]) -> None:
    games = 2 * len(points)
    result = MatchResult(match_plan(make_game("durak", {}), BOTS[:2], games, seed=1))
    result.pairing.block_points, result.pairing.block_games = points, [2] * len(points)
    found = result.to_json()
    assert found["scores"][0] == found["score"]
    assert sum(found["scores"]) == pytest.approx(1)


@given(st.lists(st.lists(st.sampled_from(ORDERS), min_size=6, max_size=6), min_size=1, max_size=20))
def test_the_first_of_the_scores_of_several_is_the_score(
    blocks: list[list[tuple[float, ...]]],
) -> None:
    game = make_game("durak", {"players": "3"})
    result = MatchResult(match_plan(game, BOTS, 6 * len(blocks), seed=1))
    result.pairing.block_results, result.pairing.block_games = blocks, [6] * len(blocks)
    result.pairing.block_points = [sum(game[0] for game in block) for block in blocks]
    found = result.to_json()
    assert (found["scores"][0], found["intervals"][0]) == (found["score"], found["interval"])
