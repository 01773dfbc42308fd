"""Lines are written to the byte as documented, and read as robots write them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.auction import BIDS
from igroteka.games.bridge.boards import EAST, NORTH, SOUTH, WEST, shuffled
from igroteka.games.bridge.cards import Card, read_hand
from igroteka.games.bridge.contracts import DOUBLE, PASS, REDOUBLE, Bid
from igroteka.games.bridge.notation import AGREE, REFUSE, Action, Claim
from igroteka.games.bridge.protocol import client_lines, lines, server_lines
from igroteka.games.bridge.protocol.client_lines import read_client_line, read_greeting, ready_line
from igroteka.games.bridge.protocol.lines import Acted, action_line, read_action_line
from igroteka.games.bridge.protocol.server_lines import read_server_line
from igroteka.records.line_protocol import Greeting
from igroteka.text import NOTHING, as_written

HAND = read_hand("AT95.K65.QJ8764.-")
ONE_NOTRUMP = Bid(1, 4)
ACTIONS = (*BIDS, PASS, DOUBLE, REDOUBLE, *map(Card, range(52)), Claim(9), AGREE, REFUSE)


def test_a_server_writes_its_lines_as_documented() -> None:
    assert server_lines.seated_line(WEST, "Ours") == 'West ("Ours") seated'
    names = ["A", "B", "A", "B"]
    assert server_lines.teams_line(names, "imps") == 'Teams : N/S : "A" E/W : "B"'
    assert server_lines.teams_line(names, "matchpoints").endswith('"B". Playing MP')
    assert server_lines.board_line(8, WEST, 0) == "Board number 8. Dealer West. Neither vulnerable."
    assert server_lines.board_line(2, EAST, 1) == "Board number 2. Dealer East. N/S vulnerable."
    told = "West's cards : S A T 9 5. H K 6 5. D Q J 8 7 6 4. C -."
    assert server_lines.cards_line("West", HAND) == told
    assert server_lines.to_lead_line("Dummy") == "Dummy to lead"
    assert server_lines.timing_line((73.9, 5.0), (3725.0, 600.0)) == (
        "Timing - N/S : this board  01:13,  total  1:02:05.  "
        "E/W : this board  00:05,  total  0:10:00."
    )


def test_actions_are_written_as_documented() -> None:
    assert action_line(SOUTH, PASS) == "South passes"
    assert action_line(SOUTH, DOUBLE) == "South doubles"
    assert action_line(SOUTH, REDOUBLE) == "South redoubles"
    assert action_line(SOUTH, ONE_NOTRUMP) == "South bids 1NT"
    assert action_line(SOUTH, Bid(2, 0), "Stayman") == "South bids 2C Alert. Stayman"
    assert action_line(WEST, Card.read("C3")) == "West plays 3C"
    assert action_line(WEST, Card.read("ST")) == "West plays TS"


def test_what_lines_can_t_say_is_written_in_ascii() -> None:
    line = action_line(SOUTH, Bid(2, 0), "4+ ♠ – по системе\r\nWest passes")
    assert line == "South bids 2C Alert. 4+ S - ?? ??????? West passes"


def test_a_client_writes_its_lines_as_documented() -> None:
    greeting = 'Connecting "Ours" as South using protocol version 18'
    assert client_lines.greeting_line("Ours", SOUTH) == greeting
    assert client_lines.greeting_line("Ours", None).split()[3] == "ANYPL"
    assert ready_line(SOUTH, client_lines.TEAMS) == "South ready for teams"
    assert ready_line(SOUTH, client_lines.START) == "South ready to start"
    assert ready_line(SOUTH, client_lines.DEAL) == "South ready for deal"
    assert ready_line(SOUTH, client_lines.CARDS) == "South ready for cards"
    assert ready_line(SOUTH, client_lines.DUMMY) == "South ready for dummy"
    assert ready_line(SOUTH, client_lines.BID, "West") == "South ready for West's bid"
    card = "South ready for dummy's card to trick 3"
    assert ready_line(SOUTH, client_lines.CARD, "dummy", 3) == card


@pytest.mark.parametrize(
    ("line", "greeting"),
    [
        ('Connecting "A" as South using protocol version 18', Greeting("A", SOUTH)),
        ('CONNECTING  "A b"\tAS  ANYPL USING PROTOCOL VERSION 17', Greeting("A b", None)),
        ("connecting Robot as n using protocol version 18", Greeting("Robot", NORTH)),
        (
            'Connecting "A" as West using protocol version 18. WBridge5 release 5.12',
            Greeting("A", WEST),
        ),
        (
            'Connecting "A" as West using protocol version 18 resuming, claims password "x y"',
            Greeting("A", WEST, True, "x y", frozenset({"claims"})),
        ),
    ],
)
def test_greetings_of_all_kinds_are_read(line: str, greeting: Greeting) -> None:
    assert read_greeting(line) == greeting


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("hello", "the first line is like Connecting"),
        ('Connecting "A" as Zenith using protocol version 18', "'Zenith' is no seat"),
        ('Connecting "A" as South using protocol version 180', "version 180 is not spoken"),
    ],
)
def test_what_greets_nobody_is_told_what_would(line: str, part: str) -> None:
    with pytest.raises(IgrotekaError, match=part):
        read_greeting(line)


@pytest.mark.parametrize(
    "line",
    [
        "South bids 2C Alert. Stayman",
        "SOUTH  BIDS  2c. Alert. Stayman.",
        "south bid 2 C ALERT: Stayman",
        "S bids 2C Infos. Stayman",
        "South bids 2c\tinfo. Stayman",
    ],
)
def test_alerts_are_read_however_they_are_written(line: str) -> None:
    assert read_action_line(line) == Acted(SOUTH, Bid(2, 0), as_written("Stayman"))


@pytest.mark.parametrize(
    ("line", "action"),
    [
        *((f"South {words}", PASS) for words in ("passes", "passes.", "PASS", "pass .")),
        *((f"South {words}", DOUBLE) for words in ("doubles", "Double.")),
        *((f"South {words}", ONE_NOTRUMP) for words in ("bids 1NT.", "bids 1N", "bids 1 nt")),
        *((f"South plays {card}", Card.read("ST")) for card in ("TS", "st", "10S", "S10", "t s.")),
        *((f"South plays {card}", Card.read("C3")) for card in ("3C", "c3", "3c.")),
        ("south claims 9", Claim(9)),
        ("south claims 1 trick.", Claim(1)),
        ("South agrees", AGREE),
    ],
)
def test_actions_are_read_however_they_are_written(line: str, action: Action) -> None:
    assert read_client_line(line) == Acted(SOUTH, action)


def test_dummy_s_cards_may_be_played_by_that_word() -> None:
    assert read_action_line("dummy plays 3C") == Acted(None, Card.read("C3"))


def test_an_alert_without_words_is_an_alert() -> None:
    acted = read_action_line("South bids 2C Alert.")
    assert acted is not None
    assert acted.explanation != NOTHING


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("ready for teams", "teams"),
        ("ready to start.", "start"),
        ("READY FOR DEAL", "deal"),
        ("ready for  cards", "cards"),
        ("ready for West's bid", "bid"),
        ("ready for NORTH'S BID", "bid"),
        ("ready for dummy's card to trick 3", "card"),
        ("ready for east's card to trick 13", "card"),
        ("ready for dummy", "dummy"),
        ("ready for dummy's cards", "dummy"),
    ],
)
def test_readiness_is_read_however_it_is_written(words: str, kind: str) -> None:
    read = read_client_line(f"SOUTH {words}")
    assert isinstance(read, client_lines.Ready)
    assert (read.seat, read.kind) == (SOUTH, kind)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("South hesitates", "a client says lines like South ready for teams"),
        ("South ready for tea", "a client says lines like South ready for teams"),
        ("South plays the queen", "'thequeen' is no card"),
        ("South bids", "is no call"),
        ("South bids 8C", "South bids 1NT"),
        ("", "can't be read"),
    ],
)
def test_an_unreadable_line_is_told_what_was_expected(line: str, part: str) -> None:
    with pytest.raises(IgrotekaError, match=part):
        read_client_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "West's cards : S A T 9 5. H K 6 5. D Q J 8 7 6 4. C -.",
        "WEST'S CARDS: C -. D 4 6 7 8 q j. S A 10 9 5. H k65",
        "West's  cards :  S A T 9 5.  H K 6 5.  D Q J 8 7 6 4.  C .",
    ],
)
def test_hands_are_read_however_they_are_written(line: str) -> None:
    assert read_server_line(line) == server_lines.Hand(WEST, HAND)


@pytest.mark.parametrize(
    "text", ["S A. H K. D Q. C J.", "S A A. H. D. C.", "S A K Q J T 9 8 7 6 5 4 3 2. H - D -", "x"]
)
def test_a_hand_has_thirteen_cards(text: str) -> None:
    with pytest.raises(IgrotekaError):
        lines.read_hand_line(text)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("BOARD NUMBER 12.  DEALER WEST.  N/S VULNERABLE", server_lines.BoardFacts(12, WEST, 1)),
        ('TEAMS: N/S: "A". E/W: "B". Playing MP', server_lines.Teams(("A", "B"), "matchpoints")),
        ("start of  board.", server_lines.Word(server_lines.START_OF_BOARD)),
        ("END OF SESSION", server_lines.Word(server_lines.END_OF_SESSION)),
        ("timing - whatever", server_lines.TIMING),
        ("dummy to lead", server_lines.ToLead(None)),
        ("north to lead.", server_lines.ToLead(NORTH)),
        ('north ("A") seated.', server_lines.Seated(NORTH)),
        ("Kibitzer Ann is here", None),
    ],
)
def test_lines_of_other_servers_are_read(line: str, read: server_lines.ServerLine | None) -> None:
    assert read_server_line(line) == read


@given(st.sampled_from(ACTIONS), st.integers(0, 3), st.sampled_from(["", "Stayman", "15-17"]))
def test_every_action_is_read_as_it_is_written(action: Action, seat: int, words: str) -> None:
    said = words if isinstance(action, type(PASS) | Bid) else ""
    line = action_line(seat, action, said)
    assert read_action_line(line) == Acted(seat, action, as_written(said) if said else NOTHING)


@given(st.integers(0, 2**32), st.integers(1, 99))
def test_every_board_is_read_as_it_is_written(seed: int, number: int) -> None:
    board = shuffled(random.Random(seed), number)
    facts = server_lines.board_line(number, board.dealer, board.vulnerability)
    assert read_server_line(facts) == server_lines.BoardFacts(
        number, board.dealer, board.vulnerability
    )
    for hand in board.hands:
        line = server_lines.cards_line("Dummy", hand)
        assert read_server_line(line) == server_lines.Hand(None, hand)
