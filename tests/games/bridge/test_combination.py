"""One suit of declarer's two hands: winners, losers, finesses and how they are begun."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.games.bridge.bots.cardplay.combination import Combination
from igroteka.games.bridge.cards import RANKS, SUIT, Cards, each
from tests.drawing import examples


def holding(ranks: str) -> Cards:
    """Clubs by their ranks."""
    return sum(1 << RANKS.index(rank) for rank in ranks)


def suit(own: str, other: str) -> Combination:
    """Both hands; opponents have the rest."""
    both = holding(own) | holding(other)
    return Combination(holding(own), holding(other), SUIT & ~both)


@pytest.mark.parametrize(
    ("own", "other", "tops", "losses", "growth"),
    [
        ("AKQ", "432", 3, 0, 0),
        ("AKQ2", "543", 3, 1, 0),
        ("AKQJ2", "543", 5, 0, 0),
        ("KQJ", "432", 0, 1, 2),
        ("AQJT9", "432", 1, 1, 3),
        ("A5432", "876", 1, 2, 2),
        ("AK", "QJ", 2, 0, 0),
        ("432", "765", 0, 3, 0),
    ],
)
def test_winners_losers_and_what_grows(
    own: str, other: str, tops: int, losses: int, growth: int
) -> None:
    for combination in (suit(own, other), suit(other, own)):
        assert (combination.tops, combination.losses, combination.growth) == (tops, losses, growth)


@pytest.mark.parametrize(
    ("own", "other", "card"),
    [
        ("432", "AQ5", "Q"),
        ("432", "AKJ", "J"),
        ("432", "AJT", "J"),
        ("432", "K65", "K"),
        ("432", "AKQ", None),
        ("AQ5", "432", None),
        ("432", "A65", None),
    ],
)
def test_a_finesse_is_taken_with_the_card_that_one_missing_honour_beats(
    own: str, other: str, card: str | None
) -> None:
    tenace = suit(own, other).tenace
    assert (None if tenace is None else RANKS[tenace.rank]) == card


def test_eight_ever_nine_never() -> None:
    assert suit("5432", "AKJT").finesse
    assert not suit("65432", "AKJT").finesse


def test_ten_cards_finesse_against_the_king_and_eleven_do_not() -> None:
    assert suit("65432", "AQJT7").finesse
    assert not suit("765432", "AQJT9").finesse


@pytest.mark.parametrize(
    ("own", "other", "card"),
    [
        ("J32", "AQT9", "J"),
        ("Q32", "AJ5", "2"),
        ("432", "AQ5", "2"),
    ],
)
def test_a_card_is_led_to_run_only_if_a_cover_costs_nothing(
    own: str, other: str, card: str
) -> None:
    assert RANKS[suit(own, other).through().rank] == card


@pytest.mark.parametrize(
    ("own", "other", "back", "card"),
    [
        ("AKQ", "5432", True, "A"),
        ("AKJ2", "Q3", True, "2"),
        ("AKJT2", "Q", False, "A"),
        ("AKT98", "Q", True, "8"),
        ("5432", "AKQ", True, "2"),
    ],
)
def test_winners_are_taken_so_that_they_do_not_block(
    own: str, other: str, back: bool, card: str
) -> None:
    assert RANKS[suit(own, other).cash(back).rank] == card


def test_touching_honours_drive_out_what_is_higher() -> None:
    assert RANKS[suit("KQJ", "432").give().rank] == "K"
    assert RANKS[suit("QJT", "A32").give().rank] == "Q"
    assert RANKS[suit("K32", "654").give().rank] == "2"


@examples(200)
@given(st.lists(st.sampled_from((0, 1, 2)), min_size=13, max_size=13))
def test_counts_stay_within_the_suit(owners: list[int]) -> None:
    held = [sum(1 << rank for rank in range(13) if owners[rank] == who) for who in range(3)]
    combination = Combination(held[0], held[1], held[2])
    assert 0 <= combination.tops <= combination.longer
    assert 0 <= combination.losses <= combination.longest_out
    assert combination.tops + combination.growth <= combination.longer
    assert combination.their_tops <= combination.longest_out
    if combination.own:
        for card in (combination.cash(True), combination.cash(False), combination.give()):
            assert card in each(combination.own)
        if combination.finesse:
            assert combination.through() in each(combination.own)
