"""An event in files: what they tell is what was played."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.contest.bridge_contest import BRIDGE_CONTEST as BRIDGE
from igroteka.games.bridge.contest.csv_rows import read_rows
from igroteka.games.bridge.contest.pbn_rows import read_tables
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.records.contest import Placed, Report, Row

DEAL = BRIDGE.read_deal(1, "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432.")
ROWS = (
    Row(1, 1, 1, ((1,), (2,)), "4♠X N -1 ♥K", DEAL),
    Row(2, 1, 1, ((3,), (4,)), "pass", DEAL),
    Row(1, 2, 2, ((3,), (4,)), "60/0"),
    Row(2, 2, 2, ((1,), (2,)), "50% 4♠ S =; 50% 4♠ S -1"),
)
STANDINGS = (
    Placed(1, 2, 1, "NS", Fraction(55), Fraction(110), 2),
    Placed(1, 2, 3, "NS", Fraction(55), Fraction(110), 2),
    Placed(1, 1, 2, "EW", Fraction(60), Fraction(120), 2),
)
REPORT = Report(
    'Вторник "А"',
    date(2026, 11, 17),
    BRIDGE.scoring("matchpoints"),
    ROWS,
    STANDINGS,
    {1: ("Анна", "Борис"), 3: ("Вера", "Глеб"), 2: ("Дина", 'Е"гор')},
    club="Клуб",
)


def test_pbn_has_travellers_and_standings() -> None:
    written = BRIDGE.exports["pbn"](REPORT)
    reading = read_pbn(written)
    assert not reading.problems
    first, second = reading.games
    assert first.tag("Event") == 'Вторник "А"'
    assert (first.tag("Date"), first.tag("Scoring")) == ("2026.11.17", "MatchPoints")
    assert first.board is not None
    assert str(first.board) == DEAL
    scores, total = sorted(first.tables, key=lambda table: table.name)
    assert [row[:4] for row in total.rows] == [
        ("1", "1", '"N-S"', "55"),
        ("1", "3", '"N-S"', "55"),
        ("1", "2", '"E-W"', "60"),
    ]
    assert total.rows[2][-1] == '"Дина - Е\'гор"'
    assert scores.rows == (
        ("1", "1", "1", "2", "4SX", "N", "9", "HK", "-100", "100", "0", "2", "0", "100"),
        ("1", "2", "3", "4", "Pass", "-", "-", "-", "0", "0", "2", "0", "100", "0"),
    )
    assert second.tables[0].rows[0][4:10] == ("-", "-", "-", "-", '"60/0"', "-")
    assert second.tables[0].rows[1][8] == '"50% 4S S =; 50% 4S S -1"'


def test_usebio_has_places_and_figures() -> None:
    root = ET.fromstring(BRIDGE.exports["usebio"](REPORT))
    assert [each.text for each in root.findall("EVENT/PARTICIPANTS/PAIR/PLACE")] == [
        *("1=", "1=", "1"),
    ]
    lines = root.findall("EVENT/BOARD/TRAVELLER_LINE")
    assert [line.findtext("SCORE") for line in lines] == ["-100", "0", "A6000", ""]
    assert [line.findtext("NS_MATCH_POINTS") for line in lines] == ["0", "2", "2", "1"]
    assert root.findtext("EVENT/DATE") == "17/11/2026"
    assert root.findtext("HANDSET/BOARD/HAND/SPADES") == "AKQJT98765432"


def test_butlers_imps_are_named_so() -> None:
    butler = replace(REPORT, scoring=BRIDGE.scoring("butler"))
    root = ET.fromstring(BRIDGE.exports["usebio"](butler))
    assert root.findtext("EVENT/BOARD_SCORING_METHOD") == "BUTLER_IMPS"
    assert r"IMP_NS\6R" in BRIDGE.exports["pbn"](butler)


def test_the_tables_of_pbn_are_read_back() -> None:
    versions = (*ROWS, Row(3, 1, 3, ((1,), (2,)), "B: 420"), Row(3, 2, 3, ((3,), (4,)), "-"))
    reading = read_tables(BRIDGE.exports["pbn"](replace(REPORT, rows=versions)).encode())
    assert reading.rows == list(versions)
    assert reading.players[1] == ("Анна", "Борис")


def test_tables_as_other_programs_write_them_are_read() -> None:
    """East–West's scores stand in their own column, a pair that sits out has no opponents."""
    columns = "Table;Round;PairId_NS\\2R;PairId_EW;Contract\\4L;Declarer;Result;Lead"
    text = f"""[Event "x"]
[Board "1"]
[ScoreTable "{columns};Score_NS;Score_EW;MP_NS;MP_EW"]
4 2 6 5 5HX E  7 SA "800" - 4.0 0.0
1 1 8 1 4S  W 10 -  - "420" 1.0 3.0
3 3 - 2 -   - -  -  "Bye" "Bye" - 1.9
"""
    found = read_tables(text.encode()).rows
    assert [(row.sides, row.result) for row in found] == [
        (((6,), (5,)), "5♥X E -4 ♠A"),
        (((8,), (1,)), "4♠ W ="),
    ]
    with pytest.raises(IgrotekaError, match="no score table"):
        read_tables(b'[Event "x"]\n[Board "1"]\n')


def test_a_spreadsheet_is_read_back_as_the_same() -> None:
    assert read_rows(BRIDGE.exports["csv"](REPORT).encode()).rows == list(ROWS)
