"""What a table got, as it is written; weighted, split and artificial scores counted."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from igroteka.basics.explanation import shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import EW
from igroteka.games.bridge.scoring import butler, cross_imps, matchpoints
from igroteka.games.bridge.scoring.entries import MINUS, PLUS, Award, Entry, Weighted, Worth
from igroteka.games.bridge.scoring.matchpoints import top_of
from igroteka.games.bridge.scoring.table_results import TableResult, read_entry
from tests.games.bridge.given_results import RESULTS, SHARES
from tests.games.bridge.given_scores import ENTRIES, SCORED, SCORES, WEIGHTED, field, ns, weighted

COUNTS = (matchpoints.matchpoints, cross_imps.cross_imps, butler.butler)


class TestReading:
    @pytest.mark.parametrize(
        ("typed", "written"),
        [
            ("4sx s -1 hk", "4♠X S -1 ♥K"),
            ("4♠X by S −1 ♥10", "4♠X S -1 ♥T"),
            ("3NTE+1", "3NT E +1"),
            ("4п С -1", "4♠ N -1"),
            ("3БКХ в +1 чК", "3NTX E +1 ♥K"),
            ("2 червы Юг = т10", "2♥ S = ♣T"),
            ("5б хх з =", "5♦XX W ="),
            ("6тз=тт", "6♣ W = ♣A"),
            ("Пас", "pass"),
            ("Passed out", "pass"),
            ("−50", "-50"),
            ("60 % / 0 %", "60/0"),
            ("+3/-3 imps", "+3/-3 IMP"),
            ("62,5/37.5", "62.5/37.5"),
            ("50% of 4S S=;50% 4SS-1", "50% 4♠ S =; 50% 4♠ S -1"),
            ("100% 420", "420"),
            ("4SS=|4SS-1", "4♠ S = | 4♠ S -1"),
            ("60% | -", "60% | -"),
            ("B:4SS=", "B: 4♠ S ="),
        ],
    )
    def test_one_canonical_form_is_printed(self, typed: str, written: str) -> None:
        assert str(TableResult.read(typed)) == written
        assert str(TableResult.read(written)) == written

    def test_a_table_gets_scores(self) -> None:
        assert read_entry("-50") == Entry(-50)
        assert read_entry("60/40") == Entry(given=(PLUS, MINUS))
        assert read_entry("b:110") == Entry(110, version="b")
        assert read_entry("-") == Entry()
        assert read_entry("pass") == Entry(0)

    def test_the_score_follows_the_vulnerability(self) -> None:
        assert read_entry("4S S -1", vulnerability=1) == Entry(-100)
        assert read_entry("4S W -1", vulnerability=1) == Entry(50)
        assert read_entry("50% 4S S =; 50% 4S S -1").of(EW) == weighted(-420, 50, 50)

    @pytest.mark.parametrize("text", ["4S", "", "1.5", "--", "♠", "8S N ="])
    def test_another_text_is_refused(self, text: str) -> None:
        with pytest.raises(IgrotekaError, match="is no result of a table"):
            TableResult.read(text)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("7NT N+1", "would be 14 tricks of 13"),
            ("4S=", "does not say who declares"),
            ("120/0", "0 to 100 % of a board, not 120 %"),
            ("50% 420; 40% -50", "make 100 % together, not 90 %"),
            ("50% 420; 620", "'620' should begin with its weight"),
        ],
    )
    def test_what_cannot_be_is_refused_with_the_reason(self, text: str, reason: str) -> None:
        with pytest.raises(IgrotekaError, match=reason):
            TableResult.read(text)

    def test_a_score_and_an_artificial_score_exclude_each_other(self) -> None:
        with pytest.raises(IgrotekaError, match="not both"):
            Entry(100, (PLUS, PLUS))


class TestNotation:
    @given(RESULTS)
    def test_what_is_written_is_read_as_the_same(self, text: str) -> None:
        assert str(TableResult.read(text)) == text

    @given(SHARES, SHARES)
    def test_each_side_may_get_its_own(self, ns: str, ew: str) -> None:
        result = TableResult.read(f"{ns} | {ew}")
        assert TableResult.read(str(result)) == result
        assert result.ns == TableResult.read(f"{ns} | -").ns
        assert result.ew == TableResult.read(f"- | {ew}").ew


class TestWeighted:
    """North–South of a table get a half of 420 and a half of −50 (Law 12C1c)."""

    FIELD = tuple(map(read_entry, ("50% 420; 50% -50", "420", "-50", "170")))

    def test_the_matchpoints_of_each_part_are_weighted(self) -> None:
        """420 beats −50 and 170 and ties 420: 5; −50 ties −50: 1. Half of each is 3.

        The table with 420 beats −50, 170 and one half of the weighted score, and ties the other
        half: 2 + 2 + 1 + ½ = 5½. 170 beats −50 and a half: 3. −50 ties a half: ½.
        """
        assert ns(matchpoints.matchpoints(self.FIELD)) == ["3", "5.5", "0.5", "3"]
        assert str(matchpoints.explain(self.FIELD, 0)).splitlines() == [
            "matchpoints for a score of 50 % of 420 and 50 % of −50: 3",
            "  50 % of 420: 2 lower scores, 2 each: 2",
            "  50 % of 420: 1 equal score, 1 each: 0.5",
            "  50 % of −50: 0 lower scores, 2 each: 0",
            "  50 % of −50: 1 equal score, 1 each: 0.5",
            "  50 % of the top, which is 6",
        ]
        assert str(matchpoints.explain(self.FIELD, 1)).splitlines()[1:3] == [
            "  2.5 lower scores by their weights, 2 each: 5",
            "  0.5 equal scores by their weights, 1 each: 0.5",
        ]

    def test_the_imps_of_each_part_are_weighted(self) -> None:
        """420 against 420, −50, 170 is 0, 10 and 6; −50 is −10, 0 and −6: nothing in the middle.

        420 gets 10 and 6, and against the weighted score half of 0 and half of 10: 21 ÷ 3.
        """
        assert ns(cross_imps.cross_imps(self.FIELD)) == ["0", "7", "−7", "0"]

    def test_the_datum_takes_their_mean(self) -> None:
        """The mean of 185, 420, −50 and 170 is 181¼, the datum 180: 240 and 230 are 6 IMPs."""
        assert ns(butler.butler(self.FIELD)) == ["0", "6", "−6", "0"]

    def test_a_split_score_is_compared_by_each_side_with_its_own(self) -> None:
        """North–South keep 420 and East–West get 50, each the better score of their direction."""
        found = matchpoints.matchpoints([read_entry("420 | -50"), read_entry("170")])
        assert found == [Worth(Fraction(2), Fraction(2)), Worth(Fraction(0), Fraction(0))]

    @given(ENTRIES, SCORES)
    def test_all_of_one_score_is_that_score(self, others: list[Entry], score: int) -> None:
        whole = (Weighted(Fraction(1), score),)
        for count in COUNTS:
            assert count([Entry(given=(whole, whole)), *others]) == count([Entry(score), *others])

    @given(SCORES, SCORES, SCORED)
    def test_equal_weights_do_not_know_their_order(
        self, first: int, second: int, others: list[Entry]
    ) -> None:
        one, two = weighted(first, second, 50), weighted(second, first, 50)
        for count in COUNTS:
            assert count([Entry(given=(one, one)), *others]) == count(
                [Entry(given=(two, two)), *others]
            )

    @given(WEIGHTED, SCORED)
    def test_nothing_is_won_that_is_not_lost(
        self, score: tuple[Weighted, ...], others: list[Entry]
    ) -> None:
        entries = [Entry(given=(score, score)), *others]
        assert sum(worth.ns or 0 for worth in cross_imps.cross_imps(entries)) == 0
        for worth in matchpoints.matchpoints(entries):
            assert (worth.ns or 0) + (worth.ew or 0) == top_of(len(entries))


class TestArtificial:
    def test_any_percentage_is_a_share_of_the_top(self) -> None:
        found = matchpoints.matchpoints(field("420 60/0 -50"))
        assert found[1] == Worth(Fraction(12, 5), Fraction(0))
        assert ns(found) == ["3.5", "2.4", "0.5"]

    def test_ten_percent_stand_for_three_imps(self) -> None:
        assert cross_imps.cross_imps(field("420 70/15"))[1] == Worth(Fraction(6), Fraction(-21, 2))
        imps = [Award(Fraction(each), "IMP") for each in (3, -3, -20)]
        assert [shown(each.percent) for each in imps] == ["60", "40", "0"]

    def test_average_plus_says_whose_percentage_it_is(self) -> None:
        """A pair with 64 % on its other boards keeps that: 64 % of 4 is 2.56."""
        told = matchpoints.explain(field("420 60/40 -50"), 1, session=Fraction(64))
        assert str(told).splitlines() == [
            "average plus: 2.56",
            "  instead of it the pair's 64 % on its other boards",
            "  64 % of the top, which is 4: 2.56",
        ]
