"""The house's side of a seat: what is said when, what is refused, and what a lost client finds."""

from __future__ import annotations

import pytest

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import EAST, NORTH, SOUTH, WEST
from igroteka.games.bridge.protocol.blue_chip import BLUE_CHIP
from igroteka.games.bridge.protocol.conversation import BridgeConversation
from igroteka.games.bridge.rules import Bridge
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.line_protocol import Deed
from igroteka.text import Text, as_written
from tests.games.bridge.boards import DEAL
from tests.games.bridge.protocol.hub import CLAIMS, NO_CLAIMS, TEAMS
from tests.games.bridge.protocol.write_transcripts import HERE, TRANSCRIPTS

TIMING = (
    "Timing - N/S : this board  00:10,  total  0:00:10.  E/W : this board  00:05,  total  0:00:05."
)


class Seat:
    """A conversation and the game beside it."""

    def __init__(self, seat: int, words: str = "", game: Bridge = NO_CLAIMS) -> None:
        name = NO_CLAIMS.seat_name(seat)
        line = f'Connecting "Ours" as {name} using protocol version 18 {words}'
        self.talk: BridgeConversation = BLUE_CHIP.conversation(game, seat, BLUE_CHIP.greeting(line))
        self.seat, self.so_far = seat, GameSoFar(game, game.restore(DEAL))
        self.talk.gathered(TEAMS)
        self.talk.begin(self.so_far.view(seat))

    def happen(self, actions: str, explanation: str = "") -> None:
        """These actions are made, by whoever is to act."""
        for text in actions.split():
            action = self.so_far.game.read(text.replace("_", " "))
            self.so_far = self.so_far.play(action, explanation=as_written(explanation))
            step = self.so_far.steps[-1]
            self.talk.happened(self.so_far.seen(step, self.seat), self.so_far.view(self.seat))

    def say(self, *lines: str) -> list[str]:
        """What is due when the client has said these lines; none of them may be an action."""
        for line in lines:
            assert self.talk.heard(line) is None
        return list(self.talk.due())

    def hear_all(self) -> list[str]:
        """What is due when the client asks for all there is."""
        said: list[str] = []
        asked = ("for North's bid", "for West's card", "for dummy")
        while lines := self.say(*(f"East ready {thing}" for thing in asked)):
            said += lines
        return said

    def ready(self) -> None:
        """Everything before the first call is asked for and told."""
        self.say(*(f"East ready {thing}" for thing in ("for teams", "to start", "for deal")))
        self.say("East ready for cards")


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_whole_board_is_said_as_in_its_transcript(name: str) -> None:
    """`python -m tests.games.bridge.protocol.write_transcripts` writes them."""
    assert TRANSCRIPTS[name]() == (HERE / name).read_text()


def test_each_thing_is_said_when_the_client_is_ready_for_it() -> None:
    east = Seat(EAST)
    assert east.say() == ['East ("Ours") seated']
    assert east.say("East ready for teams") == ['Teams : N/S : "Ours" E/W : "Theirs"']
    assert east.say("East ready to start") == ["Start of board"]
    assert east.say("East ready for deal") == ["Board number 1. Dealer North. Neither vulnerable."]
    cards = ["East's cards : S J T 9 8. H J T 9. D J T 9 8. C J T."]
    assert east.say("East ready for cards") == cards
    east.happen("1NT")
    assert east.say() == []
    assert east.say("East ready for North's bid") == ["North bids 1NT"]
    assert east.talk.heard("East passes.") == Deed("pass")
    east.happen("pass")
    assert east.say("East ready for South's bid") == []
    east.happen("pass")
    assert east.say() == ["South passes"]


def test_readiness_may_come_before_and_in_any_words() -> None:
    east = Seat(EAST)
    said = east.say(
        "EAST  READY FOR TEAMS.", "e ready to start", "East ready for deal", "East ready for cards"
    )
    assert [line.split()[0] for line in said] == ["East", "Teams", "Start", "Board", "East's"]
    assert east.say("east ready for west's bid") == []
    east.happen("pass")
    assert east.say() == ["North passes"]


def test_who_is_ready_for_something_later_is_told_what_comes_before() -> None:
    east = Seat(EAST)
    said = east.say("East ready for cards")
    assert [line.split()[0] for line in said] == ["East", "Teams", "Start", "Board", "East's"]
    east.happen("1NT pass pass pass")
    assert east.talk.heard("East passes") is None
    assert east.say("East ready for dummy's card to trick 1") == []


def test_the_partner_hears_no_alert() -> None:
    for seat, line in ((EAST, "North bids 1C Alert. strong"), (SOUTH, "North bids 1C")):
        one = Seat(seat)
        one.ready()
        one.happen("1♣", "strong")
        assert one.say("East ready for North's bid") == [line]


def test_a_client_s_alert_goes_with_its_call() -> None:
    north = Seat(NORTH)
    assert north.talk.heard("North bids 1C Infos. strong") == Deed("1♣", as_written("strong"))


@pytest.mark.parametrize("seat", range(4))
def test_the_leader_is_told_to_lead_and_all_but_dummy_see_dummy(seat: int) -> None:
    one = Seat(seat, "resuming")
    one.happen("1NT pass pass pass ♠J")
    said = one.say("East ready for cards")
    assert ("East to lead" in said) == (seat == EAST)
    assert sum("to lead" in line for line in said) == (seat == EAST)
    assert any(line.startswith("Dummy's cards") for line in said) == (seat != SOUTH)


def test_declarer_plays_dummy_s_cards_in_dummy_s_name() -> None:
    north = Seat(NORTH)
    north.ready()
    assert north.talk.heard("North bids 1NT") == Deed("1NT")
    north.happen("1NT pass pass pass ♠J")
    with pytest.raises(IgrotekaError, match="there is something to hear first"):
        north.talk.heard("South plays 4S")
    north.hear_all()
    with pytest.raises(IgrotekaError, match=r"the card of South is due; .* like South plays 4S"):
        north.talk.heard("North plays 4S")
    assert north.talk.heard("South plays S4") == Deed("♠4")
    north.happen("♠4 ♠3")
    north.hear_all()
    with pytest.raises(IgrotekaError, match="the card of North is due"):
        north.talk.heard("dummy plays 5S")
    assert north.talk.heard("North plays AS") == Deed("♠A")


def test_dummy_leads_by_declarer_s_hand() -> None:
    north = Seat(NORTH)
    north.ready()
    north.talk.heard("North bids 1NT")
    north.happen("1NT pass pass pass")
    north.hear_all()
    told: list[str] = []
    trick = ("♥J", "South plays 8H", "♥2", "North plays QH")
    for card in (*trick, "North plays 2D", "♦8", "South plays AD", "♦5"):
        if "plays" in card:
            deed = north.talk.heard(card)
            assert deed is not None
            north.happen(deed.action)
        else:
            north.happen(card)
        told += north.hear_all()
    assert told[0] == "East plays JH"
    assert told[1].startswith("Dummy's cards : S 7 6 5 4.")
    assert told[2:4] == ["West plays 2H", "North to lead"]
    assert told[4:] == ["East plays 8D", "West plays 5D", "Dummy to lead"]


@pytest.mark.parametrize(
    ("seat", "line", "part"),
    [
        (EAST, "North passes", "you sit East and can't act for North"),
        (EAST, "East passes", "it is not your turn; North decides now"),
        (EAST, "dummy plays 3C", "you sit East and can't act for dummy"),
        (NORTH, "North thinks", "can't be read"),
    ],
)
def test_what_is_out_of_place_is_refused_in_words(seat: int, line: str, part: str) -> None:
    one = Seat(seat)
    with pytest.raises(IgrotekaError, match=part):
        one.talk.heard(line)


def test_who_is_refused_may_try_again() -> None:
    north = Seat(NORTH)
    north.ready()
    assert north.talk.heard("North doubles") == Deed("X")
    north.talk.refused(Text("there is no bid to double, ♠ or otherwise"))
    refusal = "Refused: there is no bid to double, S or otherwise"
    assert north.talk.due() == [refusal]
    assert north.talk.heard("North passes") == Deed("pass")


def test_after_a_board_there_is_the_timing_and_the_next_needs_no_readiness() -> None:
    east = Seat(EAST)
    east.ready()
    east.happen("pass")
    east.say("East ready for North's bid")
    assert east.talk.heard("East passes") == Deed("pass")
    east.happen("pass pass pass")
    assert east.say("East ready for South's bid") == ["South passes"]
    east.talk.ended((10, 5), (10, 5))
    assert east.say("East ready for West's bid") == ["West passes", TIMING]
    east.talk.begin(NO_CLAIMS.restore(DEAL).view(EAST))
    assert east.say() == ["Start of board"]
    assert east.say("East ready to start") == []
    assert east.say("East ready for deal")[0].startswith("Board number")
    east.talk.farewell()
    assert east.say("East ready for cards")[-1] == "End of session"


def test_a_plain_client_that_comes_back_acts_again_and_what_was_done_stands() -> None:
    east = Seat(EAST)
    east.happen("1NT pass pass pass ♠J")
    east.ready()
    assert east.say("East ready for North's bid") == ["North bids 1NT"]
    assert east.say("East passes", "East ready for South's bid") == ["South passes"]
    assert east.say("East ready for West's bid") == ["West passes", "East to lead"]
    assert east.say("East plays 9D") == ["Refused: already done: East plays JS"]
    assert east.say("East plays JS") == []
    assert east.say("East ready for dummy")[0].startswith("Dummy's cards")


def test_a_substitute_s_call_stands_for_a_client_that_comes_too_late() -> None:
    east = Seat(EAST)
    east.ready()
    east.happen("1NT pass pass")
    assert east.say("East ready for North's bid") == ["North bids 1NT"]
    assert east.say("East bids 2C") == ["Refused: already done: East passes"]
    assert east.say("East ready for South's bid") == ["South passes"]


def test_a_client_that_fell_a_whole_board_behind_still_plays_dummy_s_cards() -> None:
    north = Seat(NORTH)
    north.happen("1NT pass pass pass ♠J ♠4")
    north.ready()
    north.talk.begin(NO_CLAIMS.restore(DEAL).view(NORTH))
    north.say("North bids 1NT")
    north.hear_all()
    assert north.say("South plays 4S") == ["Start of board"]


def test_a_resuming_client_is_told_everything_at_once() -> None:
    east = Seat(EAST, "resuming")
    east.happen("1NT pass pass pass ♠J ♠4")
    said = east.say(*(f"East ready {it}" for it in ("for teams", "to start", "for deal")))
    assert said[-1].startswith("Board number")
    said = east.say("East ready for cards")
    assert said[:3] == [
        "Resuming after 6 actions",
        "East's cards : S J T 9 8. H J T 9. D J T 9 8. C J T.",
        "North bids 1NT",
    ]
    assert said[3:8] == [
        *("East passes", "South passes", "West passes", "East to lead", "East plays JS")
    ]
    assert said[8].startswith("Dummy's cards")
    assert said[9:] == ["South plays 4S"]


def test_claims_are_lines_of_ours_for_clients_that_announce_them() -> None:
    west = Seat(WEST, "claims", CLAIMS)
    assert west.say() == ['West ("Ours") seated', "Claims allowed"]
    west.say(*(f"West ready {it}" for it in ("for teams", "to start", "for deal", "for cards")))
    west.happen("1NT pass pass")
    west.hear_all()
    west.talk.heard("West passes")
    west.happen("pass ♠J claim_13")
    assert west.hear_all()[-1] == "North claims 13 tricks : S A K Q 2. H A K Q. D 4 3 2. C 4 3 2."
    west.happen("agree")
    assert west.say() == ["East agrees to the claim"]
    assert west.talk.automatic() is None
    assert west.talk.heard("West refuses the claim") == Deed("refuse")


def test_for_a_client_without_claims_its_seat_refuses_and_it_hears_nothing() -> None:
    west = Seat(WEST, "", CLAIMS)
    assert west.say() == ['West ("Ours") seated']
    west.happen("1NT pass pass")
    west.ready()
    west.hear_all()
    west.talk.heard("West passes")
    west.happen("pass ♠J claim_13")
    assert west.talk.automatic() is None
    west.happen("agree")
    assert west.talk.automatic() == Deed("refuse")
    assert west.talk.automatic() is None
    west.happen("refuse")
    west.say("West ready for East's card to trick 1", "West ready for dummy")
    west.happen("♠4")
    assert west.say("West ready for dummy's card to trick 1") == ["South plays 4S"]


def test_a_client_is_sent_away_with_the_reason() -> None:
    assert BLUE_CHIP.sent_away(Text("South is taken – ♠")) == "Error: South is taken - S"
