"""Results in spreadsheets, as people really keep them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.contest.csv_rows import read_rows, write_rows
from igroteka.records.contest import Row
from tests.games.bridge.given_results import RESULTS, SHARES

HEAD = "board,ns,ew,contract,declarer,lead,tricks,score,adjusted_ns,adjusted_ew\n"


def read(text: str, **how: bool) -> list[str]:
    return [row.result for row in read_rows(text.encode(), **how).rows]


class TestReading:
    @pytest.mark.parametrize(
        ("line", "result"),
        [
            ("1,1,2,4S,N,HK,=,420,,", "4♠ N = ♥K"),
            ("1,1,2,4sx,n,,10,,,", "4♠X N ="),
            ("1,1,2,4♠,N,♥10,-2,,,", "4♠ N -2 ♥T"),
            ("1,1,2,3NT,E,,0,,,", "3NT E -9"),
            ("1,1,2,4S N +1,,,,,,", "4♠ N +1"),
            ("1,1,2,pass,,,,,,", "pass"),
            ("1,1,2,,,,,-50,,", "-50"),
            ("1,1,2,3C,,D10,,800,,", "800"),
            ("1,1,2,,,,,,,", "-"),
            ("1,1,2,,,,,,60,40", "60/40"),
            ("1,1,2,4S,N,,=,,60,0", "60/0"),
            ("1,1,2,4S,N,,=,,,60%", "4♠ N = | 60%"),
            ("1,1,2,,,,,,+3 IMP,-3 IMP", "+3/-3 IMP"),
        ],
    )
    def test_a_line_is_a_result(self, line: str, result: str) -> None:
        assert read(HEAD + line) == [result]

    def test_a_bare_adjustment_is_in_the_unit_of_the_scoring(self) -> None:
        assert read(f"{HEAD}1,1,2,,,,,,3,-3", imps=True) == ["+3/-3 IMP"]
        assert read(f"{HEAD}1,1,2,,,,,,60,0", imps=True) == ["60/0"]

    def test_other_spreadsheets_are_read_the_same(self) -> None:
        line = "1;1;2;4♠;N;;=;;;\r\n\r\n;;;;;;;;;\r\n2;1;2;;;;;-50;;\r\n"
        semicolons = HEAD.replace(",", ";").upper() + line
        for data in (
            semicolons.encode(),
            semicolons.encode("utf-8-sig"),
            semicolons.encode("utf-16"),
            semicolons.replace("♠", "S").encode("cp1251"),
            semicolons.replace(";", "\t").encode(),
        ):
            assert [row.result for row in read_rows(data).rows] == ["4♠ N =", "-50"]

    def test_few_columns_in_any_order_are_enough(self) -> None:
        found = read_rows("Score,Пара,NS,EW,Board\n420,вторая,3,4,7\n".encode("cp1251"))
        assert found.rows == [Row(0, 1, 7, ((3,), (4,)), "420")]

    def test_a_score_that_contradicts_its_contract_counts_and_is_told(self) -> None:
        found = read_rows(f"{HEAD}1,1,2,4S,N,,=,450,,".encode())
        assert [row.result for row in found.rows] == ["450"]
        assert found.warnings == [
            "line 2: '4♠ N =' on board 1 is 420 for North–South, but the score says 450; that is "
            "counted"
        ]

    @pytest.mark.parametrize("line", ["1,1,2,,,,,423,,", "1,1,2,4S,N,,=,423,,"])
    def test_a_score_that_no_contract_gives_is_refused(self, line: str) -> None:
        with pytest.raises(IgrotekaError, match="line 2: no contract gives 423"):
            read_rows(f"{HEAD}{line}".encode())

    def test_players_of_an_individual(self) -> None:
        found = read_rows(f"{HEAD}1,1+2,3 + 4,,,,,420,,".encode())
        assert found.rows[0].sides == ((1, 2), (3, 4))

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "there are no results"),
            (
                "1,2,3\n",
                "the first line should name the columns board, .*; board, ns, ew is missing",
            ),
            (HEAD, "there are no results"),
            (f"{HEAD}x,1,2,,,,,420,,", "line 2: board should be a number from 1 on, not 'x'"),
            (f"{HEAD}1,,2,,,,,420,,", "line 2: ns should be the number of a pair"),
            (f"{HEAD}1,1,2,4S,N,,,,,", "line 2: '4S N' is no result of a table"),
            (f"{HEAD}1,1,2,4S,N,,14,,,", "line 2: .* 14 tricks of 13"),
            (f"{HEAD}1,1,2,4S,Q,,=,,,", "line 2: '4S Q =' is no result"),
            (f"{HEAD}1,1,2,4S,N,H1,=,,,", "line 2: '4S N = H1' is no result"),
            (f"{HEAD}1,1,2,,,,,,160,0", "line 2: a side gets 0 to 100 %"),
            (f"{HEAD}1,1,1,,,,,420,,", "line 2: number 1 can't play against itself"),
            (f"{HEAD}1,1,2,,,,,420,,\n\n1,3,2,,,,,50,,", "line 4: number 2 has board 1 on line 2"),
            (f"{HEAD}1,1,2,,,,,420,,\n1,2,4,,,,,50,,", "line 3: number 2 has board 1 on line 2"),
        ],
    )
    def test_what_is_wrong_is_said_with_its_line(self, text: str, reason: str) -> None:
        with pytest.raises(IgrotekaError, match=reason):
            read(text)

    def test_where_lines_are_apart_a_number_means_two_pairs(self) -> None:
        assert read(f"{HEAD}1,1,1,,,,,420,,\n1,2,2,,,,,50,,", two_lines=True) == ["420", "50"]


SPLIT = st.builds("{} | {}".format, SHARES, SHARES)


@given(st.lists(st.one_of(RESULTS, SPLIT), min_size=1, max_size=6))
def test_what_is_written_is_read_as_the_same(results: list[str]) -> None:
    written = [
        Row(number, 1, number, ((1,), (2, 3)), read(f"board,ns,ew,result\n1,1,2,{text}")[0])
        for number, text in enumerate(results, start=1)
    ]
    assert read_rows(write_rows(written).encode()).rows == written
