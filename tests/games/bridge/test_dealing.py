"""Deals from a seed, and the conditions that they fit."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import Board, dealer_of, shuffled, vulnerability_of
from igroteka.games.bridge.cards import Card, points, read_hand, shape
from igroteka.games.bridge.conditions import check_possible, fits, read_condition
from igroteka.games.bridge.dealing import deal_set, read_given, read_set, set_text
from igroteka.games.bridge.formats.pbn_reader import read_pbn

BOARD = Board(
    (
        read_hand("AKQ5.KJ4.A32.432"),
        read_hand("J4.Q9873.KQJT9.5"),
        read_hand("T987.A2.87654.AK"),
        read_hand("632.T65..QJT9876"),
    )
)
"""North 17 points 4-3-3-3, East 9 with 2-5-5-1, South 11 with 4-2-5-2, West 3 with 3-3-0-7."""


@pytest.mark.parametrize(
    ("condition", "fit"),
    [
        ("north: 15-17 hcp balanced", True),
        ("north: 15-16 hcp", False),
        ("n: 17 hcp", True),
        ("n: 17+ points", True),
        ("n: 10- hcp", False),
        ("w: 3- hcp", True),
        ("east: 5+h 5+d", True),
        ("east: 5+ hearts and 5+ diamonds and 2 spades", True),
        ("e: 5+♥, 6+♦", False),
        ("e: 5521", True),
        ("e: 2=5=5=1", True),
        ("e: 5=5=2=1", False),
        ("e: balanced or 5+h", True),
        ("e: not balanced", True),
        ("e: not (5+h 5+d)", False),
        ("s: semibalanced", True),
        ("s: balanced", False),
        ("ns: 28 hcp 8 s", True),
        ("ns: 9+s", False),
        ("ew: 12 hcp", True),
        ("north: balanced south: 5+d", True),
        ("(west: balanced) or (east: 5+h)", True),
        ("west: balanced or east: balanced", False),
        ("n: 2 aces 3 kings", False),
        ("n: 2 aces 2 kings 6 controls", True),
        ("N: 17 HCP BALANCED", True),
    ],
)
def test_what_a_condition_means(condition: str, fit: bool) -> None:
    assert fits(read_condition(condition), BOARD) == fit


@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        ("15-17 hcp", "does not say whose hand"),
        ("north: 15-17 hpc", "'hpc' can't be counted"),
        ("middle: 15 hcp", "'middle' is neither a seat nor a pair"),
        ("north: 17-15 hcp", "17-15 is no range"),
        ("north: 5432", "the pattern 5432 has not 13 cards"),
        ("north: flat", "'flat' is not known"),
        ("ns: balanced", "only one hand has a shape"),
        ("north: (balanced", "a bracket is not closed"),
        ("north: balanced)", "stands where nothing opened it"),
        ("north: or balanced", "something is missing"),
        ("north: not", "nothing follows not"),
        ("north:", "something is missing"),
        ("", "something is missing"),
        ("north: 5+s & 4+h", "'& 4+h' can't be read"),
    ],
)
def test_a_condition_that_makes_no_sense_is_explained(condition: str, reason: str) -> None:
    with pytest.raises(IgrotekaError) as error:
        read_condition(condition)
    assert reason in str(error.value)


@given(st.integers(0, 2**32))
def test_conditions_count_as_the_words_of_bridge_do(seed: int) -> None:
    board = shuffled(random.Random(seed), 1)
    for name, hand in zip("nesw", board.hands, strict=True):
        spades, hearts, diamonds, clubs = shape(hand)
        exact = f"{name}: {points(hand)} hcp {spades}={hearts}={diamonds}={clubs}"
        assert fits(read_condition(exact), board)
        assert not fits(read_condition(f"{name}: {spades + 1}+s"), board)


def test_the_same_seed_deals_the_same_boards_whatever_their_number() -> None:
    assert list(deal_set(4, seed=7))[:2] == list(deal_set(2, seed=7))
    assert list(deal_set(1, seed=7, first=3)) == list(deal_set(3, seed=7))[2:]
    assert list(deal_set(2, seed=7)) != list(deal_set(2, seed=8))
    wanted = ["north: 15-17 hcp balanced"]
    assert list(deal_set(3, 1, wanted))[2:] == list(deal_set(1, 1, wanted, first=3))


def test_a_known_seed_deals_known_cards() -> None:
    (board,) = deal_set(1, seed=1)
    (fitting,) = deal_set(1, 1, ["north: 15-17 hcp balanced"])
    assert str(board) == KNOWN
    assert str(fitting) == KNOWN_FITTING


KNOWN = "1 N None 43.T98.86.AKT842 KQT6.KQ643.92.96 A97.AJ72.AJT7.75 J852.5.KQ543.QJ3"
KNOWN_FITTING = "1 N None 874.K63.AKJ7.A97 AK9.Q984.QT954.Q QJT5.A.8632.J542 632.JT752..KT863"


def test_every_dealt_board_fits_and_follows_the_cycle() -> None:
    conditions = ["north: 15-17 hcp balanced", "south: 8+ hcp (5+h or 5+s)", "ew: 3+ aces or 10+c"]
    predicates = [read_condition(text) for text in conditions]
    for number, board in enumerate(deal_set(20, 5, conditions), start=1):
        assert all(fits(predicate, board) for predicate in predicates)
        assert board.number == number
        assert board.dealer == dealer_of(number)
        assert board.vulnerability == vulnerability_of(number)


def test_given_cards_stay_in_their_hands() -> None:
    given_cards = read_given(["north: SA ♠K", "E: hA"])
    for board in deal_set(10, 2, ["north: 20+ hcp"], given_cards):
        assert board.hands[0] >> Card.read("SA") & 1
        assert board.hands[0] >> Card.read("SK") & 1
        assert board.hands[1] >> Card.read("HA") & 1


def test_a_whole_hand_may_be_given() -> None:
    north = read_hand("AKQ5.KJ4.A32.432")
    boards = list(deal_set(3, 2, given=(north, 0, 0, 0)))
    assert [board.hands[0] for board in boards] == [north] * 3
    assert len({board.hands[1] for board in boards}) == 3


def test_the_average_of_many_deals_is_the_laws_of_chance() -> None:
    boards = list(deal_set(400, 3, ["north: 0+ hcp"]))
    mean = sum(points(board.hands[0]) for board in boards) / len(boards)
    assert 9.3 < mean < 10.7
    spades = sum(shape(board.hands[2])[0] for board in boards) / len(boards)
    assert 3.05 < spades < 3.45


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["SA SK"], "should be a seat and its cards"),
        (["north: SA", "south: SA"], "♠A is given to two hands"),
        (["south: SA SA"], "♠A is given to South twice"),
        (["south: SA", "S: HK ♠A"], "♠A is given to South twice"),
        (["north: S1"], "'S1' is no card"),
        (["north: " + " ".join(f"{s}{r}" for s in "SH" for r in "AKQJT98")], "14 cards"),
    ],
)
def test_given_cards_that_cannot_be_are_refused(texts: list[str], reason: str) -> None:
    with pytest.raises(IgrotekaError) as error:
        read_given(texts)
    assert reason in str(error.value)


def test_conditions_that_nothing_fits_are_given_up_honestly() -> None:
    with pytest.raises(IgrotekaError) as error:
        list(deal_set(1, 1, ["north: 37 hcp", "south: 13s"], tries=20_000))
    assert "none of 20,000 random deals fits north: 37 hcp; south: 13s" in str(error.value)


@pytest.mark.parametrize(
    ("conditions", "reason"),
    [
        (["north: 41 hcp"], "North, high-card points: at least 41 would be needed, and at most 37"),
        (["ns: 41+ hcp"], "North–South, high-card points: at least 41"),
        (["north: 5 aces"], "North, aces: at least 5 would be needed, and at most 4"),
        (["n: 12+ hcp", "n: 11- hcp"], "North, high-card points: at least 12"),
        (["north: 20+ hcp", "south: 21+ hcp"], "high-card points: at least"),
        (["north: 8+s 8+h"], "North, cards: at least 16 would be needed, and at most 13"),
        (["north: 3-s 3-h 3-d 3-c"], "North, cards: at least 13 would be needed, and at most 12"),
        (["ns: 9+s", "e: 5+s"], "spades: at least"),
        (["north: balanced 6+s"], "North, spades: at least 6 would be needed, and at most 5"),
        (["east: 5=4=3=1 4+d"], "East, diamonds: at least 4 would be needed, and at most 3"),
        (["n: 3 aces 4 kings 23- hcp"], "North, high-card points: at least 24"),
        (["n: 41 hcp or 9+s 5+h"], "North, cards: at least 14"),
    ],
)
def test_conditions_that_no_deal_can_fit_are_refused_before_any_is_drawn(
    conditions: list[str], reason: str
) -> None:
    with pytest.raises(IgrotekaError, match="no deal fits") as error:
        list(deal_set(1, 1, conditions, tries=10**12))
    assert reason in str(error.value)


def test_given_cards_and_conditions_are_held_against_each_other() -> None:
    given_cards = read_given(["south: SA SK SQ SJ ST S9"])
    with pytest.raises(IgrotekaError, match=r"no deal fits north: 8\+s"):
        list(deal_set(1, 1, ["north: 8+s"], given_cards, tries=10**12))
    with pytest.raises(IgrotekaError, match="no deal fits south: 36 hcp"):
        next(deal_set(1, 1, ["south: 36 hcp"], read_given(["north: SA"])))
    assert next(deal_set(1, 1, ["south: 4 aces"], read_given(["south: SA HA DA", "north: CK"])))


FACTS = st.builds(
    "{}: {} {}".format,
    st.sampled_from(("n", "e", "s", "w", "ns", "ew")),
    st.tuples(st.integers(0, 14), st.integers(0, 25)).map(lambda each: f"{each[0]}-{sum(each)}"),
    st.sampled_from(("s", "h", "d", "c", "hcp", "controls", "aces", "kings")),
)
SHAPES = st.sampled_from(("n: balanced", "e: semibalanced", "s: 5431", "w: 4=4=3=2", "n: 7330"))


@given(
    st.lists(FACTS | SHAPES, min_size=1, max_size=5),
    st.sampled_from((" ", " or ", " not ")),
    st.integers(0, 2**32),
    st.integers(0, 2**52 - 1),
)
def test_what_a_deal_fits_is_never_called_impossible(
    facts: list[str], between: str, seed: int, told: int
) -> None:
    board = shuffled(random.Random(seed), 1)
    fitting = [text for text in facts if fits(read_condition(text), board)]
    whole = between.join(f"({fact})" for fact in facts)
    fitting += [whole] if fits(read_condition(whole), board) else []
    check_possible(
        [read_condition(text) for text in fitting], fitting, [hand & told for hand in board.hands]
    )


def test_a_set_is_kept_as_a_pbn_file() -> None:
    boards = list(deal_set(20, 9))
    reading = read_pbn(set_text(boards, "Club night"))
    assert reading.problems == []
    assert [game.board for game in reading.games] == boards
    assert reading.games[3].tag("Event") == "Club night"
    assert read_set(set_text(boards)) == boards
    assert read_set(set_text([*boards, *boards])) == boards


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "the set of deals is empty"),
        ('[Board "1"]\n[Deal "N:AKQJ.AKQ.AKQ.AKQ - - -"]', "at line 1 does not tell all four"),
        ('[Board "1"]\n[Deal "N:AA... - - -"]', "a mistake in line 2: the hand 'AA...' has ♠A"),
    ],
)
def test_a_set_that_cannot_be_dealt_from_is_refused(content: str, reason: str) -> None:
    with pytest.raises(IgrotekaError) as error:
        read_set(content)
    assert reason in str(error.value)
