"""Plain card play: what every book says about leads, second and third hand, ruffs and finesses."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.games.bridge.boards import LETTERS, Board, shuffled
from igroteka.games.bridge.bots.cardplay import choose_card
from igroteka.games.bridge.bots.cardplay.weighing import tables
from igroteka.games.bridge.cards import DECK, as_set, each, read_hand
from igroteka.games.bridge.state import Position
from tests.drawing import examples
from tests.games.bridge.boards import board


def table(auction: str, **hands: str) -> Position:
    """North deals these hands, the rest at random, and the auction is over."""
    given = {LETTERS.index(seat): read_hand(text) for seat, text in hands.items()}
    rest = list(each(DECK & ~sum(given.values())))
    random.Random(1).shuffle(rest)
    for seat in range(4):
        if seat not in given:
            given[seat] = as_set(rest[:13])
            del rest[:13]
    deal = Board((given[0], given[1], given[2], given[3]))
    return board(auction, deal=str(deal))


def after(state: Position, cards: str) -> Position:
    """The position after these cards."""
    for text in cards.split():
        state = state.play(state.public.game.read(text))
    return state


def card(state: Position) -> str:
    return str(choose_card(state.view(state.turn)))


@pytest.mark.parametrize(
    ("contract", "hand", "lead"),
    [
        ("3NT", "KQJ4.832.752.964", "♠K"),
        ("3NT", "QJT4.832.752.964", "♠Q"),
        ("3NT", "K8643.832.75.964", "♠4"),
        ("3NT", "8432.Q7652.75.A9", "♥5"),
        ("4♥", "AK43.832.9752.64", "♠A"),
        ("4♥", "2.J83.Q9752.A964", "♠2"),
        ("4♥", "QJ2.832.K975.964", "♠Q"),
    ],
)
def test_opening_leads(contract: str, hand: str, lead: str) -> None:
    assert card(table(f"{contract} pass pass pass", E=hand)) == lead


def test_partner_s_suit_is_led() -> None:
    state = table("1NT pass pass 2♥ 3NT pass pass pass", E="J8643.92.752.Q96")
    assert card(state) == "♥9"


def test_second_hand_plays_low() -> None:
    deal = {"N": "AKJ4.A92.AQ52.K6", "S": "763.Q543.864.832", "E": "T982.KJ76.KJ9.94"}
    state = after(table("3NT pass pass pass", **deal), "♠T ♠3 ♠5 ♠A ♥2")
    assert state.turn == 1
    assert card(state) == "♥6"


THIRD = {"N": "A653.A92.AQ5.K62", "S": "742.654.K864.QJ8"}


@pytest.mark.parametrize(
    ("west", "east", "played"),
    [
        ("KJ8.QT73.J72.T93", "QT9.KJ8.T93.A754", "♠K"),
        ("KQ8.QT73.J72.T93", "JT9.KJ8.T93.A754", "♠Q"),
    ],
)
def test_third_hand_plays_high_but_the_lower_of_two_equals(
    west: str, east: str, played: str
) -> None:
    state = after(table("3NT pass pass pass", **THIRD, W=west, E=east), "♠9 ♠2")
    assert state.turn == 3
    assert card(state) == played


@pytest.mark.parametrize(("third", "played"), [("♠2", "♠J"), ("♠K", "♠A")])
def test_fourth_hand_wins_as_cheaply_as_it_can(third: str, played: str) -> None:
    deal = {"N": "AQJ4.A92.AQ52.K6", "S": "763.Q543.864.832", "E": "T98.KJ76.KJ9.J94"}
    state = after(table("3NT pass pass pass", **deal), f"♠8 ♠3 {third}")
    assert state.turn == 0
    assert card(state) == played


def test_an_honour_is_covered_with_an_honour() -> None:
    """Dummy leads the jack without the ten, and West covers with the king."""
    deal = {"N": "A7.AKQ4.A532.A62", "S": "J83.9653.K4.K753", "W": "K94.JT2.QT9.QJT4"}
    state = after(table("3NT pass pass pass", **deal), "♦6 ♦K ♦9 ♦2 ♠J")
    assert state.turn == 3
    assert card(state) == "♠K"


def test_declarer_draws_trumps() -> None:
    state = table(
        "4♠ pass pass pass", N="AKQJ2.A4.K532.62", S="T873.K653.A4.K53", E="94.QJT2.QT9.QJT4"
    )
    for action in ("♥Q", "♥3"):
        state = state.play(state.public.game.read(action))
    west = min(c for c in each(state.board.hands[3]) if c.suit == 2)
    state = state.play(west).play(state.public.game.read("♥A"))
    assert card(state) == "♠A"


def test_a_loser_is_ruffed_low() -> None:
    deal = {"N": "AKQJ2.A4.K532.62", "S": "T873.K9653.A4.53", "E": "94.QJT2.QT9.AK84"}
    state = after(table("4♠ pass pass pass", **deal), "♣A ♣3 ♣7 ♣2 ♣K ♣5 ♣9 ♣6 ♣4")
    assert state.public.due == 2
    assert card(state) == "♠3"


def test_a_finesse_is_taken_where_one_honour_is_missing() -> None:
    """A low heart from dummy towards ace and queen: West's king is hoped to be in front."""
    deal = {"N": "K73.AQ4.AK32.Q62", "S": "A842.J65.654.AK5", "W": "965.T983.J98.873"}
    state = after(table("3NT pass pass pass", **deal), "♠Q ♠A ♠5 ♠3 ♥5 ♥3")
    assert state.turn == 0
    assert card(state) == "♥Q"


def test_a_winner_is_kept_and_a_useless_card_thrown() -> None:
    """West has no spade and keeps his ace and the guard of his king."""
    deal = {"N": "AKQJ4.842.K53.96", "S": "T973.Q65.Q64.QJ8", "W": ".AJ97.A72.KT7432"}
    state = table("3NT pass pass pass", **deal)
    state = after(state, "♠2 ♠3")
    assert state.turn == 3
    assert card(state) == "♣2"


# ---- Declarer's plan


def test_a_loser_is_led_for_the_short_hand_to_ruff() -> None:
    """Dummy has three trumps and no second diamond: declarer ruffs before he draws trumps."""
    deal = {"N": "AKQ65.A4.K932.62", "S": "J87.K653.A.QJ753", "E": "T94.QJT2.QT8.AK4"}
    state = table("4♠ pass pass pass", **deal, W="32.987.J7654.T98")
    state = after(state, "♣A ♣3 ♣T ♣2 ♥Q ♥3 ♥7 ♥A")
    assert card(state)[0] == "♦"


def test_a_long_suit_is_set_up_before_winners_are_taken() -> None:
    """Six winners are there and nine are needed, so the ace of diamonds is driven out."""
    deal = {"N": "A5.A52.KQJT3.A42", "S": "K43.K64.942.K653", "E": "QJT98.QJ3.75.QJ9"}
    state = after(table("3NT pass pass pass", **deal), "♠Q ♠3 ♠2 ♠A")
    assert card(state) == "♦K"


def test_the_short_hand_s_honours_are_played_first() -> None:
    deal = {"N": "A54.AK.K832.AQ42", "S": "732.QJT92.A4.653", "E": "KQJ98.43.T95.J97"}
    state = after(table("3NT pass pass pass", **deal), "♠K ♠2 ♠6 ♠A")
    assert card(state) == "♥A"


def test_an_honour_that_is_led_to_finesse_is_let_run() -> None:
    """The queen comes from queen, jack and ten, West does not cover, and the ace stays at home."""
    deal = {"N": "A65.K82.AQ4.Q762", "S": "QJT4.A54.K83.A53", "E": "98.QJT96.J75.J98"}
    state = after(table("3NT pass pass pass", **deal), "♥Q ♥A ♥3 ♥2 ♠Q ♠2")
    assert state.public.due == 0
    assert card(state) == "♠5"


def test_a_bare_queen_in_dummy_is_played_at_once() -> None:
    """Before the ace behind it, the queen with one small card wins the first trick or never."""
    deal = {"N": "A8.K94.KJT42.A87", "S": "Q7.J8732.A6.KQ65", "E": "KT5432.QT.953.J3"}
    state = after(table("2NT pass pass pass", **deal), "♠4")
    assert card(state) == "♠Q"


# ---- Defence


def test_the_lead_goes_back_in_partner_s_suit() -> None:
    deal = {"N": "A3.KQ2.KQT42.KQ5", "S": "742.A54.J863.T62", "E": "K9865.863.97.A74"}
    state = table("3NT pass pass pass", **deal, W="QJT.JT97.A5.J983")
    state = after(state, "♠6 ♠2 ♠T ♠A ♦K ♦7 ♦3 ♦A")
    assert card(state) == "♠Q"


def test_tricks_that_beat_the_contract_are_taken() -> None:
    """Four spades in hand and two aces won: the rest of them sets three notrump."""
    deal = {"N": "T3.AK2.KQJ42.KJ5", "S": "742.854.T863.AT2", "E": "AKQ98.963.97.764"}
    state = after(table("3NT pass pass pass", **deal, W="J65.QJT7.A5.Q983"), "♠A ♠2 ♠5 ♠3")
    assert card(state) in ("♠K", "♠Q")


def test_a_singleton_is_not_led_into_dummy_s_ruff() -> None:
    """West holds the lead; diamonds, which dummy ruffs, are left alone."""
    deal = {"N": "AQJ65.KQ4.72.A62", "S": "K987.A853..K9753", "E": "32.JT9.QT9854.QJ"}
    state = table("4♠ pass pass pass", **deal, W="T4.762.AKJ63.T84")
    state = after(state, "♣Q ♣3 ♣4 ♣A ♠A ♠2 ♠7 ♠4 ♣2 ♣J ♣5 ♣8")
    assert state.turn == 1
    assert card(state)[0] != "♦"


@pytest.mark.parametrize(
    ("name", "columns"), [("defence lead", 4), ("declarer lead", 2), ("discard", 4)]
)
def test_every_reason_is_weighed_in_every_kind_of_contract(name: str, columns: int) -> None:
    assert {len(row) for row in tables()[name].values()} == {columns}


@examples(25)
@given(st.integers(0, 1_000_000))
def test_the_same_view_gives_the_same_card_that_may_be_played(seed: int) -> None:
    """All four hands play on from a random contract; nobody needs more than its view."""
    rng = Stream(seed)
    state = board(f"{rng.choice(CONTRACTS)} pass pass pass", deal=str(shuffled(rng, 1)))
    while not state.public.over:
        view = state.view(state.turn)
        chosen = choose_card(view)
        assert chosen in view.actions()
        assert choose_card(state.disguise(state.turn, rng).view(state.turn)) == chosen
        state = state.play(chosen)


CONTRACTS = ("1♣", "2♦", "4♥", "4♠", "1NT", "3NT")
