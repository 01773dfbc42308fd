"""The auction: who calls, which calls are refused and why, what it comes to."""

from __future__ import annotations

import pytest

from igroteka.contract import OVER, IllegalMove
from igroteka.games.bridge.auction import BIDS, Auction
from igroteka.games.bridge.boards import EAST, NORTH, SOUTH, WEST
from igroteka.games.bridge.contracts import DOUBLE, PASS, REDOUBLE, Call, read_call
from tests.games.bridge.boards import board


def auction(calls: str, dealer: int = NORTH) -> Auction:
    result = Auction(dealer)
    for call in calls.split():
        result = result.add(read_call(call))
    return result


def test_the_dealer_calls_first_and_then_clockwise() -> None:
    assert auction("", WEST).turn == WEST
    assert auction("pass 1♣", WEST).turn == EAST


def test_four_passes_end_the_board_without_a_score() -> None:
    end = board("pass pass pass pass")
    assert end.turn == OVER
    assert end.scores() == (0, 0, 0, 0)


def test_three_passes_at_the_start_do_not_end_it() -> None:
    assert not auction("pass pass pass").over
    assert auction("pass pass pass 1NT pass pass pass").over


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        ("1♠ pass 2♠ pass 4♠ pass pass pass", "4♠ N"),
        ("1♣ pass 1♥ pass 2♥ pass 4♥ pass pass pass", "4♥ S"),
        ("1NT X pass pass pass", "1NTX N"),
        ("1NT X XX pass pass pass", "1NTXX N"),
        ("1♥ X 2♥ pass pass pass", "2♥ N"),
        ("1♠ 2♠ pass 3♠ pass pass pass", "3♠ E"),
    ],
)
def test_the_contract_is_the_last_bid_by_who_named_its_strain_first(
    calls: str, contract: str
) -> None:
    ended = auction(calls)
    assert ended.over
    assert str(ended.contract) == contract


@pytest.mark.parametrize(
    ("calls", "call", "reason"),
    [
        ("2♦", "2♣", "2♣ is not higher than 2♦; the least such bid is 3♣"),
        ("2♦", "2♦", "2♦ is not higher than 2♦; the least such bid is 3♦"),
        ("7♠", "7♥", "7♥ is not higher than 7♠, and no bid in ♥ is"),
        ("", "X", "there is no bid to double yet"),
        ("1♣ pass", "X", "1♣ was bid by your own side, and only opponents may double it"),
        ("1♣ X pass", "X", "1♣ is doubled already"),
        ("1♣ X XX", "X", "1♣ is redoubled already"),
        ("1♣", "XX", "there is no double to redouble"),
        ("1♣ X pass", "XX", "1♣ was doubled by your own side, and only opponents may redouble"),
        ("1♣ X XX pass pass", "XX", "1♣ is redoubled already"),
        ("1♣ pass pass pass", "1♥", "the auction is over, so nobody may call"),
    ],
)
def test_calls_out_of_order_are_refused_with_the_reason(calls: str, call: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        auction(calls).add(read_call(call))
    assert str(refusal.value) == reason


def test_what_is_listed_is_what_is_not_refused() -> None:
    everything: tuple[Call, ...] = (PASS, DOUBLE, REDOUBLE, *BIDS)
    for calls in ("", "1♠", "1♠ X", "1♠ X XX", "1♠ pass", "7♠ pass pass", "7NT", "pass pass pass"):
        at = auction(calls)
        assert [call for call in everything if not at.refusal(call)] == list(at.actions())


def test_a_card_during_the_auction_and_a_call_during_the_play_are_refused() -> None:
    with pytest.raises(IllegalMove, match="the auction is not over; North makes a call"):
        board("♠A")
    with pytest.raises(IllegalMove, match="the auction is over; East plays a card"):
        board("1NT pass pass pass 2♣")


def test_south_declares_what_south_named_first() -> None:
    assert board("pass pass 3NT pass pass pass").public.declarer == SOUTH
