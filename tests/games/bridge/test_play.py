"""The play: lead, dummy, following suit, trumps, claims and the score."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.contract import OVER, IllegalMove
from igroteka.games.bridge.boards import EAST, NORTH, SOUTH, WEST
from igroteka.games.bridge.cards import Card, read_hand
from igroteka.games.bridge.contracts import HEART, NOTRUMP, SPADE
from igroteka.games.bridge.public import winner
from igroteka.games.bridge.rules import Bridge
from tests.drawing import examples
from tests.games.bridge.boards import board

THREE_NT = "3NT pass pass pass"
FOUR_SPADES_BY_SOUTH = "pass pass 4♠ pass pass pass"
CLAIMS = {"claims": "agree"}


def test_the_seat_left_of_declarer_leads() -> None:
    assert board(THREE_NT).turn == EAST
    assert board(FOUR_SPADES_BY_SOUTH).turn == WEST


def test_dummy_lies_down_after_the_lead_and_is_played_by_declarer() -> None:
    before = board(THREE_NT)
    assert all(before.view(seat).public.faced == (0, 0, 0, 0) for seat in range(4))
    after = before.play(Card.read("♠J"))
    assert after.public.due == SOUTH
    assert after.turn == NORTH
    assert after.view(WEST).held(SOUTH) == read_hand("7654.876.AKQ.AK5")
    assert [str(card) for card in after.view(NORTH).actions()] == ["♠4", "♠5", "♠6", "♠7"]
    assert after.view(SOUTH).actions() == ()
    assert after.view(NORTH).explain(Card.read("♠4")) == "the four of spades (from dummy)"


def test_suit_must_be_followed() -> None:
    with pytest.raises(IllegalMove, match="you must follow suit: dummy holds 7♠ 6♠ 5♠ 4♠"):
        board(THREE_NT, "♠J ♥8")
    with pytest.raises(IllegalMove, match="you must follow suit: you hold 3♠"):
        board(THREE_NT, "♠J ♠4 ♥5")
    with pytest.raises(IllegalMove, match="East does not hold A♠"):
        board(THREE_NT, "♠A")


def test_who_has_none_of_the_suit_may_play_anything() -> None:
    state = board(THREE_NT, "♠J ♠4 ♠3 ♠A ♠K ♠8 ♠5")
    assert state.turn == WEST
    assert len(state.actions()) == 12
    assert state.play(Card.read("♥5")).public.voids()[WEST] == 1 << SPADE


@pytest.mark.parametrize(
    ("trick", "strain", "place"),
    [
        ("♠J ♠4 ♠3 ♠A", NOTRUMP, 3),
        ("♠J ♥A ♦A ♣A", NOTRUMP, 0),
        ("♠J ♥2 ♠A ♥3", HEART, 3),
        ("♠J ♠K ♠A ♥2", HEART, 3),
        ("♥2 ♠A ♥3 ♠K", SPADE, 1),
    ],
)
def test_the_highest_trump_or_the_highest_of_the_suit_led_wins(
    trick: str, strain: int, place: int
) -> None:
    assert winner(tuple(map(Card.read, trick.split())), strain) == place


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    state = board(THREE_NT, "♠J ♠4 ♠3 ♠A")
    assert (state.turn, state.public.due) == (NORTH, NORTH)
    assert (state.public.won(NORTH), state.public.won(EAST)) == (1, 0)


def test_a_finished_board_is_scored_for_both_sides() -> None:
    state, rng = board("1NT X pass pass pass"), Stream(5)
    while state.turn != OVER:
        state = state.play(rng.choice(state.actions()))
    north, east, south, west = state.scores()
    assert north == south == -east == -west
    assert state.public.won(NORTH) + state.public.won(EAST) == 13


def test_claims_are_off_by_default() -> None:
    with pytest.raises(IllegalMove, match="the option claims=agree allows them"):
        board(THREE_NT, "claim_9")


def test_a_claim_that_both_opponents_agree_to_ends_the_board() -> None:
    state = board(THREE_NT, "♠J ♠4 ♠3 ♠A claim_12", options=CLAIMS)
    assert state.turn == EAST
    assert state.view(EAST).held(NORTH) == read_hand("KQ2.AKQ.432.432")
    state = state.play(Bridge.configure({}).read("agree"))
    assert state.turn == WEST
    state = state.play(Bridge.configure({}).read("agree"))
    assert state.turn == OVER
    assert state.scores() == (490, -490, 490, -490)


@pytest.mark.parametrize(
    ("contract", "claim", "tricks", "score"),
    [
        ("1NT pass pass pass", "♠J ♠4 ♠3 ♠A claim_7", [7, 6], 90),
        ("1NT pass pass pass", "claim_7", [6, 7], -50),
        ("pass 1NT pass pass pass", "claim_7", [7, 6], 50),
    ],
)
def test_the_tricks_of_an_agreed_claim_are_those_of_the_score(
    contract: str, claim: str, tricks: list[int], score: int
) -> None:
    state = board(contract, claim, options=CLAIMS)
    for _ in range(2):
        state = state.play(Bridge.configure({}).read("agree"))
    seen = state.view(None).to_json()
    assert (seen["tricks"], seen["score"]) == (tricks, score)
    assert seen["declarer_tricks"] == tricks[seen["declarer"] % 2]


def test_a_refused_claim_plays_on_with_the_hand_faced() -> None:
    state = board(THREE_NT, "♠J ♠4 ♠3 ♠A claim_13 agree refuse", options=CLAIMS)
    assert state.turn == NORTH
    assert state.view(WEST).known(NORTH)
    with pytest.raises(IllegalMove, match="your side has claimed in this trick already"):
        state.play(Bridge.configure({}).read("claim 12"))


def test_a_defender_s_claim_asks_his_partner_and_declarer() -> None:
    state = board(THREE_NT, "claim_1", options=CLAIMS)
    assert state.public.pending is not None
    assert state.public.pending.waiting == (WEST, NORTH)
    state = state.play(Bridge.configure({}).read("agree")).play(Bridge.configure({}).read("agree"))
    assert state.public.declarer_tricks == 12


def test_a_claim_counts_all_tricks_of_a_side() -> None:
    with pytest.raises(IllegalMove, match="your side can take 1 to 13 tricks in all, so not 0"):
        board(THREE_NT, "♠J ♠4 ♠3 ♠A claim_0", options=CLAIMS)
    with pytest.raises(IllegalMove, match="nobody has claimed"):
        board(THREE_NT, "agree", options=CLAIMS)
    with pytest.raises(IllegalMove, match="has claimed; agree or refuse first"):
        board(THREE_NT, "claim_3 ♠3", options=CLAIMS)


def test_when_the_board_is_over_everybody_sees_all_hands() -> None:
    agreed = board(THREE_NT, "♠J ♠4 ♠3 ♠A claim_12 agree agree", options=CLAIMS)
    passed_out = board("pass pass pass pass")
    for state in (agreed, passed_out):
        for seat in (None, *range(4)):
            view = state.view(seat)
            assert tuple(map(view.known, range(4))) == state.board.hands
            assert state.disguise(seat, Stream(1)) == state


def test_a_spectator_sees_dummy_and_nothing_else() -> None:
    view = board(THREE_NT, "♠J").view(None)
    assert [bool(view.known(seat)) for seat in range(4)] == [False, False, True, False]
    facts = view.to_json()
    assert facts["hands"][NORTH] is None
    assert facts["trick"] == [{"seat": EAST, "card": "♠J"}]
    assert facts["contract"] == "3NT N"


@examples(25)
@given(st.integers(0, 10_000))
def test_thirteen_tricks_are_made_of_fifty_two_cards(seed: int) -> None:
    rng = Stream(seed)
    state = board(FOUR_SPADES_BY_SOUTH, deal=Bridge.configure({}).deal(rng).deal)
    while state.turn != OVER:
        state = state.play(rng.choice(state.actions()))
    assert len(set(state.public.cards)) == 52
    assert len(state.public.leaders) == 14
    assert state.public.won(0) + state.public.won(1) == 13
