"""The calls that `monte-carlo` compares: each is what the system makes, or what the hand has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.games.bridge.bidding import features as f
from igroteka.games.bridge.bidding.shown import either, shown_by
from igroteka.games.bridge.bidding.system import ANYTHING, natural
from igroteka.games.bridge.boards import shuffled
from igroteka.games.bridge.bots.projection import NEAR, candidates
from igroteka.games.bridge.cards import Cards
from igroteka.games.bridge.contracts import PASS, Call
from igroteka.games.bridge.public import PublicState
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position
from tests.drawing import examples
from tests.games.bridge.boards import board

STRENGTH = (f.HCP, f.POINTS, f.OPENING, *f.SUPPORT)
CONVENTIONS = {
    "strong two clubs",
    "waiting answer",
    "transfer to a major",
    "transfer over two notrump",
    "Stayman",
    "Stayman over two notrump",
    "no major, Stayman",
    "no major, Stayman over two notrump",
    "forcing raise",
    "Blackwood",
    "Blackwood for a minor",
    "no ace",
    "one ace",
    "two aces",
    "three or four aces",
}
TRANSFER = "12 W NS T632.J3.Q64.AT72 K8.KQ98652.KJ72. A54.4.T985.96543 QJ97.AT7.A3.KQJ8"
NINETEEN = "5 N NS A94.AJ84.2.AKQJ8 2.KQ62.J8754.764 K853.T7.AKQ9.T53 QJT76.953.T63.92"
TEN = "9 N EW J64.4.KQ875.A874 A83.KJT2.A43.952 KQT9.Q9865.6.KJ6 752.A73.JT92.QT3"
ELEVEN = "12 W NS A97.752.QJT95.65 843.KQT.A43.AK84 Q6.A964.876.T973 KJT52.J83.K2.QJ2"


def considered(state: Position) -> list[str]:
    """The calls that the seat to call would compare, the system's own first."""
    return list(map(str, candidates(natural(), state.public, state.view(state.turn).hand)))


@pytest.mark.parametrize(
    ("deal", "auction", "system", "never"),
    [
        (TRANSFER, "1NT pass", "2♦", ["2♥", "2♣", "pass"]),
        (TRANSFER, "1NT pass 2♦ pass", "2♥", ["pass"]),
        (NINETEEN, "", "1♣", ["2♣", "1NT"]),
        (NINETEEN, "2♣ pass", "2♦", ["2♠", "pass", "6NT"]),
        (TEN, "", "pass", ["1♣", "2♦"]),
        (ELEVEN, "", "pass", ["2♠", "1NT"]),
    ],
)
def test_what_the_hand_has_not_is_not_considered(
    deal: str, auction: str, system: str, never: list[str]
) -> None:
    found = considered(board(auction, deal=deal))
    assert found[0] == system
    assert not set(found) & set(never)


def test_a_point_too_few_or_too_many_is_considered() -> None:
    fourteen = "1 N None AQ4.KJ93.K82.J75 8763.AQ4.QT4.K42 KJ952.T2.J95.AT9 T.8765.A763.Q863"
    assert "1NT" in considered(board(deal=fourteen))


@pytest.mark.parametrize("aces", ["5♦", "5♥", "5♠"])
def test_the_answer_to_blackwood_is_not_passed(aces: str) -> None:
    """Hearts are agreed, and two aces are in East's hand."""
    deal = "2 E None QJ97.43.T86.8732 A2.KQT98.AKQ2.K6 T854.72.J974.T95 K63.AJ65.53.AQJ4"
    found = considered(board("1♥ pass 2NT pass 3♥ pass 4♥ pass 4NT pass", aces, "pass", deal=deal))
    assert "pass" not in found


def test_the_conventions_are_rules_of_the_file() -> None:
    assert {rule.name for rule in natural().rules} >= CONVENTIONS


def fits(table: PublicState, hand: Cards, call: Call) -> bool:
    """Whether some meaning of a call is true of the hand, but for two points."""
    row = f.measure(hand)
    options = natural().situation(table.auction.calls, table.dealer_vulnerability).meant_by(call)
    return any(
        all(
            low - NEAR * (number in STRENGTH) <= row[number] <= high + NEAR * (number in STRENGTH)
            for number, low, high in option.tests
        )
        for option in options
    )


def true_of(table: PublicState, hand: Cards, call: Call) -> None:
    """What must hold of a call that is not the system's own."""
    situation = natural().situation(table.auction.calls, table.dealer_vulnerability)
    options = situation.meant_by(call)
    names = [option.rule.name for option in options]
    assert fits(table, hand, call), f"{call}: {names}"
    told = either([shown_by(option.tests, False) for option in options])
    row = f.measure(hand)
    for suit, (low, high) in enumerate(told.lengths):
        assert low <= row[f.LENGTH[suit]] <= high, f"{call}: {names}"
    assert not CONVENTIONS & set(names)
    if call == PASS and all(option is ANYTHING for option in options):
        partner = situation.shown[(len(table.auction.calls) + 2) % 4]
        assert not (partner.forcing and table.auction.calls[-1] == PASS)


@examples(60)
@given(st.integers(0, 1_000_000))
def test_every_call_considered_is_true_of_the_hand(seed: int) -> None:
    """The seats go on by the system, and now and then by another call that they consider."""
    rng = Stream(seed)
    state = Bridge.configure({}).restore(str(shuffled(rng, 1 + seed % 16)))
    while not state.public.auction.over:
        hand = state.view(state.turn).hand
        first, *others = candidates(natural(), state.public, hand)
        for call in others:
            true_of(state.public, hand, call)
        astray = others and rng.random() < 0.2
        state = state.play(rng.choice(others) if astray else first)


@pytest.mark.parametrize("deal", [TRANSFER, NINETEEN, TEN, ELEVEN])
@pytest.mark.parametrize("seed", range(3))
def test_robots_bid_what_they_have(deal: str, seed: int) -> None:
    state = board(deal=deal)
    players = [make_player("bridge", "monte-carlo(samples=1,calls=4)") for _ in range(4)]
    for seat, player in enumerate(players):
        player.start(state.public.game, seat, Stream(4 * seed + seat))
    while not state.public.auction.over:
        table, hand = state.public, state.view(state.turn).hand
        call = players[state.turn].choose(state.view(state.turn))
        if call != natural().choose(table.auction.calls, hand, table.dealer_vulnerability):
            true_of(table, hand, call)
        state = state.play(call)
    contract = state.public.auction.contract
    assert contract is not None
    if deal == TRANSFER:
        assert contract.strain == 2, "seven hearts opposite three"
