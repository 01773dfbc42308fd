"""What bridge reads beside its files: lines of its protocol, results, questions, systems."""

from __future__ import annotations

import random
from contextlib import suppress

from fuzz.target import Target, text_of
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.bidding.rulefile import BadRule, rules_of
from igroteka.games.bridge.bidding.system import System
from igroteka.games.bridge.conditions import check_possible, fits, read_condition
from igroteka.games.bridge.contest.checking import read_cards
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.dealing import read_given
from igroteka.games.bridge.laboratory.questions import read_alternative, read_auction
from igroteka.games.bridge.protocol.blue_chip import BLUE_CHIP
from igroteka.games.bridge.protocol.client import Client, OutOfStep
from igroteka.games.bridge.protocol.client_lines import greeting_line, read_greeting
from igroteka.games.bridge.protocol.lines import ascii_text
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.scoring.table_results import TableResult
from igroteka.records.game_so_far import GameSoFar
from igroteka.records.line_protocol import Greeting

BRIDGE = Bridge.configure({"claims": "agree"})
MOST_LINES = 100


def greeting(data: bytes) -> None:
    """The first line of a program at the table."""
    with suppress(IgrotekaError):
        found = read_greeting(text_of(data))
        words = (*(["resuming"] if found.resuming else []), *found.abilities)
        again = read_greeting(greeting_line(found.name, found.seat, words, found.password))
        assert (again.seat, again.resuming, again.abilities, again.password) == (
            *(found.seat, found.resuming, found.abilities, found.password),
        )


def client_lines(data: bytes) -> None:
    """What programs on all seats say, a line each after the seat's number; the board goes on."""
    so_far = GameSoFar(BRIDGE, BRIDGE.deal(random.Random(1)))
    heard = [
        BLUE_CHIP.conversation(BRIDGE, seat, Greeting("A", seat, abilities=frozenset({"claims"})))
        for seat in range(4)
    ]
    for seat, each in enumerate(heard):
        each.gathered(("A", "B", "A", "B"))
        each.begin(so_far.start.view(seat))
    for line in text_of(data).split("\n")[:MOST_LINES]:
        seat = int(line[0]) % 4 if line[:1] in tuple("0123") else max(so_far.state.turn, 0)
        try:
            deed = heard[seat].heard(line.lstrip("0123"))
            if deed is not None and so_far.state.turn == seat:
                so_far = so_far.play(BRIDGE.read(deed.action), explanation=deed.explanation)
                for place, each in enumerate(heard):
                    step = so_far.seen(so_far.steps[-1], place, False)
                    each.happened(step, so_far.state.view(place))
        except IgrotekaError as error:
            heard[seat].refused(error.sentence)
        assert all(said.isascii() for each in heard for said in each.due())


def server_lines(data: bytes) -> None:
    """What a server somewhere says to a program of ours, a line each."""
    client = Client(2)
    with suppress(OutOfStep):
        for line in text_of(data).split("\n")[:MOST_LINES]:
            assert all(said == ascii_text(said) for said in client.hear(line))


def condition(data: bytes) -> None:
    """`--where`: a condition can be asked of a deal, whatever it is."""
    with suppress(IgrotekaError):
        found = read_condition(text_of(data))
        assert fits(found, BRIDGE.deal(random.Random(1)).board) in (True, False)
        check_possible([found], [text_of(data)])


def given(data: bytes) -> None:
    """`--give`: cards that hands must hold, a seat a line."""
    with suppress(IgrotekaError):
        hands = read_given(text_of(data).split("\n"))
        assert sum(hand.bit_count() for hand in hands) <= 52


def question(data: bytes) -> None:
    """`--auction`, and alternatives to it in the lines below."""
    auction, *others = text_of(data).split("\n")
    with suppress(IgrotekaError):
        calls = read_auction(auction)
        for each in others:
            read_alternative(each, calls)
    for each in others:
        with suppress(IgrotekaError):
            read_alternative(each, None)


def rules(data: bytes) -> None:
    """A bidding system in TOML: what is taken can be asked for its opening calls."""
    with suppress(BadRule):
        found = System(rules_of(text_of(data), "rules.toml"))
        assert found.situation(()).options


def contract(data: bytes) -> None:
    """A contract as the command line and the lesson of scores take it."""
    with suppress(IgrotekaError):
        found = Contract.read(text_of(data))
        assert Contract.read(str(found)) == found


def table_result(data: bytes) -> None:
    """A result in the notation of tables."""
    with suppress(IgrotekaError):
        found = TableResult.read(text_of(data))
        assert TableResult.read(str(found)) == found
        for vulnerability in range(4):
            found.entry(vulnerability)


def typed_cards(data: bytes) -> None:
    """A board's cards as somebody types them."""
    with suppress(IgrotekaError):
        found = read_cards(7, text_of(data))
        assert read_cards(7, found) == found


TARGETS = (
    Target("bridge.greeting", greeting),
    Target("bridge.client_lines", client_lines),
    Target("bridge.server_lines", server_lines),
    Target("bridge.condition", condition),
    Target("bridge.given", given),
    Target("bridge.question", question),
    Target("bridge.rules", rules),
    Target("bridge.contract", contract),
    Target("bridge.table_result", table_result),
    Target("bridge.typed_cards", typed_cards),
)
