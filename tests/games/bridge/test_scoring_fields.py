"""Boards played at many tables: matchpoints, cross-IMPs and Butler."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.explanation import Explanation, shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import EW, NS
from igroteka.games.bridge.scoring import butler, cross_imps, matchpoints
from igroteka.games.bridge.scoring.butler import DATUMS, datum_of
from igroteka.games.bridge.scoring.entries import AVERAGE, MINUS, PLUS, Entry, Worth
from igroteka.games.bridge.scoring.matchpoints import award_percent, neuberg, top_of
from tests.games.bridge.given_scores import ENTRIES, GIVEN, SCORED, SCORES, field, ns

UNSPLIT = st.lists(
    st.one_of(
        st.builds(Entry, SCORES, version=st.sampled_from(["", "a"])),
        GIVEN.map(lambda given: Entry(given=(given, given))),
    ),
    min_size=1,
    max_size=12,
)


def adds_up(told: Explanation) -> bool:
    return sum((Fraction(step.amount or 0) for step in told.steps), Fraction(0)) == told.figure


class TestMatchpoints:
    def test_two_for_a_lower_score_and_one_for_an_equal(self) -> None:
        assert ns(matchpoints.matchpoints(field("420 420 -50 620"))) == ["3", "3", "0", "6"]

    @pytest.mark.parametrize(
        ("points", "actual", "expected", "result"),
        [(12, 7, 10, "17.6"), (4, 3, 10, "15.7"), (0, 1, 10, "9"), (5, 4, 4, "5")],
    )
    def test_neubergs_formula(self, points: int, actual: int, expected: int, result: str) -> None:
        assert shown(neuberg(points, actual, expected), places=1) == result
        told = matchpoints.explain_neuberg(points, actual, expected)
        assert adds_up(told)
        assert str(told).splitlines()[0].endswith(f": {result}")

    def test_neubergs_formula_refuses_numbers_that_cannot_be(self) -> None:
        with pytest.raises(IgrotekaError, match="1 to 10 actual scores"):
            neuberg(3, 0, 10)
        with pytest.raises(IgrotekaError, match="0 to 4 matchpoints, not 5"):
            neuberg(5, 3, 10)

    def test_a_missing_score_stretches_the_others_to_the_full_top(self) -> None:
        found = matchpoints.matchpoints(field("420 - -50"))
        assert ns(found) == ["3.5", "none", "0.5"]
        assert found[0].ew == Fraction(1, 2)

    def test_an_artificial_score_is_a_share_of_the_top_and_no_score(self) -> None:
        found = matchpoints.matchpoints(field("420 60/40 -50"))
        assert ns(found) == ["3.5", "2.4", "0.5"]
        assert found[1].ew == Fraction(8, 5)

    def test_versions_of_a_fouled_board_are_compared_apart(self) -> None:
        assert ns(matchpoints.matchpoints(field("a:420 a:-50 b:100"))) == ["3.5", "0.5", "2"]

    def test_average_plus_rises_to_the_pairs_own_session(self) -> None:
        assert award_percent(PLUS) == 60
        assert award_percent(PLUS, Fraction(55)) == 60
        assert award_percent(PLUS, Fraction(64)) == 64
        assert award_percent(AVERAGE, Fraction(64)) == 50
        assert award_percent(MINUS, Fraction(35)) == 35
        assert award_percent(MINUS, Fraction(45)) == 40

    def test_more_tables_than_expected_are_refused(self) -> None:
        with pytest.raises(IgrotekaError, match="3 tables can't be more than the 2 expected"):
            matchpoints.matchpoints(field("1 2 3"), expected=2)

    @given(UNSPLIT)
    def test_a_played_table_shares_the_top(self, entries: list[Entry]) -> None:
        for entry, worth in zip(entries, matchpoints.matchpoints(entries), strict=True):
            if entry.score is not None:
                assert worth.ns is not None
                assert worth.ew is not None
                assert worth.ns + worth.ew == top_of(len(entries))
                assert 0 <= worth.ns <= top_of(len(entries))

    @given(SCORED)
    def test_without_neuberg_a_board_gives_away_a_half_of_all_its_tops(
        self, entries: list[Entry]
    ) -> None:
        given_away = sum(worth.ns or 0 for worth in matchpoints.matchpoints(entries))
        assert given_away == Fraction(len(entries) * top_of(len(entries)), 2)

    @given(ENTRIES, st.sampled_from([NS, EW]))
    def test_the_explanation_adds_up(self, entries: list[Entry], side: int) -> None:
        for at, worth in enumerate(matchpoints.matchpoints(entries)):
            if worth.of(side) is None:
                with pytest.raises(IgrotekaError, match="has no score"):
                    matchpoints.explain(entries, at, side)
            else:
                told = matchpoints.explain(entries, at, side)
                assert told.figure == worth.of(side)
                assert adds_up(told)

    def test_the_explanation_puts_the_numbers_into_the_formula(self) -> None:
        assert str(matchpoints.explain(field("420 420 -50 -"), 0)).splitlines() == [
            "matchpoints for a score of 420: 4.33",
            "  1 lower score, 2 each: 2",
            "  1 equal score, 1 each: 1",
            "  Neuberg: (M × E + E − A) / A = (3 × 4 + 4 − 3) / 3 = 13/3 = 4.33; this adds: 1.33",
            "  72.22 % of the top, which is 6",
        ]


class TestCrossImps:
    def test_the_sum_against_the_others_is_divided_by_their_number(self) -> None:
        assert ns(cross_imps.cross_imps(field("420 -50 170"))) == ["8", "-8".replace("-", "−"), "0"]

    def test_a_lonely_score_is_worth_nothing(self) -> None:
        assert ns(cross_imps.cross_imps(field("420 a:620 -"))) == ["0", "0", "none"]

    def test_an_artificial_score_is_three_imps(self) -> None:
        assert cross_imps.cross_imps(field("420 60/40"))[1] == Worth(Fraction(3), Fraction(-3))

    @given(SCORED)
    def test_nothing_is_won_that_is_not_lost(self, entries: list[Entry]) -> None:
        found = cross_imps.cross_imps(entries)
        assert sum(worth.ns or 0 for worth in found) == 0
        assert all((worth.ns or 0) == -(worth.ew or 0) for worth in found)

    @given(ENTRIES, st.sampled_from([NS, EW]))
    def test_the_explanation_adds_up(self, entries: list[Entry], side: int) -> None:
        for at, worth in enumerate(cross_imps.cross_imps(entries)):
            if worth.of(side) is not None:
                told = cross_imps.explain(entries, at, side)
                assert told.figure == worth.of(side)
                assert adds_up(told)


class TestButler:
    def test_the_protocol_of_two_tables(self) -> None:
        """2♠ +1 for 140 at one table, 800 at the other: the datum is 470, the IMPs are −8 and 8."""
        entries = field("140 800")
        assert datum_of([140, 800]) == 470
        assert butler.butler(entries) == [
            Worth(Fraction(-8), Fraction(8)),
            Worth(Fraction(8), Fraction(-8)),
        ]
        assert str(butler.explain(entries, 0)).splitlines() == [
            "Butler IMPs for a score of 140: −8",
            "  the mean of 800, 140 is 470, the datum 470",
            "  140 − 470 = −330",
            "  differences from 320 and below 370 are worth 8: −8",
        ]

    @pytest.mark.parametrize(("datum", "value"), [("mean", 280), ("median", 420), ("trimmed", 320)])
    def test_the_datum_is_chosen(self, datum: str, value: int) -> None:
        assert datum_of([420, 420, 450, -100, 200, 110 + 340], datum) == {
            "mean": 310, "median": 420, "trimmed": 370
        }[datum]  # fmt: skip
        assert datum_of([430, 420, 420, 110, 0], datum) == value

    def test_the_datum_is_rounded_to_ten_away_from_zero(self) -> None:
        assert datum_of([100, 110]) == 110
        assert datum_of([-100, -110]) == -110
        assert datum_of([100, 100, 110]) == 100

    def test_two_scores_have_no_extremes(self) -> None:
        assert datum_of([140, 800], "trimmed") == 470

    def test_what_there_is_not_is_said(self) -> None:
        with pytest.raises(IgrotekaError, match="no datum 'mode'; there are mean, median, trimmed"):
            datum_of([1], "mode")
        with pytest.raises(IgrotekaError, match="without scores"):
            datum_of([])

    @given(SCORED, st.sampled_from(DATUMS))
    def test_both_sides_compare_with_the_same_datum(self, entries: list[Entry], datum: str) -> None:
        for worth in butler.butler(entries, datum):
            assert (worth.ns or 0) == -(worth.ew or 0)

    @given(ENTRIES, st.sampled_from([NS, EW]), st.sampled_from(DATUMS))
    def test_the_explanation_adds_up(self, entries: list[Entry], side: int, datum: str) -> None:
        for at, worth in enumerate(butler.butler(entries, datum)):
            if worth.of(side) is not None:
                told = butler.explain(entries, at, side, datum)
                assert told.figure == worth.of(side)
                assert adds_up(told)
