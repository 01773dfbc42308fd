"""Ratings by places: chances by hand, strengths found again, intervals that hold."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import numpy as np
import pytest

from igroteka.arena.plackett_luce import Likelihood, Meeting, Places, place_ratings
from igroteka.arena.statistics import ELO_SCALE


def by_hand(strengths: list[float], places: Places) -> float:
    """The chance of a result as the sum over all orders that fit it."""
    total = 0.0
    for order in permutations(range(len(strengths))):
        left, chance, begin = sum(strengths), 1.0, 0
        for player in order:
            chance *= strengths[player] / left
            left -= strengths[player]
        for group in places:
            fits = set(order[begin : begin + len(group)]) == set(group)
            chance, begin = chance * fits, begin + len(group)
        total += chance
    return total


RESULTS: list[Places] = [
    ((0,), (1,), (2,), (3,)),
    ((3,), (0, 1, 2)),
    ((0, 1, 2), (3,)),
    ((2, 0), (1, 3)),
    ((1,), (0, 3), (2,)),
    ((0, 1, 2, 3),),
]


def test_a_chance_is_the_sum_over_all_orders_that_fit() -> None:
    strengths = [4.0, 2.0, 1.0, 0.5]
    chances, _ = Likelihood(4, RESULTS).at(np.log(strengths))
    assert np.exp(chances) == pytest.approx([by_hand(strengths, each) for each in RESULTS])


def test_three_of_strengths_three_two_one() -> None:
    """The first wins with 3/6; the third is last with 3/6 · 2/3 + 2/6 · 3/4."""
    chances, _ = Likelihood(3, [((0,), (1, 2)), ((0, 1), (2,))]).at(np.log([3.0, 2.0, 1.0]))
    assert np.exp(chances) == pytest.approx([1 / 2, 7 / 12])


def test_slopes_are_those_of_the_chances() -> None:
    likelihood, at, step = Likelihood(4, RESULTS), np.log([4.0, 2.0, 1.0, 0.5]), 1e-6
    _, slopes = likelihood.at(at)
    for player in range(4):
        aside = step * np.eye(4)[player]
        rise = likelihood.at(at + aside)[0] - likelihood.at(at - aside)[0]
        assert slopes[:, player] == pytest.approx(rise / (2 * step), abs=1e-7)


def test_where_only_winners_are_told_strengths_are_the_shares_of_wins() -> None:
    """With one game more, won by each for a third: 6⅓, 3⅓ and 0⅓ of 10."""
    won = [(1.0, 0.0, 0.0)] * 6 + [(0.0, 1.0, 0.0)] * 3
    ratings = place_ratings(3, [Meeting((0, 1, 2), [[game] for game in won])])
    assert ratings[0].value - ratings[1].value == pytest.approx(400 * math.log10(19 / 10), abs=0.1)
    assert ratings[1].value - ratings[2].value == pytest.approx(400, abs=0.1)
    assert sum(each.value for each in ratings) == pytest.approx(0, abs=1e-6)


def test_a_game_in_which_all_are_level_says_nothing() -> None:
    blocks = [[(1.0, 0.5, 0.0)], [(1.0, 0.0, 0.5)]]
    level = [*blocks, [(0.5, 0.5, 0.5)]]
    told, more = (place_ratings(3, [Meeting((0, 1, 2), each)]) for each in (blocks, level))
    assert [each.value for each in told] == pytest.approx([each.value for each in more], abs=0.01)


def drawn(
    rng: np.random.Generator, truth: list[float], seats: int, blocks: int, told: str
) -> list[Meeting]:
    """Games of all sets, six a block, as the model has them."""
    speeds = np.exp(np.array(truth) / ELO_SCALE)
    meetings = []
    for players in combinations(range(len(truth)), seats):
        times = rng.exponential(1 / speeds[list(players)], (blocks, 6, seats))
        points = -times.argsort(axis=2).argsort(axis=2)
        seen = {"all": points, "last": points > 1 - seats, "winner": points == 0}[told]
        meetings.append(Meeting(players, [list(map(tuple, block)) for block in seen.tolist()]))
    return meetings


@pytest.mark.parametrize("told", ["all", "last", "winner"])
@pytest.mark.parametrize("seats", [3, 4])
def test_strengths_are_found_again_whatever_is_told(seats: int, told: str) -> None:
    truth = [150.0, 50.0, 0.0, -50.0, -150.0]
    ratings = place_ratings(5, drawn(np.random.default_rng(1), truth, seats, 300, told))
    for rating, true in zip(ratings, truth, strict=True):
        assert rating.low - 8 < true < rating.high + 8
        assert rating.value == pytest.approx(true, abs=30)
        assert rating.high - rating.low < 60


@pytest.mark.parametrize("blocks", [2, 20])
def test_intervals_hold_the_truth_as_often_as_they_say(blocks: int) -> None:
    truth = [100.0, 0.0, -100.0]
    rng = np.random.default_rng(blocks)
    held = [
        rating.low <= true <= rating.high
        for _ in range(60)
        for rating, true in zip(
            place_ratings(3, drawn(rng, truth, 3, blocks, "last")), truth, strict=True
        )
    ]
    assert np.mean(held) > 0.9


@pytest.mark.parametrize("blocks", [1, 2, 30])
def test_games_that_all_went_alike_leave_ratings_finite_and_uncertain(blocks: int) -> None:
    alike = Meeting((0, 1, 2), [[(1.0, 1.0, 0.0)] * 6] * blocks)
    ratings = place_ratings(3, [alike])
    assert ratings[0].value == pytest.approx(ratings[1].value, abs=0.1)
    assert -1500 < ratings[2].value < -100
    for rating in ratings:
        assert rating.high - rating.low > 100


def loses_everything(seats: int, told: str) -> list[tuple[float, ...]]:
    """A block in which the last player is always last and the others change places."""
    others = [float(place) for place in range(1, seats)]
    games = [(*others[turn:], *others[:turn], 0.0) for turn in range(seats - 1)]
    return games if told == "all" else [tuple(float(own > 0) for own in game) for game in games]


@pytest.mark.parametrize("blocks", [1, 2, 30, 200, 3000])
@pytest.mark.parametrize("told", ["all", "last"])
@pytest.mark.parametrize("seats", [3, 6])
def test_who_is_exchangeable_is_rated_alike_also_beside_one_who_always_loses(
    seats: int, told: str, blocks: int
) -> None:
    block = loses_everything(seats, told)
    *others, loser = place_ratings(seats, [Meeting(tuple(range(seats)), [block] * blocks)])
    for each in others:
        assert tuple(each) == pytest.approx(tuple(others[0]), abs=1e-6)
        assert each.low < each.value < each.high
    assert loser.value < others[0].value
    assert loser.high - loser.low > 100
    assert sum(each.value for each in others) + loser.value == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("told", ["all", "last"])
@pytest.mark.parametrize("seats", [3, 6])
def test_the_order_in_which_players_are_named_changes_no_rating(seats: int, told: str) -> None:
    truth = [400.0, 150.0, 0.0, -50.0, -100.0, -1500.0][-seats:]
    (meeting,) = drawn(np.random.default_rng(3), truth, seats, 20, told)
    turned = Meeting(meeting.players, [[game[::-1] for game in block] for block in meeting.blocks])
    told_once, told_back = (place_ratings(seats, [each]) for each in (meeting, turned))
    for one, other in zip(told_once, reversed(told_back), strict=True):
        assert tuple(one) == pytest.approx(tuple(other), abs=1e-6)


def test_the_bend_is_that_of_the_chances() -> None:
    """Also where one has a billionth of the strength of another."""
    for strengths in ([4.0, 2.0, 1.0, 0.5], [1.0, 1.0, 0.5, 1e-9]):
        likelihood, at, counts = Likelihood(4, RESULTS), np.log(strengths), np.arange(1.0, 7.0)
        bend, step = likelihood.bend(at, counts), 1e-5
        for player in range(4):
            aside = step * np.eye(4)[player]
            change = likelihood.at(at - aside)[1] - likelihood.at(at + aside)[1]
            assert bend[player] == pytest.approx(counts @ change / (2 * step), abs=1e-6)
        assert bend.sum(axis=1) == pytest.approx(np.zeros(4), abs=1e-9)


def test_luck_of_a_deal_that_cancels_in_a_block_narrows_the_interval() -> None:
    win, loss = (1.0, 0.5, 0.0), (0.0, 0.5, 1.0)
    lucky = place_ratings(3, [Meeting((0, 1, 2), [[win] * 2, [loss] * 2] * 20)])
    paired = place_ratings(3, [Meeting((0, 1, 2), [[win, loss]] * 40)])
    assert paired[0].high - paired[0].low < 0.3 * (lucky[0].high - lucky[0].low)
