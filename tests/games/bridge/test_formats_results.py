"""Results as USEBIO and JSON tell them."""

from __future__ import annotations

import json
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.formats.json_export import write_json
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.usebio import Event, Line, Pair, event_of, write_usebio
from igroteka.games.bridge.scoring.entries import MINUS, PLUS
from tests.games.bridge.write_files import FILES, read_file


def club() -> ET.Element:
    games = read_file(FILES / "pbn" / "club-results.pbn").games
    return ET.fromstring(write_usebio(event_of(games)))


def texts(element: ET.Element, path: str) -> list[str]:
    return [found.text or "" for found in element.findall(path)]


class TestUsebio:
    def test_the_file_says_its_version_and_event(self) -> None:
        root = club()
        assert root.tag == "USEBIO"
        assert root.get("Version") == "1.3"
        assert texts(root, "EVENT/EVENT_DESCRIPTION") == ["Tuesday Pairs"]
        assert texts(root, "EVENT/DATE") == ["06/02/2024"]

    def test_every_table_is_a_line_of_its_boards_traveller(self) -> None:
        first, second, third = club().findall("EVENT/BOARD")
        assert texts(first, "TRAVELLER_LINE/CONTRACT") == ["4S", "3NT", "4SX"]
        assert texts(first, "TRAVELLER_LINE/PLAYED_BY") == ["N", "S", "N"]
        assert texts(first, "TRAVELLER_LINE/TRICKS") == ["11", "7", "10"]
        assert texts(first, "TRAVELLER_LINE/SCORE") == ["450", "-100", "590"]
        assert texts(first, "TRAVELLER_LINE/NS_MATCH_POINTS") == ["2", "0", "4"]
        assert texts(first, "TRAVELLER_LINE/EW_MATCH_POINTS") == ["2", "4", "0"]
        assert texts(second, "TRAVELLER_LINE/SCORE") == ["-640", "500"]
        assert texts(third, "TRAVELLER_LINE/CONTRACT") == ["6NT", "PASS"]

    def test_pairs_are_ranked_by_their_percentage(self) -> None:
        pairs = club().findall("EVENT/PARTICIPANTS/PAIR")
        shares = [Fraction(text) for pair in pairs for text in texts(pair, "PERCENTAGE")]
        assert shares == sorted(shares, reverse=True)
        assert texts(pairs[0], "PLACE")[0].startswith("1")
        assert {len(pair.findall("PLAYER")) for pair in pairs} == {2}

    def test_the_hands_are_told_suit_by_suit(self) -> None:
        boards = club().findall("HANDSET/BOARD")
        assert texts(boards[0], "HAND/DIRECTION") == ["North", "East", "South", "West"]
        assert texts(boards[0], "HAND/SPADES") == ["JT962", "AQ854", "3", "K7"]

    def test_artificial_scores_are_told_as_such(self) -> None:
        line = Line("1", "2", awards=(PLUS, MINUS), ns_points=Fraction(12, 10))
        pairs = [Pair("1", ("A & B", "C")), Pair("2", ("D", "E"), "EW", "1=")]
        root = ET.fromstring(write_usebio(Event("<x>", "", pairs, [(1, [line])], club="Trio")))
        assert texts(root, "EVENT/BOARD/TRAVELLER_LINE/SCORE") == ["A6040"]
        assert texts(root, "EVENT/BOARD/TRAVELLER_LINE/NS_MATCH_POINTS") == ["1.2"]
        assert texts(root, "EVENT/PARTICIPANTS/PAIR/PLAYER/PLAYER_NAME") == ["A & B", "C", "D", "E"]
        assert texts(root, "CLUB/CLUB_NAME") == ["Trio"]

    def test_imps_are_named_so(self) -> None:
        contract = Contract.read("3NT N")
        line = Line("1", "2", contract, 9, 400, ns_points=Fraction(5), ew_points=Fraction(-5))
        root = ET.fromstring(write_usebio(Event("x", "", [], [(1, [line])], imps=True)))
        assert texts(root, "EVENT/BOARD/TRAVELLER_LINE/EW_CROSS_IMP_POINTS") == ["-5"]

    def test_games_without_players_make_no_event(self) -> None:
        games = read_file(FILES / "pbn" / "dealer-program.pbn").games
        with pytest.raises(IgrotekaError, match="board 1 at line 1 does not name its players"):
            event_of(games)

    def test_games_without_a_number_make_no_event(self) -> None:
        with pytest.raises(IgrotekaError, match="the game at line 1 has no board number"):
            event_of(read_pbn('[Event "x"]\n').games)


class TestJson:
    def test_a_game_is_told_in_plain_values(self) -> None:
        (first, *_) = json.loads(write_json(read_file(FILES / "pbn" / "export-format.pbn").games))
        assert first["board"] == 1
        assert first["hands"]["N"] == "JT962.A43.2.9765"
        assert first["contract"] == "4S"
        assert first["players"]["W"] == "Anna Lind"
        assert first["score"] == -50 * (10 - first["tricks"])
        assert first["auction"]["turns"][:3] == ["1C", "pass", "1S"]
        assert len(first["cards"]) == 52

    def test_remarks_are_told_with_their_turns(self) -> None:
        (game,) = json.loads(write_json(read_file(FILES / "pbn" / "marks-and-notes.pbn").games))
        assert game["auction"]["turns"][2] == {"action": "2NT", "marks": [3], "note": 1}
        assert game["auction"]["notes"]["2"] == "no slam interest"

    def test_what_is_not_known_is_null(self) -> None:
        found = json.loads(write_json(read_file(FILES / "pbn" / "partial-deals.pbn").games))
        assert found[0]["hands"]["E"] is None
        assert found[0]["contract"] is None
        assert found[0]["score"] is None
