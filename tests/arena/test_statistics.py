"""Intervals, Elo, the sequential test and ratings, against what is known of them."""

from __future__ import annotations

import random
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from benchmarks.coverage import SHARES as SHARES_OF_COVERAGE
from benchmarks.coverage import coverage, errors, halved_pairs, two_games
from igroteka.arena.statistics import (
    BlockResults,
    Hypotheses,
    elo,
    elo_interval,
    expected_score,
    normalised_elo,
    ratings,
    sprt,
    superiority,
)
from igroteka.basics.intervals import score_interval, strata_interval

SHARES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=60)


@given(SHARES)
def test_an_interval_holds_its_value_and_stays_in_range(blocks: list[float]) -> None:
    value, low, high = score_interval(blocks)
    assert 0 <= low <= value <= high <= 1
    assert low < high


@given(SHARES)
def test_an_elo_difference_is_finite(blocks: list[float]) -> None:
    value, low, high = elo_interval(score_interval(blocks), len(blocks))
    assert -4000 < low <= value <= high < 4000


def test_at_the_edges_the_interval_is_wilsons() -> None:
    value, low, high = score_interval([1.0] * 300)
    wilson = stats.binomtest(300, 300).proportion_ci(0.95, method="wilson")
    assert (value, high) == (1.0, 1.0)
    assert low == pytest.approx(wilson.low, abs=3e-4)


def test_single_games_give_wilsons_interval() -> None:
    blocks = [1.0] * 180 + [0.0] * 120
    _, low, high = score_interval(blocks)
    wilson = stats.binomtest(180, 300).proportion_ci(0.95, method="wilson")
    assert (low, high) == pytest.approx((wilson.low, wilson.high), abs=1e-3)


@pytest.mark.parametrize("truth", [0.5, 0.8, 0.97])
def test_the_interval_covers_the_truth_as_often_as_it_says(truth: float) -> None:
    rng = random.Random(1)
    covered = 0
    for _ in range(1000):
        blocks = [(rng.random() < truth) / 2 + (rng.random() < truth) / 2 for _ in range(100)]
        _, low, high = score_interval(blocks)
        covered += low <= truth <= high
    assert 925 <= covered <= 985


def test_luck_that_cancels_in_a_block_narrows_the_interval() -> None:
    lucky = score_interval([0.0, 1.0] * 50)
    paired = score_interval([0.45, 0.55] * 50)
    assert paired.high - paired.low < 0.3 * (lucky.high - lucky.low)


def test_a_block_cut_short_weighs_as_many_games_as_it_has() -> None:
    assert score_interval([0.5, 1.0], [2, 1]).value == pytest.approx(2 / 3)


@given(SHARES)
def test_where_less_than_a_whole_point_is_the_most_the_interval_ends_there(
    blocks: list[float],
) -> None:
    """As that of the share of what there is; 0.6 is the most of six of whom only one is told."""
    whole = score_interval(blocks)
    value, low, high = score_interval([0.6 * share for share in blocks], within=(0.0, 0.6))
    assert 0 <= low <= value <= high <= 1
    assert (value, low, high) == pytest.approx([0.6 * each for each in whole], abs=1e-9)


def test_differences_between_opponents_are_no_noise() -> None:
    rng = random.Random(2)
    truths, covered, widths = (0.95, 0.6, 0.3, 0.05), 0, 0.0
    for _ in range(400):
        strata = [
            ([float(rng.random() < truth) for _ in range(50)], [1.0] * 50) for truth in truths
        ]
        _, low, high = strata_interval(strata)
        covered += low <= sum(truths) / 4 <= high
        widths += (high - low) / 400
    assert 365 <= covered <= 396
    assert widths < 0.11


def test_elo_and_score_are_inverse() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert expected_score(elo(0.7)) == pytest.approx(0.7)


def _blocks(difference: float, count: int, seed: int) -> dict[float, int]:
    chance = expected_score(difference)
    rng = random.Random(seed)
    counts: dict[float, int] = {}
    for _ in range(count):
        share = (rng.random() < chance) / 2 + (rng.random() < chance) / 2
        counts[share] = counts.get(share, 0) + 1
    return counts


def test_the_sequential_test_accepts_the_true_hypothesis() -> None:
    assert sprt(_blocks(0, 20_000, 1), Hypotheses(0, 10)).verdict == "H0"
    assert sprt(_blocks(10, 20_000, 1), Hypotheses(0, 10)).verdict == "H1"
    assert sprt(_blocks(5, 10, 1), Hypotheses(0, 10)).verdict is None


def test_the_sequential_test_grows_by_what_a_win_is_worth() -> None:
    """Twenty lost and won blocks alike say nothing; wins alone speak for the higher difference."""
    assert abs(sprt({0.0: 20, 1.0: 20}, Hypotheses(-10, 10)).ratio) < 1e-6
    assert 0 < sprt({1.0: 20}, Hypotheses(0, 10)).ratio < 2


def _pairing(first: int, second: int, difference: float, seed: int) -> BlockResults:
    rng = np.random.default_rng(seed)
    points = rng.binomial(2, expected_score(difference), 2000).astype(np.float64)
    return BlockResults(first, second, points, np.full(2000, 2.0))


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    truth = [150.0, 0.0, -150.0]
    pairings = [
        _pairing(a, b, truth[a] - truth[b], 10 * a + b) for a in range(3) for b in range(a + 1, 3)
    ]
    for rating, true in zip(ratings(3, pairings), truth, strict=True):
        assert rating.low - 10 < true < rating.high + 10
        assert rating.low < rating.value < rating.high


@pytest.mark.parametrize("blocks", [1, 2, 10])
@pytest.mark.parametrize("points", [2.0, 1.0, 0.0])
def test_a_few_games_that_all_went_alike_leave_ratings_uncertain(
    blocks: int, points: float
) -> None:
    """2 : 0 in one block of two games, and its kin: an interval of no width would be a lie."""
    alike = BlockResults(0, 1, np.full(blocks, points), np.full(blocks, 2.0))
    for rating in ratings(2, [alike]):
        assert rating.low < rating.value < rating.high
        assert rating.high - rating.low > 200 / blocks
        assert rating.low > -4000
        assert rating.high < 4000


def test_two_wins_do_not_prove_who_is_stronger() -> None:
    first, second = ratings(2, [BlockResults(0, 1, np.array([2.0]), np.array([2.0]))])
    assert first.value > 0 > first.low
    assert second.value < 0 < second.high
    value, low, high = elo_interval(score_interval([1.0], [2]), 1)
    assert low < 0 < value < high
    sure = ratings(2, [BlockResults(0, 1, np.full(10, 2.0), np.full(10, 2.0))])[0]
    assert sure.low > 0, "twenty do"


@pytest.mark.parametrize("blocks", [3, 10, 40])
@pytest.mark.parametrize("truth", [0.0, 150.0, 400.0])
def test_ratings_cover_the_truth_as_often_as_they_say(blocks: int, truth: float) -> None:
    rng = np.random.default_rng(blocks)
    covered = 0
    for _ in range(100):
        points = rng.binomial(2, expected_score(truth), blocks).astype(np.float64)
        played = BlockResults(0, 1, points, np.full(blocks, 2.0))
        first, second = ratings(2, [played], samples=200)
        assert first.low == pytest.approx(-second.high)
        covered += 2 * first.low <= truth <= 2 * first.high
    assert covered >= 88


def test_ratings_are_finite_when_one_side_won_everything() -> None:
    won = BlockResults(0, 1, np.full(50, 2.0), np.full(50, 2.0))
    first, second = ratings(2, [won])
    assert 200 < first.value == pytest.approx(-second.value)
    assert first.value < 2000


def test_superiority_is_even_before_and_between_equals_and_grows_with_wins() -> None:
    assert superiority([]) == superiority([0.5]) == superiority([0.0, 1.0] * 9) == 0.5
    assert 0.7 < superiority([1.0]) < superiority([1.0] * 3) < superiority([1.0] * 6) < 1
    assert superiority([0.75, 0.5]) == pytest.approx(1 - superiority([0.25, 0.5]))


def test_superiority_is_the_normal_chance_of_a_better_mean() -> None:
    """525 of 1000 single games: 0.025 in errors of √(0.25 / 1000)."""
    blocks = [1.0] * 525 + [0.0] * 475
    assert superiority(blocks) == pytest.approx(
        stats.norm.cdf(0.025 / (0.25 / 1000) ** 0.5), abs=0.01
    )


def test_normalised_elo_counts_deviations_of_a_game() -> None:
    """Pairs of independent games at a score of 0.6: 0.1 / √0.24 deviations."""
    counts = {1.0: 36, 0.5: 48, 0.0: 16}
    blocks = [score for score, count in counts.items() for _ in range(20 * count)]
    found = normalised_elo(blocks, [2.0] * len(blocks))
    assert found is not None
    assert found.value == pytest.approx(800 / np.log(10) * 0.1 / 0.24**0.5, rel=1e-3)
    assert found.low < found.value < found.high
    assert found.high - found.low == pytest.approx(4 * 347.4 / 4000**0.5, rel=0.1)


def test_drawn_pairs_halve_the_score_s_distance_but_not_normalised_elo() -> None:
    """Half of all pairs drawn: the deviation shrinks too, by the root of two."""
    decided = [1.0] * 60 + [0.0] * 40
    mixed = normalised_elo(decided + [0.5] * 100, [2.0] * 200)
    alone = normalised_elo(decided, [2.0] * 100)
    assert mixed is not None
    assert alone is not None
    assert mixed.value == pytest.approx(alone.value / 2**0.5, rel=0.02)
    assert normalised_elo([0.5] * 10, [2.0] * 10) is None
    assert normalised_elo([1.0], [2.0]) is None


@given(SHARES)
def test_normalised_elo_is_as_sure_of_the_better_one_as_the_score(blocks: list[float]) -> None:
    score, found = score_interval(blocks), normalised_elo(blocks, [2.0] * len(blocks))
    if found is not None:
        assert (found.low <= 0 <= found.high) == (score.low <= 0.5 <= score.high)
        assert found.low <= found.value <= found.high


def test_forty_nine_blocks_won_and_one_halved_prove_who_is_better() -> None:
    found = normalised_elo([1.0] * 49 + [0.5], [2.0] * 50)
    assert found is not None
    assert 0 < found.low < found.value < found.high


def test_errors_of_the_sequential_test_set_its_bounds() -> None:
    test = sprt({0.5: 1}, Hypotheses(0, 10, alpha=0.01, beta=0.2))
    assert (test.low, test.high) == pytest.approx((np.log(0.2 / 0.99), np.log(80)))


@pytest.mark.parametrize("draws", [0.0, 0.5])
def test_the_sequential_test_errs_no_more_often_than_allowed(draws: float) -> None:
    """Of 300 runs 15 may err; 25 would be one in a hundred such tests."""
    for erred, _ in errors(Hypotheses(0, 150), partial(two_games, draws=draws), 300):
        assert erred * 300 <= 25


def chance_of_an_error(tested: Hypotheses, halved: float, lost: float) -> float:
    """How likely the first is accepted where the second is true, all ways counted block by block.

    Ways less likely than one in a hundred million are not followed.
    """
    pair = halved_pairs(expected_score(tested.elo1), halved, lost, 1.0)
    kinds = [(share / 4, chance) for share, chance in enumerate(pair) if chance]
    ways = {(0,) * len(kinds): 1.0}
    erred = 0.0
    while ways:
        after: dict[tuple[int, ...], float] = {}
        for counts, way in ways.items():
            for kind, (_, chance) in enumerate(kinds):
                more = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
                after[more] = after.get(more, 0.0) + way * chance
        ways = {}
        for counts, way in after.items():
            seen = {share: count for (share, _), count in zip(kinds, counts, strict=True) if count}
            found = sprt(seen, tested).verdict
            erred += way * (found == "H0")
            if found is None and way > 1e-8:
                ways[counts] = way
    return erred


@pytest.mark.parametrize("lost", [0.0, 0.25])
def test_the_sequential_test_errs_no_more_often_where_most_pairs_are_halved(lost: float) -> None:
    assert 0.02 < chance_of_an_error(Hypotheses(0, 100), 0.7, lost) < 0.05


def test_a_sequential_test_begins_even() -> None:
    for bounds in ((0, 5), (-50, 0), (100, 120), (0, 1000), (-1000, 900)):
        assert abs(sprt({}, Hypotheses(*bounds)).ratio) < 1e-9


@pytest.mark.slow
def test_it_does_not_where_nearly_all_are() -> None:
    assert 0.04 < chance_of_an_error(Hypotheses(0, 20), 0.92, 0.0) < 0.05


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.0, 0.4, 0.8])
@pytest.mark.parametrize("tested", [Hypotheses(0, 50), Hypotheses(-50, 50)])
def test_errors_of_the_sequential_test_are_within_what_is_allowed(
    tested: Hypotheses, draws: float
) -> None:
    for erred, _ in errors(tested, partial(two_games, draws=draws), 4000):
        assert erred < 0.05 + 2.3 * (0.05 * 0.95 / 4000) ** 0.5


@pytest.mark.parametrize(
    ("seats", "share", "kind"), [(2, 0.9, "place"), (3, 0.3, "last"), (3, 0.9, "fool")]
)
def test_intervals_of_shares_hold_the_truth_also_of_more_than_two(
    seats: int, share: float, kind: str
) -> None:
    assert 0.915 < coverage(seats, share, kind, 100, 300) < 0.985


@pytest.mark.slow
@pytest.mark.parametrize("share", SHARES_OF_COVERAGE)
@pytest.mark.parametrize(
    ("seats", "kind"),
    [(2, "place"), *product((3, 4, 6), ("place", "fool", "last"))],
)
def test_intervals_hold_the_truth_as_often_as_they_say_at_every_table(
    seats: int, kind: str, share: float
) -> None:
    for blocks in (5, 20, 100, 400):
        held = coverage(seats, share, kind, blocks, 2000)
        assert held > 0.93 - 0.01, f"{blocks} blocks"
        assert held < 0.98 or blocks < 100
