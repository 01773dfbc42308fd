"""The client's side of a seat: what it says to lines, of our servers and of others."""

from __future__ import annotations

import pytest

from igroteka.basics.endings import PlayerFault
from igroteka.contract import Action, IllegalMove, View
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.contracts import PASS, Bid
from igroteka.games.bridge.notation import AGREE
from igroteka.games.bridge.protocol.client import PATIENCE, BotClient, Client, OutOfStep
from igroteka.games.bridge.rules import Bridge
from tests.games.bridge.boards import DEAL, board

EAST = 1
OPENING = (
    'East ("Ours") seated',
    'Teams : N/S : "A" E/W : "B"',
    "Start of board",
    "Board number 1. Dealer North. Neither vulnerable.",
    "East's cards : S J T 9 8. H J T 9. D J T 9 8. C J T.",
)
ONE_CLUB, ONE_DIAMOND = Bid(1, 0), Bid(1, 1)


def east(*lines: str) -> Client:
    """A client that has heard how the board began, and these lines."""
    client = Client(EAST)
    for line in (*OPENING, *lines):
        client.hear(line)
    return client


def test_it_says_that_it_is_ready_for_each_thing() -> None:
    client = Client(EAST)
    assert [client.hear(line) for line in OPENING] == [
        ["East ready for teams"],
        ["East ready to start"],
        ["East ready for deal"],
        ["East ready for cards"],
        ["East ready for North's bid"],
    ]


def test_other_servers_may_write_as_they_like_and_say_more() -> None:
    client = Client(EAST)
    banner = ("Welcome to the table", 'EAST  ("ours")  SEATED.')
    lines = (*banner, *(f"  {line.upper()} " for line in OPENING[1:]), "Kibitzer Ann looks on")
    for line in (*lines, "NORTH BIDS  1C. alert. strong."):
        client.hear(line)
    assert client.view == board("1♣").view(EAST)
    assert client.to_decide == client.view


def test_the_teams_line_may_tell_what_is_played_for() -> None:
    client = Client(EAST)
    for line in (OPENING[0], f"{OPENING[1]}. Playing MP", *OPENING[2:]):
        client.hear(line)
    assert client.view == Bridge.configure({"scoring": "matchpoints"}).restore(DEAL).view(EAST)


def test_an_illegal_action_is_refused_before_it_is_said() -> None:
    client = east("North bids 1D")
    with pytest.raises(IllegalMove, match="1♣ is not higher than 1♦"):
        client.act(ONE_CLUB)
    assert client.act(PASS) == ["East passes", "East ready for South's bid"]


def test_who_is_refused_decides_again() -> None:
    client = east("North passes")
    assert client.act(ONE_CLUB, "strong") == [
        "East bids 1C Alert. strong",
        "East ready for South's bid",
    ]
    assert client.to_decide is None
    assert client.hear("Refused: not so") == []
    assert client.refusal == "not so"
    assert client.to_decide == board("pass").view(EAST)


def test_what_was_done_in_its_place_stands() -> None:
    client = east("North passes")
    client.act(ONE_CLUB)
    assert client.hear("Refused: already done: East bids 1D") == []
    client.hear("South passes")
    assert client.view == board("pass 1♦ pass").view(EAST)


def test_its_own_action_may_be_told_before_or_after_it_has_acted() -> None:
    early = east("North passes", "East bids 1D")
    assert early.to_decide is None
    late = east("North passes")
    late.act(ONE_CLUB)
    late.hear("East bids 1D")
    late.hear("Refused: already done: East bids 1D")
    assert late.view == early.view == board("pass 1♦").view(EAST)
    same = east("North passes")
    same.act(ONE_DIAMOND)
    same.hear("East bids 1D")
    assert same.view == early.view


@pytest.mark.parametrize(
    ("lines", "part"),
    [
        (["South passes"], "South passes out of turn"),
        (["North bids 1D", "East passes", "South bids 1C"], "1♣ is not higher"),
        (["North plays 3C"], "North plays 3C out of turn"),
    ],
)
def test_a_server_that_does_not_follow_the_rules_is_noticed(lines: list[str], part: str) -> None:
    with pytest.raises(OutOfStep, match=part):
        east(*lines)


def test_a_player_that_is_refused_again_and_again_is_out_of_step() -> None:
    client = BotClient(Client(EAST), Simple(), 1)
    for line in (*OPENING, "North passes", *["Refused: no"] * (PATIENCE - 1)):
        client.hear(line)
    with pytest.raises(OutOfStep, match="no"):
        client.hear("Refused: no")


def test_a_player_that_fails_is_told_so() -> None:
    class Broken(Simple):
        """Raises."""

        def choose(self, view: View) -> Action:
            raise KeyError("my table")

    client = BotClient(Client(EAST), Broken(), 1)
    for line in OPENING:
        client.hear(line)
    with pytest.raises(PlayerFault, match="KeyError: 'my table'"):
        client.hear("North passes")


def test_the_leader_waits_until_it_is_told_to_lead() -> None:
    client = east("North bids 1NT")
    client.act(PASS)
    client.hear("South passes")
    assert client.hear("West passes") == []
    assert client.to_decide is None
    client.hear("East to lead")
    assert client.to_decide == board("1NT pass pass pass").view(EAST)


def test_a_resuming_client_acts_when_it_has_heard_all() -> None:
    client = Client(EAST)
    past = ("North passes", "East passes", "South bids 1C", "West passes", "North passes")
    lines = (*OPENING[:4], "Resuming after 5 actions", OPENING[4], *past[:4])
    said = [client.hear(line) for line in lines]
    assert said[5:] == [[]] * 5
    assert client.to_decide is None
    client.hear(past[4])
    assert client.to_decide == board("pass pass 1♣ pass pass").view(EAST)


def test_claims_are_answered_when_the_table_has_them() -> None:
    client = Client(EAST)
    for line in (OPENING[0], "Claims allowed", *OPENING[1:], "North bids 1NT"):
        client.hear(line)
    client.act(PASS)
    for line in ("South passes", "West passes", "East to lead"):
        client.hear(line)
    assert client.to_decide is not None
    client.act(client.to_decide.actions()[0])
    client.hear("Dummy's cards : S 7 6 5 4. H 8 7 6. D A K Q. C A K 5.")
    client.hear("North claims 13 tricks : S A K Q 2. H A K Q. D 4 3 2. C 4 3 2.")
    view = client.to_decide
    assert view is not None
    assert view.public.pending is not None
    assert view.public.pending.tricks == 13
    assert client.act(AGREE) == ["East agrees to the claim"]
    client.hear("West refuses the claim")
    assert client.view is not None
    assert client.view.public.pending is None


def test_an_error_line_sends_it_away() -> None:
    client = Client(EAST)
    client.hear("Error: East is taken")
    assert (client.sent_away, client.refusal) == (True, "East is taken")
