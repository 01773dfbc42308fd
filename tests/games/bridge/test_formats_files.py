"""Files as many programs write them: good ones are read whole, wrong ones name line and reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from igroteka.games.bridge.formats.archived import LIN, PBN
from igroteka.games.bridge.formats.game import MANDATORY, GameText
from igroteka.games.bridge.formats.pbn_reader import read_pbn
from igroteka.games.bridge.formats.pbn_writer import write_pbn
from igroteka.games.bridge.formats.records import from_annotated, to_annotated
from igroteka.games.bridge.rules import Bridge
from igroteka.records.annotations import AnnotatedGame
from tests.games.bridge.write_files import EXPECTED, FILES, GOOD, WRONG, exported, read_file

REFUSALS = tomllib.loads(EXPECTED.read_text(encoding="utf-8"))


def named(path: Path) -> str:
    return path.name


def game(name: str, at: int = 0) -> GameText:
    return read_file(FILES / name).games[at]


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_a_good_file_is_read_without_a_problem_as_its_export_shows(path: Path) -> None:
    reading = read_file(path)
    assert reading.problems == []
    text = write_pbn(reading.games)
    assert text == exported(path).read_text(encoding="utf-8")
    again = read_pbn(text)
    assert again.problems == []
    assert again.games == reading.games


@pytest.mark.parametrize("path", GOOD, ids=named)
def test_every_game_of_a_good_file_with_all_hands_is_a_record_that_replays(path: Path) -> None:
    for each in read_file(path).games:
        if each.board is None:
            continue
        kept = to_annotated(each)
        assert list(kept.record.positions(Bridge.configure(kept.record.options)))
        assert from_annotated(kept) == each


@pytest.mark.parametrize("path", WRONG, ids=named)
def test_a_wrong_file_names_each_line_and_reason_and_the_rest_is_read(path: Path) -> None:
    reading = read_file(path)
    expected = REFUSALS[path.name]
    assert list(map(str, reading.problems)) == expected["problems"]
    assert len(reading.games) == expected["games"]
    assert expected["problems"]


def test_an_export_has_the_mandatory_tags_in_order_and_the_others_by_the_alphabet() -> None:
    lines = exported(FILES / "pbn" / "supplemental.pbn").read_text().splitlines()
    assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
    tags = [line[1:].split()[0] for line in lines if line.startswith("[")]
    assert tuple(tags[:15]) == MANDATORY
    others = tags[15 : tags.index("Auction")]
    assert others == ["alpha", "Score", "ScoreMP", "ScorePercentage", "TeamEast", "Zebra", "Zone"]


class TestWhatFilesSay:
    def test_missing_tags_are_carried_forward(self) -> None:
        third = game("pbn/carried-forward.pbn", 2)
        assert third.tag("North") == "Bruno Falk"
        assert third.tag("West") == "Elsa Worm"
        assert third.tag("Event") == "Spring Pairs"

    def test_dealer_and_vulnerability_follow_the_number_where_they_are_missing(self) -> None:
        found = read_file(FILES / "pbn/board-and-deal-only.pbn").games
        assert [each.tag("Dealer") for each in found[:5]] == ["N", "E", "S", "W", "N"]
        assert [each.tag("Vulnerable") for each in found[3:6]] == ["All", "NS", "EW"]

    def test_a_hash_repeats_and_two_hold_for_all_games_to_come(self) -> None:
        assert game("pbn/inherited.pbn", 1).tag("Round") == "3"
        assert game("pbn/inherited.pbn", 1).tag("West") == "Anna Lind"
        assert game("pbn/inherited.pbn", 2).tag("Event") == "Final"
        assert game("pbn/inherited.pbn", 3).tag("Event") == "Winter League"

    def test_another_table_of_the_same_board_may_leave_out_the_deal(self) -> None:
        assert game("pbn/two-rooms.pbn", 1).hands == game("pbn/two-rooms.pbn", 0).hands
        assert game("pbn/two-rooms.pbn", 1).tag("Room") == "Closed"

    @pytest.mark.parametrize(
        ("name", "tag", "value"),
        [
            ("latin-1", "West", "Zoë Müller"),
            ("cyrillic", "North", "Борис Щукин"),
            ("charset-named", "West", "Żaneta Łoś"),
            ("utf-8-with-mark", "South", "李 明"),
            ("utf-16", "West", "Anna Lind"),
            ("quotes-and-backslashes", "Event", 'The "Big" Cup'),
            ("quotes-and-backslashes", "Site", "C:\\Bridge\\"),
            ("quotes-and-backslashes", "Description", "50\\% of it \\ all"),
        ],
    )
    def test_letters_and_quotes_of_any_kind(self, name: str, tag: str, value: str) -> None:
        assert game(f"pbn/{name}.pbn").tag(tag) == value

    def test_a_missing_fourth_hand_is_filled_in(self) -> None:
        assert game("pbn/partial-deals.pbn", 0).hands[1] is None
        assert game("pbn/partial-deals.pbn", 1).board is not None

    def test_tricks_relative_to_the_contract_are_counted(self) -> None:
        found = read_file(FILES / "pbn/club-results.pbn").games
        assert [each.tricks for each in found] == [11, 7, 10, 8, 8, 12, None]
        assert found[-1].passed_out

    def test_tricks_written_from_their_leader_are_put_into_columns(self) -> None:
        found = game("pbn/tricks-from-their-leader.pbn")
        assert len(list(found.cards())) == 52
        assert found.play is not None
        for at, turn in enumerate(found.play.turns):
            hand = found.hands[(found.play.first + at) % 4]
            assert hand is not None
            assert isinstance(turn.action, int)
            assert hand >> turn.action & 1

    def test_lin_tells_rooms_teams_and_the_official_result(self) -> None:
        closed = game("lin/vugraph.lin", 3)
        assert (closed.tag("Room"), closed.tag("South")) == ("Closed", "Max")
        assert (closed.tag("HomeTeam"), closed.tag("VisitTeam")) == ("Reds", "Blues")
        assert closed.tricks == 4
        assert len(list(closed.cards())) == 8

    def test_lin_explanations_are_notes(self) -> None:
        auction = game("lin/alerts.lin").auction
        assert auction is not None
        assert auction.notes == {1: "15-17", 2: "transfer, 5+ hearts", 3: "alert"}
        assert auction.turns[2].note == 2


def test_the_archive_gets_games_and_problems_in_the_order_of_the_file() -> None:
    data = (FILES / "wrong" / "insufficient-bid.pbn").read_bytes()
    found = list(PBN.read(data))
    assert [type(each).__name__ for each in found] == ["AnnotatedGame", "Problem", "AnnotatedGame"]
    (only,) = LIN.read((FILES / "lin" / "hand-record.lin").read_bytes())
    assert isinstance(only, AnnotatedGame)
    assert only.record.scores is not None
