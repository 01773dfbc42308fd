"""Matches and single tables: victory points and compensation."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.scoring import compensation, victory_points
from igroteka.games.bridge.scoring.compensation import compensated, expectation


class TestVictoryPoints:
    @pytest.mark.parametrize(
        ("difference", "points"),
        [(0, "10"), (1, "10.31"), (10, "12.80"), (20, "15.00"), (60, "20"), (200, "20")],
    )
    def test_sixteen_boards(self, difference: int, points: str) -> None:
        assert victory_points.victory_points(difference, 16)[0] == Fraction(points)
        assert victory_points.victory_points(-difference, 16)[1] == Fraction(points)

    @given(st.integers(-300, 300), st.integers(1, 200))
    def test_the_two_sides_share_twenty(self, difference: int, boards: int) -> None:
        mine, other = victory_points.victory_points(difference, boards)
        assert mine + other == 20
        assert 0 <= mine <= 20

    @pytest.mark.parametrize("boards", [*range(1, 41), 48, 56, 64, 96, 128])
    def test_an_imp_is_worth_something_and_never_more_than_the_one_before(
        self, boards: int
    ) -> None:
        differences = range(int(victory_points.full_win(boards)) + 3)
        scale = [victory_points.victory_points(each, boards)[0] for each in differences]
        gains = [more - less for less, more in itertools.pairwise(scale)]
        assert gains == sorted(gains, reverse=True)
        assert all(gain >= 0 for gain in gains)
        assert scale[-1] == 20

    def test_a_figure_between_two_rounded_ones_is_raised(self) -> None:
        """By the formula 13.74 and 13.97 follow 13.52: the fifteenth IMP would be worth more."""
        told = victory_points.explain(14, 16)
        assert told.figure == Fraction("13.75")
        assert told.steps[3].amount == Fraction("0.01")
        assert victory_points.victory_points(14.5, 16)[0] == Fraction("13.86")

    def test_up_to_32_boards_no_figure_is_raised_by_more_than_a_hundredth(self) -> None:
        for boards in range(1, 33):
            for difference in range(int(victory_points.full_win(boards)) + 2):
                told = victory_points.explain(difference, boards)
                corrections = [step for step in told.steps if "after rounding" in step.text]
                assert sum(step.amount or 0 for step in corrections) <= Fraction("0.01")

    @given(st.integers(-300, 300), st.integers(1, 200))
    def test_the_explanation_adds_up(self, difference: int, boards: int) -> None:
        told = victory_points.explain(difference, boards)
        assert told.figure == victory_points.victory_points(difference, boards)[0]
        assert sum(Fraction(step.amount or 0) for step in told.steps) == told.figure

    def test_a_match_has_boards(self) -> None:
        with pytest.raises(IgrotekaError, match="at least one board, not 0"):
            victory_points.victory_points(5, 0)


class TestCompensation:
    @pytest.mark.parametrize(
        ("table", "points", "vulnerable", "score"),
        [
            ("level", 24, True, 200),
            ("kharkov", 24, True, 290),
            ("level", 32, False, 750),
            ("kharkov", 32, False, 700),
            ("level", 40, True, 1800),
            ("kharkov", 36, True, 1800),
            ("kharkov", 40, True, 1950),
            ("kharkov", 20, True, 0),
            ("kharkov", 15, True, -440),
        ],
    )
    def test_the_tables(self, table: str, points: int, vulnerable: bool, score: int) -> None:
        assert expectation(points, vulnerable, table) == score

    def test_the_vulnerability_of_the_stronger_side_counts(self) -> None:
        assert compensated(140, 17, (False, True)) == 6
        assert compensated(620, 25, (True, False)) == 5
        assert compensated(620, 25, (False, True)) == 8

    @given(
        st.integers(-300, 300),
        st.integers(0, 40),
        st.booleans(),
        st.booleans(),
        st.sampled_from(sorted(compensation.tables())),
    )
    def test_the_explanation_adds_up_and_the_other_side_gets_the_opposite(
        self, tens: int, points: int, ours: bool, theirs: bool, table: str
    ) -> None:
        told = compensation.explain(10 * tens, points, (ours, theirs), table)
        assert sum(step.amount or 0 for step in told.steps) == told.figure
        assert told.figure == -compensated(-10 * tens, 40 - points, (theirs, ours), table)

    def test_what_there_is_not_is_said(self) -> None:
        with pytest.raises(IgrotekaError, match="no compensation table 'x'; there are kharkov"):
            expectation(20, False, "x")
        with pytest.raises(IgrotekaError, match="can't have 41 high-card points"):
            expectation(41, False)
