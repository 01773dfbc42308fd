"""Standings worked out by hand: an evening of bridge, a Swiss of draughts, durak, teams."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.explanation import shown
from igroteka.club.rounds import with_rounds
from igroteka.club.sessions import overall
from igroteka.club.standings import Bye, Penalty, Results
from igroteka.contract import IgrotekaError
from igroteka.records.contest import Row
from igroteka.registry import contest


def results(game: str, scoring: str, rows: list[Row], **more: object) -> Results:
    found = contest(game)
    return Results(found, found.scoring(scoring), rows, **more)  # type: ignore[arg-type]


def places(found: Results) -> list[tuple[str, int, str]]:
    """Place, contestant and result in the order of the standings; every figure explains itself."""
    for each in found.standings:
        told = found.explain(each.contestant)
        assert told.figure == each.result
        assert sum(Fraction(step.amount or 0) for step in told.steps) == each.result
    return [(each.place_text, each.contestant, shown(each.result)) for each in found.standings]


def evening() -> list[Row]:
    """Six pairs, three tables, four boards, of which each board was at every table.

    Nobody is vulnerable on board 1, North–South on 2, East–West on 3, all on 4.
    """
    seats = ((1, 2), (3, 4), (5, 6))
    boards = (
        ("4♠ N =", "4♠ N +1", "60/40"),
        ("60/0", "3NT S -1", "2♥ W ="),
        ("A: 4♥ E =", "A: 4♥ E -1", "B: 3NT N ="),
        ("50% 4♠ S =; 50% 4♠ S -1", "4♠ S =", "4♠ S -1"),
    )
    return [
        Row(board, table, board, ((ns,), (ew,)), boards[board - 1][table - 1])
        for board in range(1, 5)
        for table, (ns, ew) in enumerate(seats, start=1)
    ]


class TestEvening:
    """Artificial 60/40 and 60/0, a fouled board, a weighted score and a penalty.

    **Board 1**: 420, 450, 60/40. Three scores are expected, two are there: Neuberg makes of 0
    matchpoints (0·3 + 3 − 2)/2 = ½, of 2 (2·3 + 3 − 2)/2 = 3½; the top is 4. So pair 1 has 12½ %,
    pair 3 87½ %, pairs 2 and 4 the rest, 87½ % and 12½ %.

    **Board 2**: 60/0, −100 (North–South vulnerable, one down), −110. −100 is the better of two:
    3½ of 4, 87½ % for pair 3, 12½ % for 4; pair 5 12½ %, pair 6 87½ %.

    **Board 3**: version A has −620 (East–West vulnerable) and +100; version B 400 alone. Each is
    compared among its own: A two scores of three, ½ and 3½; B one of three, (0·3 + 3 − 1)/1 = 2,
    which is 50 %.

    **Board 4**: all vulnerable: half of 620 and half of −100; 620; −100. Of three tables 620 for
    pair 1 ties 620 and beats −100: 3; −100 loses to 620 and ties −100: 1; half of each is 2 of 4,
    50 %. Pair 3 beats −100 and one half (2 + 1) and ties the other half (½): 3½, 87½ %. Pair 5
    ties a half: ½, 12½ %.

    **Averages**: pair 1 has (12½ + 12½ + 50) / 3 = 25 % on its other boards, less than 60, so its
    average plus stays 60 %. Pair 5 has (12½ + 50 + 12½) / 3 = 25 %, so 60 % stays. Pair 6 has
    (87½ + 50 + 87½) / 3 = 75 %, more than 40, so its average minus stays 40 %.

    **Means**: pair 1 (12½ + 60 + 12½ + 50) / 4 = 33¾, pair 2 (87½ + 0 + 87½ + 50) / 4 = 56¼,
    pair 3 (87½ + 87½ + 87½ + 87½) / 4 = 87½, pair 4 12½, pair 5 (60 + 12½ + 50 + 12½) / 4 = 33¾,
    pair 6 (40 + 87½ + 50 + 87½) / 4 = 66¼. Pair 6 pays a penalty of 10 % and falls to 56¼.
    """

    PENALTY = Penalty(6, Fraction(10), "late")

    def test_each_figure(self) -> None:
        found = results("bridge", "matchpoints", evening(), penalties=(self.PENALTY,))
        assert [tuple(shown(each or 0) for each in worth) for worth in found.worths] == [
            *(("12.5", "87.5"), ("87.5", "12.5"), ("60", "40")),
            *(("60", "0"), ("87.5", "12.5"), ("12.5", "87.5")),
            *(("12.5", "87.5"), ("87.5", "12.5"), ("50", "50")),
            *(("50", "50"), ("87.5", "12.5"), ("12.5", "87.5")),
        ]
        assert places(found) == [
            ("1", 3, "87.5"),
            ("2–3", 2, "56.25"),
            ("2–3", 6, "56.25"),
            ("4–5", 1, "33.75"),
            ("4–5", 5, "33.75"),
            ("6", 4, "12.5"),
        ]

    def test_two_lines_are_ranked_apart(self) -> None:
        lines = {1: "NS", 3: "NS", 5: "NS", 2: "EW", 4: "EW", 6: "EW"}
        found = results("bridge", "matchpoints", evening(), lines=lines)
        assert [(place, number) for place, number, _ in places(found)] == [
            *(("1", 3), ("2–3", 1), ("2–3", 5)),
            *(("1", 6), ("2", 2), ("3", 4)),
        ]

    def test_a_standing_is_explained_board_by_board(self) -> None:
        found = results("bridge", "matchpoints", evening(), penalties=(self.PENALTY,))
        assert str(found.explain(6)).splitlines() == [
            "number 6, 4 results, in %: 56.25",
            "  board 1 against 5: 40 on one of 4 boards: 10",
            "  board 2 against 5: 87.5 on one of 4 boards: 21.88",
            "  board 3 against 5: 50 on one of 4 boards: 12.5",
            "  board 4 against 5: 87.5 on one of 4 boards: 21.88",
            "  penalty: late: −10",
        ]
        assert found.explain_row(11, 1).figure == Fraction(175, 2)
        with pytest.raises(IgrotekaError, match="no contestant 9"):
            found.explain(9)

    def test_cross_imps_of_the_same_evening(self) -> None:
        """Board 1: 30 is 1 IMP, 60/40 is ±3. Board 2: 60/0 is 3 and −15, 10 is nothing. Board 3:
        720 is 12, the version alone 0. Board 4: 620 against −100 is 12, so the weighted score is
        half of 0 and 12, half of −12 and 0, over two: 0; 620 gets 12 and half of 12, over two: 9.
        """
        found = results("bridge", "cross-imps", evening())
        assert [shown(worth[0] or 0) for worth in found.worths] == [
            *("−1", "1", "3"),
            *("3", "0", "0"),
            *("−12", "12", "0"),
            *("0", "9", "−9"),
        ]
        assert places(found)[0] == ("1", 3, "22")

    def test_how_the_standings_grew(self) -> None:
        """Pair 3 always has 87½ %; pair 1 12½, then the mean with 60, with 12½, with 50."""
        grown = results("bridge", "matchpoints", evening()).growth()
        assert [shown(each[3]) for each in grown] == ["87.5"] * 4
        assert [shown(each[1]) for each in grown] == ["12.5", "36.25", "28.33", "33.75"]


SCORES = st.lists(st.integers(-200, 200).map(lambda tens: 10 * tens), min_size=12, max_size=12)


@given(SCORES)
def test_what_one_wins_another_loses(scores: list[int]) -> None:
    """Three tables, four boards: IMPs sum up to nothing, and the mean percentage is 50."""
    rows = [row._replace(result=str(score)) for row, score in zip(evening(), scores, strict=True)]
    imps = results("bridge", "cross-imps", rows).standings
    assert sum(each.result for each in imps) == 0
    percents = results("bridge", "matchpoints", rows).standings
    assert sum(each.result for each in percents) == 50 * len(percents)
    for better, worse in pairwise(percents):
        assert better.result > worse.result or better.place == worse.place


class TestSessions:
    def test_sums_go_by_name(self) -> None:
        first = results("bridge", "cross-imps", evening())
        standings = {each.contestant: each for each in first.standings}
        one = {"Anna – Boris": standings[3], "Vera – Gleb": standings[1]}
        two = {"Vera – Gleb": standings[3], "Dina – Egor": standings[5]}
        assert [
            (each.place, each.name, shown(each.total))
            for each in overall(first.scoring, [one, two])
        ] == [
            (1, "Anna – Boris", "22"),
            (2, "Vera – Gleb", "12"),
            (3, "Dina – Egor", "−6"),
        ]

    def test_means_are_weighted_by_boards(self) -> None:
        """87½ % on four boards and 50 % on one are 80 %."""
        long = results("bridge", "matchpoints", evening())
        short = results("bridge", "matchpoints", [Row(1, 1, 1, ((3,), (4,)), "420")])
        sessions = [{"A": each.standings[0]} for each in (long, short)]
        assert overall(long.scoring, sessions)[0].total == 80

    def test_what_was_earned_before_is_carried_over(self) -> None:
        found = results("bridge", "cross-imps", evening(), carried={4: Fraction(50)})
        assert places(found)[0] == ("1", 4, "28")


class TestTeams:
    """Teams 1 (pairs 1 and 2) and 2 (pairs 3 and 4), two boards at two tables."""

    ROWS = (
        Row(1, 1, 1, ((1,), (4,)), "420"),
        Row(1, 2, 1, ((3,), (2,)), "50"),
        Row(1, 1, 2, ((1,), (4,)), "-100"),
        Row(1, 2, 2, ((3,), (2,)), "-100"),
    )

    def test_a_board_counts_once_for_the_team(self) -> None:
        """420 and −50 are 370, 9 IMPs; the other board is even. 9 IMPs over 2 boards in victory
        points: a full win is 15·√2 = 21.21; 10 + 10·(1 − τ^(27/21.21))/(1 − τ³) = 16.00."""
        found = results("bridge", "imps", list(self.ROWS))
        assert places(found) == [("1", 1, "16"), ("2", 2, "4")]
        assert shown(found.standings[0].sum) == "9"
        assert found.standings[0].boards == 2
        assert [match.opponents for match in found.standings[0].matches] == [(2,)]

    def test_a_round_without_opponents_is_twelve(self) -> None:
        rows = [*self.ROWS]
        found = results("bridge", "imps", rows, contestants=range(1, 7), byes=(Bye(1, 3),))
        assert places(found) == [("1", 1, "16"), ("2", 3, "12"), ("3", 2, "4")]

    def test_rounds_follow_from_who_meets_whom(self) -> None:
        way = contest("bridge").scoring("imps")
        bare = [row._replace(round=0) for row in self.ROWS]
        later = [Row(0, 1, 3, ((1,), (6,)), "50"), Row(0, 2, 3, ((5,), (2,)), "50")]
        assert [row.round for row in with_rounds([*bare, *later], way)] == [1, 1, 1, 1, 2, 2]


class TestIndividual:
    def test_both_players_of_a_side_get_its_worth(self) -> None:
        rows = [Row(1, 1, 1, ((1, 2), (3, 4)), "420"), Row(1, 2, 1, ((5, 6), (7, 8)), "-50")]
        found = results("bridge", "cross-imps", rows)
        assert [each.contestant for each in found.standings if each.place == 1] == [1, 2, 7, 8]


def game(round: int, white: int, black: int, result: str) -> Row:
    return Row(round, 1, round, ((white,), (black,)), result)


class TestDraughts:
    """A Swiss of five in three rounds; who is free gets two points.

    | | round 1 | round 2 | round 3 | points | Buchholz |
    |---|---|---|---|---|---|
    | 1 | beats 2 | draws 3 | beats 4 | 5 | 2 + 4 + 2 = 8 |
    | 2 | loses to 1 | free | loses to 3 | 2 | 5 + 4 = 9 |
    | 3 | draws 4 | draws 1 | beats 2 | 4 | 2 + 5 + 2 = 9 |
    | 4 | draws 3 | draws 5 | loses to 1 | 2 | 4 + 3 + 5 = 12 |
    | 5 | free | draws 4 | – | 3 | 2 |

    Numbers 2 and 4 have two points each; 4 met the stronger opponents.
    """

    ROWS = (
        *(game(1, 1, 2, "2-0"), game(1, 3, 4, "1-1")),
        *(game(2, 3, 1, "1-1"), game(2, 4, 5, "1-1")),
        *(game(3, 1, 4, "2-0"), game(3, 2, 3, "0-2")),
    )

    def test_buchholz_parts_who_is_tied(self) -> None:
        found = results("draughts", "points", list(self.ROWS), byes=(Bye(1, 5), Bye(2, 2)))
        assert places(found) == [
            *(("1", 1, "5"), ("2", 3, "4"), ("3", 5, "3"), ("4", 4, "2"), ("5", 2, "2"))
        ]
        assert [shown(each.tie_breaks[0]) for each in found.standings[-2:]] == ["12", "9"]
        assert str(found.explain_tie_break(2, "buchholz")).splitlines() == [
            "Buchholz, the results of all opponents: 9",
            "  against 1: 5",
            "  against 3: 4",
        ]
        assert "  round 2 without opponents: 2" in str(found.explain(2)).splitlines()

    def test_then_the_meeting_of_the_tied_counts(self) -> None:
        """Everybody met everybody, so Buchholz is 12 less one's own; 1 and 2 have 4, and 2 won."""
        rows = [game(1, 2, 1, "2-0"), game(1, 3, 4, "1-1"), game(2, 1, 3, "2-0")]
        rows += [game(2, 2, 4, "0-2"), game(3, 4, 1, "0-2"), game(3, 3, 2, "0-2")]
        found = results("draughts", "points", rows)
        assert [place for place, _, _ in places(found)] == ["1", "2", "3", "4"]
        assert [each.contestant for each in found.standings] == [2, 1, 4, 3]
        assert str(found.explain_tie_break(2, "met")).splitlines() == [
            "meetings of those who are tied: 2",
            "  against 1: 2",
        ]

    def test_the_meeting_counts_among_those_whom_buchholz_left_tied(self) -> None:
        """Numbers 1, 2 and 3 have 2 points; 1 beat 3 and lost to 2, who beat nobody else.

        | | | points | Buchholz |
        |---|---|---|---|
        | 1 | beats 3, loses to 2 | 2 | 2 + 2 = 4 |
        | 2 | beats 1, loses to 4 | 2 | 2 + 2 = 4 |
        | 3 | loses to 1, beats 5 | 2 | 2 + 0 = 2 |
        | 4 | beats 2, loses to 6 | 2 | 2 + 2 = 4 |
        | 5 | loses to 3 | 0 | 2 |
        | 6 | beats 4 | 2 | 2 |

        Of 1, 2 and 4, whom Buchholz leaves tied, 1 has 0 of its meeting with 2, 2 has 2 of 1 and 0
        of 4, 4 has 2 of 2: the meeting with 3 counts no longer.
        """
        rows = [game(1, 1, 3, "2-0"), game(1, 2, 4, "0-2"), game(2, 2, 1, "2-0")]
        rows += [game(2, 3, 5, "2-0"), game(2, 6, 4, "2-0")]
        found = results("draughts", "points", rows)
        assert [(each.place_text, each.contestant) for each in found.standings] == [
            *(("1–2", 2), ("1–2", 4), ("3", 1), ("4–5", 3), ("4–5", 6), ("6", 5)),
        ]
        assert found.explain_tie_break(1, "met").figure == 0

    def test_in_a_circle_of_wins_the_place_is_shared(self) -> None:
        rows = [game(1, 1, 2, "2-0"), game(2, 2, 3, "2-0"), game(3, 3, 1, "2-0")]
        found = results("draughts", "points", rows)
        assert places(found) == [("1–3", 1, "2"), ("1–3", 2, "2"), ("1–3", 3, "2")]

    @pytest.mark.parametrize(
        ("typed", "result", "words"),
        [
            ("2:0", "2-0", "White won"),
            ("1/2-1/2", "1-1", "a draw"),
            ("0 - 2", "0-2", "Black won"),
            ("-", "-", "not played"),
        ],
    )
    def test_results_are_typed_in_many_ways(self, typed: str, result: str, words: str) -> None:
        draughts = contest("draughts")
        assert draughts.read(1, typed) == result
        assert draughts.words(1, result) == words
        with pytest.raises(IgrotekaError, match="is no result of a game; it is 2-0"):
            draughts.read(1, "3-0")


class TestDurak:
    def test_who_was_the_fool_least_often_stands_first(self) -> None:
        """Number 1 is the fool once, 2 not at all, 3 in a series twice; a penalty adds to it."""
        rows = [game(1, 1, 2, "1-0"), game(2, 2, 3, "0-2"), game(3, 3, 1, "0-0")]
        found = results("durak", "fool", rows)
        assert places(found) == [("1", 2, "0"), ("2", 1, "1"), ("3", 3, "2")]
        fined = results("durak", "fool", rows, penalties=(Penalty(2, Fraction(3)),))
        assert places(fined)[-1] == ("3", 2, "3")

    def test_the_tied_are_parted_by_their_meeting(self) -> None:
        rows = [game(1, 1, 2, "1-0"), game(2, 2, 3, "1-0"), game(3, 1, 3, "-")]
        found = results("durak", "fool", rows)
        assert places(found) == [("1", 3, "0"), ("2", 2, "1"), ("3", 1, "1")]

    def test_results_in_words(self) -> None:
        durak = contest("durak")
        assert durak.read(1, " 1:0 ") == "1-0"
        assert durak.words(1, "1-0") == "the fool: first player"
        assert durak.words(1, "0-0") == "a draw: nobody was the fool"
        assert durak.words(1, "3-2") == "the fool: first player 3 times, second player 2 times"
        assert [each["result"] for each in durak.sheet(1)["choices"]] == ["1-0", "0-1", "0-0", "-"]
        with pytest.raises(IgrotekaError, match="how often each was the fool"):
            durak.read(1, "fool")
