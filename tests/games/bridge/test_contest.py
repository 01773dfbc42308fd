"""Bridge in events: what is refused, asked again, said, and how rows of a table are counted."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from igroteka.basics.explanation import Explanation, shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.contest.bridge_contest import BRIDGE_CONTEST as BRIDGE
from igroteka.games.bridge.contracts import STRAINS
from igroteka.languages import language_named
from igroteka.records.contest import Row

SUITS_APART = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
"""North has all spades, East all hearts, South all diamonds, West all clubs."""


def row(board: int, ns: int, ew: int, result: str, table: int = 1, round: int = 1) -> Row:
    return Row(round, table, board, ((ns,), (ew,)), result)


def worths(scoring: str, rows: list[Row], **settings: str) -> list[tuple[str, str]]:
    """What each row is worth to its sides, as it is shown."""
    found = BRIDGE.count(BRIDGE.scoring(scoring), rows, settings)
    for at, worth in enumerate(found):
        for side in (0, 1):
            if worth[side] is not None:
                told = explained(scoring, rows, at, side, **settings)
                assert told.figure == worth[side]
                assert sum(Fraction(step.amount or 0) for step in told.steps) == told.figure
    return [("" if a is None else shown(a), "" if b is None else shown(b)) for a, b in found]


def explained(scoring: str, rows: list[Row], at: int, side: int, **settings: str) -> Explanation:
    return BRIDGE.explain(BRIDGE.scoring(scoring), rows, settings, at, side)


class TestEntering:
    def test_a_lead_has_to_be_in_the_leaders_hand(self) -> None:
        deal = BRIDGE.read_deal(5, SUITS_APART)
        assert BRIDGE.read(5, "4s n = h3", deal) == "4♠ N = ♥3"
        with pytest.raises(IgrotekaError, match="East, who led, did not hold ♣3 on board 5"):
            BRIDGE.read(5, "4S N = C3", deal)
        assert BRIDGE.read(5, "B: 4S N = C3", deal) == "B: 4♠ N = ♣3"
        assert BRIDGE.read(5, "4S N = C3") == "4♠ N = ♣3"

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("4S N +4", "14 tricks of 13"),
            ("4S Q =", "is no result of a table"),
            ("4S =", "who declares"),
            ("423", "no contract gives 423"),
            ("50% 420; 50% -55", "no contract gives −55"),
            ("4п =", "who declares"),
        ],
    )
    def test_what_can_not_have_happened_is_refused(self, text: str, reason: str) -> None:
        with pytest.raises(IgrotekaError, match=reason):
            BRIDGE.read(1, text)

    @pytest.mark.parametrize(
        "typed",
        [
            SUITS_APART,
            f"N:{SUITS_APART}",
            "E:.AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432 AKQJT98765432...",
            "S: ..AKQJT98765432. W: ...AKQJT98765432\nN: AKQJT98765432...",
            f"5 N NS {SUITS_APART}",
        ],
    )
    def test_a_deal_is_typed_in_many_ways(self, typed: str) -> None:
        assert BRIDGE.read_deal(5, typed) == f"5 N NS {SUITS_APART}"

    @pytest.mark.parametrize(
        ("typed", "reason"),
        [
            ("AKQJT98765432...", "four hands of 13 cards"),
            (f"{SUITS_APART} AK..Q.", "'AK..Q.' is a fifth hand"),
            ("AKQJT98765432... AKQJT98765432...", "four hands"),
            ("AK AK AK AK", "is no hand"),
        ],
    )
    def test_another_deal_is_refused(self, typed: str, reason: str) -> None:
        with pytest.raises(IgrotekaError, match=reason):
            BRIDGE.read_deal(5, typed)

    @pytest.mark.parametrize(
        ("result", "others", "asked"),
        [
            ("6♠ N -5", [], "6♠, 5 down"),
            ("1♠ N +5", [], "5 overtricks"),
            ("4♠ E =", ["4♠ N =", "3♠ S +1"], "4♠ by East: at every other table the other side"),
            ("7NT N =", ["4♠ N =", "4♠ S +1"], "far from every other"),
            ("4♠ N -1", ["4♠ N =", "4♠ S +1"], None),
            ("7NT N =", ["4♠ N ="], None),
            ("60/40", ["4♠ N =", "4♠ S +1"], None),
            ("pass", ["-", ""], None),
            ("620", [], "no contract gives 620 at the vulnerability of board 1"),
            ("420", [], None),
        ],
    )
    def test_the_unusual_is_asked_again(
        self, result: str, others: list[str], asked: str | None
    ) -> None:
        found = BRIDGE.doubt(1, result, others)
        assert found is None if asked is None else found and asked in found


class TestSaying:
    @pytest.mark.parametrize(
        ("result", "english", "russian"),
        [
            (
                "4♠X S -1 ♥K",
                "4♠ doubled, South, lead ♥K, 1 down: −100",
                "4♠ с контрой, Юг, атака ♥K, 1 недобранная взятка: −100",
            ),
            ("3NT E =", "3NT, East, just made: −400", "3БК, Восток, ровно выполнен: −400"),
            ("pass", "passed out", "все пасовали"),
            ("-", "not played", "не играна"),
            (
                "60/0",
                "North–South: average plus; East–West: an artificial score of 0 %",
                "север–юг: средняя с плюсом; восток–запад: искусственный результат: 0 %",
            ),
        ],
    )
    def test_a_result_is_said(self, result: str, english: str, russian: str) -> None:
        words = BRIDGE.words(1, result)
        assert words == english
        assert language_named("ru")(words) == russian

    def test_a_phone_has_every_score_and_its_words(self) -> None:
        """On board 2 North–South are vulnerable: 4♠ doubled and one down is 200."""
        sheet = json.loads(json.dumps(BRIDGE.sheet(2)))
        assert (sheet["dealer"], sheet["vulnerable"]) == ("E", [True, False])
        spades = STRAINS.index("♠")
        for side, score in ((0, -200), (1, -100)):
            scores = sheet["scores"][str(int(sheet["vulnerable"][side]))]
            assert scores[sheet["kinds"][spades]][4 - 1][1][9] == score
        said = sheet["played"].format(
            contract=f"4{sheet['strains'][spades]} {sheet['doublings'][1]}",
            declarer=sheet["seats"]["S"],
            made=sheet["down"][0],
            score="−200",
        )
        assert said == BRIDGE.words(2, "4♠X S -1")
        assert [each["result"] for each in sheet["choices"]] == ["pass", "-"]

    def test_columns(self) -> None:
        assert BRIDGE.cells(1, "4♠X S -1 ♥K") == ("4♠X", "S", "♥K", "−1", "−100")
        assert BRIDGE.cells(1, "B: 3NT W +1") == ("B: 3NT", "W", "", "+1", "−430")
        assert BRIDGE.cells(1, "60/40") == ("", "", "", "", "60/40")
        assert BRIDGE.cells(1, "") == ("",) * 5
        assert BRIDGE.board_note(2) == "dealer East, North–South are vulnerable"


class TestCounting:
    def test_a_row_without_a_result_is_no_score_yet(self) -> None:
        rows = [row(1, 1, 2, "420"), row(1, 3, 4, "-50"), row(1, 5, 6, "")]
        assert worths("matchpoints", rows) == [("100", "0"), ("0", "100"), ("", "")]

    def test_a_board_that_was_not_played_is_expected(self) -> None:
        """Neuberg with E=3, A=2: (2·3 + 3 − 2)/2 = 3½ of 4 are 87½ %."""
        rows = [row(1, 1, 2, "420"), row(1, 3, 4, "-50"), row(1, 5, 6, "-")]
        assert worths("matchpoints", rows) == [("87.5", "12.5"), ("12.5", "87.5"), ("", "")]

    def test_average_plus_is_the_pairs_own_session_if_that_is_more(self) -> None:
        """Pair 1 has 100 % on board 1, so its average plus of board 2 is 100 %; pair 2 has 0 % and
        keeps the less of it and 40 %."""
        rows = [row(1, 1, 2, "420"), row(1, 3, 4, "-50"), row(2, 1, 2, "60/40"), row(2, 3, 4, "0")]
        assert worths("matchpoints", rows)[2] == ("100", "0")
        points = BRIDGE.points(BRIDGE.scoring("matchpoints"), rows, {})
        assert points[2] == (Fraction(2), Fraction(0))

    def test_another_percentage_stays_what_it_is(self) -> None:
        rows = [row(1, 1, 2, "420"), row(1, 3, 4, "-50"), row(2, 1, 2, "61/0"), row(2, 3, 4, "0")]
        assert worths("matchpoints", rows)[2] == ("61", "0")

    def test_the_protocol_of_two_tables(self) -> None:
        """Board 1: 2♠ +1 is 140; the other table 800. Butler with the mean: −8 and 8."""
        rows = [row(1, 6, 1, "2♠ N +1 ♥T"), row(1, 2, 4, "800")]
        assert worths("butler", rows) == [("−8", "8"), ("8", "−8")]
        assert worths("butler", rows, datum="median") == [("−8", "8"), ("8", "−8")]

    def test_teams_are_compared_with_the_other_table(self) -> None:
        """Team 1 (pairs 1 and 2) makes 420 North–South, and its other pair gives away 50 only:
        370 is 9 IMPs. On board 2 a half of 420 and a half of −50 stand against 420: 0 and −10."""
        rows = [
            row(1, 1, 4, "420", table=1),
            row(1, 3, 2, "50", table=2),
            row(2, 1, 4, "50% 420; 50% -50", table=1),
            row(2, 3, 2, "420", table=2),
            row(3, 1, 4, "420", table=1),
            row(4, 1, 4, "60/40", table=1),
            row(4, 3, 2, "420", table=2),
        ]
        assert worths("imps", rows) == [
            *(("9", "−9"), ("−9", "9")),
            *(("−5", "5"), ("5", "−5")),
            ("", ""),
            *(("3", "−3"), ("−3", "3")),
        ]
        imps = BRIDGE.scoring("imps")
        assert shown(BRIDGE.match_points(imps, Fraction(10), 16)) == "12.8"
        assert shown(BRIDGE.explain_match(imps, Fraction(10), 16).figure) == "12.8"

    def test_one_table_is_compared_with_its_points(self) -> None:
        """North–South have all spades and diamonds, 20 points: 0 is expected, 510 is 11 IMPs."""
        deal = BRIDGE.read_deal(1, SUITS_APART)
        rows = [row(1, 1, 2, "4♠ N +3")._replace(deal=deal), row(2, 1, 2, "420")]
        assert worths("compensation", rows, table="kharkov") == [("11", "−11"), ("", "")]
        weighted = [row(1, 1, 2, "50% 4♠ N +3; 50% pass")._replace(deal=deal)]
        assert worths("compensation", weighted) == [("5.5", "−5.5")]


class TestCards:
    def test_a_diagram_has_four_hands_the_vulnerable_marked(self) -> None:
        north, east, *_ = BRIDGE.hands(BRIDGE.read_deal(5, SUITS_APART))
        assert (north.title, north.note, north.marked) == ("North", "10", True)
        assert north.suits == (("♠", "AKQJT98765432"), ("♥", "—"), ("♦", "—"), ("♣", "—"))
        assert (east.title, east.marked) == ("East", False)

    def test_what_can_be_made_is_kept_and_read_again(self) -> None:
        """Whoever has thirteen trumps takes all; nobody does in notrump but who leads."""
        solved = json.loads(json.dumps(BRIDGE.solve(BRIDGE.read_deal(5, SUITS_APART))))
        found = BRIDGE.analysis(solved)
        assert [str(each) for each in found.columns] == ["♣", "♦", "♥", "♠", "NT"]
        assert {str(title): figures for title, figures in found.rows} == {
            "N": (0, 13, 0, 13, 0),
            "S": (0, 13, 0, 13, 0),
            "E": (13, 0, 13, 0, 0),
            "W": (13, 0, 13, 0, 0),
        }
        assert str(found.best) == "par +2210 (7♠ NS =)"

    def test_deals_of_a_file_have_dealer_and_zone_of_their_numbers(self) -> None:
        one = f'[Board "7"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "N:{SUITS_APART}"]\n'
        assert BRIDGE.read_deals(one.encode()) == {7: BRIDGE.read_deal(7, SUITS_APART)}
        other = one.replace("N:AK", "E:AK")
        with pytest.raises(IgrotekaError, match="two different deals of board 7"):
            BRIDGE.read_deals(f"{one}\n{other}".encode())
