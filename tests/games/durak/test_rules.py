"""The rules people argue about, one by one."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from igroteka.basics.randomness import Stream
from igroteka.contract import OVER, BadOption, IgrotekaError, IllegalMove
from igroteka.games.durak.cards import names
from igroteka.games.durak.rules import Durak
from igroteka.games.durak.state import Position
from tests.games.durak.positions import cards, listed, play, position


def refused(state: Position, move: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        play(state, move)
    return str(refusal.value)


def test_a_card_is_beaten_by_a_higher_one_of_its_suit_or_by_a_trump() -> None:
    state = play(position("7♠ 8♠", "6♠ 9♠ J♣ 6♥"), "7♠")
    assert listed(state) == "6♥, 9♠, take"
    assert refused(state, "6♠") == "6♠ is not higher than 7♠"
    assert refused(state, "J♣").startswith("J♣ does not beat 7♠: it takes a higher card")
    assert refused(state, "K♣") == "player 2 does not hold K♣"
    assert refused(state, "pass") == "the defender can't pass: beat the card or take"


def test_a_trump_is_beaten_only_by_a_higher_trump() -> None:
    state = play(position("7♥ 8♠", "6♥ A♠ 9♥"), "7♥")
    assert listed(state) == "9♥, take"
    assert refused(state, "A♠") == "7♥ is a trump and only a higher trump beats it"


def test_only_ranks_on_the_table_are_thrown_in() -> None:
    state = play(position("7♠ 7♦ 9♦ A♣", "8♠ 9♠ J♣", stock="6♠"), "7♠", "9♠")
    assert listed(state) == "7♦, 9♦, pass"
    assert "no card of its rank is on the table" in refused(state, "A♣")
    assert "only the defender, player 2, may take" in refused(state, "take")


def test_a_seventh_attack_card_is_refused() -> None:
    attack, defence = "6♠ 6♣ 6♦ 7♠ 7♣ 7♦ 8♠", "7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥"
    state = position(attack, defence, trump="6♥", stock="9♠")
    state = play(state, "6♠", "take", "6♣", "6♦")
    assert listed(state) == "pass"
    state = play(position("6♠ 6♣ 6♦ 7♠ 7♣ 7♦ 8♠ 8♣", "7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥"), "6♠", "7♥")
    state = play(state, "6♣", "8♥", "6♦", "9♥", "7♠", "10♥", "7♣", "J♥", "7♦", "Q♥")
    assert state.public.attacks == ()
    assert state.public.attacker == 1


def test_no_more_attack_cards_than_the_defender_held() -> None:
    state = play(position("6♠ 6♣ 6♦ 9♠", "7♠ 7♣"), "6♠", "take", "6♣")
    assert state.public.attacks == ()
    assert names(state.hands[1]) == "6♠ 6♣ 7♠ 7♣"


def test_the_first_bout_may_be_limited_to_five() -> None:
    state = Durak.configure({"first_bout": "5"}).deal(Stream(1))
    assert state.public.limit == 5
    assert Durak.configure({}).deal(Stream(1)).public.limit == 6


def test_after_a_defence_the_defender_attacks_and_the_cards_are_discarded() -> None:
    state = play(position("6♠ 9♣", "7♠ A♣"), "6♠", "7♠", "pass")
    assert (state.public.attacker, state.public.defender) == (1, 0)
    assert state.public.discard & cards("6♠ 7♠") == cards("6♠ 7♠")


def test_who_takes_is_skipped_and_everyone_saw_what_was_taken() -> None:
    state = play(position("6♠ 9♣", "7♠ A♣", "K♣ K♦"), "6♠", "take", "pass", "pass")
    assert (state.public.attacker, state.public.defender) == (2, 0)
    assert state.public.known[1] == cards("6♠")


def test_cards_are_thrown_in_after_take_unless_the_table_says_no() -> None:
    state = play(position("6♠ 6♣ 9♣", "7♠ A♣"), "6♠", "take")
    assert listed(state) == "6♣, pass"
    state = play(position("6♠ 6♣ 9♣", "7♠ A♣", after_take="no"), "6♠", "take")
    assert listed(state) == "6♣, 9♣"


def test_throwers_are_asked_in_order_from_the_attacker() -> None:
    hands = ("6♠ 8♣", "7♠ A♣ A♦", "6♣ J♣", "6♦ Q♣")
    state = play(position(*hands), "6♠", "7♠")
    assert [state.turn, play(state, "pass").turn, play(state, "pass", "pass").turn] == [0, 2, 3]
    again = play(state, "pass", "6♣", "A♣")
    assert again.turn == 0


def test_only_neighbours_throw_in_if_the_table_says_so() -> None:
    hands = ("6♠ 8♣", "7♠ A♣ A♦", "6♣ J♣", "6♦ Q♣")
    state = play(position(*hands, throwers="neighbours"), "6♠", "7♠", "pass", "pass")
    assert state.public.attacks == ()


def test_the_attacker_draws_first_and_the_defender_last() -> None:
    state = position("6♠ 8♣", "7♠ A♣ A♦", "6♣ J♣", stock="Q♠ Q♣ Q♦ K♠ K♣ K♦ 10♠ 10♣ 10♦")
    state = play(state, "6♠", "7♠", "pass", "pass")
    assert names(state.hands[0]) == "8♣ Q♠ Q♣ Q♦ K♠ K♣"
    assert names(state.hands[2]) == "6♣ 10♠ 10♣ 10♦ J♣ K♦"
    assert names(state.hands[1]) == "6♥ A♣ A♦"
    assert state.public.known[1] == cards("6♥")


def test_the_last_one_with_cards_is_the_fool() -> None:
    state = play(position("6♠", "7♠ A♣"), "6♠", "7♠")
    assert state.turn == OVER
    assert state.scores() == (1.0, 0.0)


def test_running_out_together_is_a_draw_or_the_defender_loses() -> None:
    assert play(position("6♠", "7♠"), "6♠", "7♠").scores() == (0.5, 0.5)
    assert play(position("6♠", "7♠", draws="no"), "6♠", "7♠").scores() == (1.0, 0.0)


def test_who_is_out_is_skipped() -> None:
    state = play(position("6♠", "7♠ A♣", "K♣ K♦"), "6♠", "7♠", "pass")
    assert state.public.inside == (1, 2)
    assert (state.public.attacker, state.public.defender) == (1, 2)


def test_an_attack_begins_with_several_cards_only_if_the_table_says_so() -> None:
    hands = ("6♠ 6♣ 9♣", "7♠ 7♣ A♦")
    assert "begins with one card" in refused(position(*hands), "6♠ 6♣")
    state = position(*hands, several="yes")
    assert listed(state) == "6♠, 6♣, 6♠ 6♣, 9♣"
    assert "must be of one rank" in refused(state, "6♠ 9♣")
    state = play(state, "6♠ 6♣")
    assert listed(state) == "7♠, take"
    assert listed(play(state, "7♠")) == "7♣, take"


def test_the_attack_is_passed_on_with_a_card_of_its_rank() -> None:
    hands = ("7♠ 8♣", "7♣ 9♠ A♦", "10♣ J♣ Q♣")
    assert "without transfers" in refused(play(position(*hands), "7♠"), "transfer 7♣")
    state = play(position(*hands, transfer="yes"), "7♠")
    assert listed(state) == "9♠, transfer 7♣, take"
    state = play(state, "transfer 7♣")
    assert (state.public.attacker, state.public.defender, state.turn) == (1, 2, 2)
    assert listed(play(state, "take")) == "pass"


def test_the_next_player_must_hold_enough_cards_for_a_transfer() -> None:
    state = play(position("7♠ 8♣", "7♣ 9♠ A♦", "10♣", transfer="yes"), "7♠")
    assert "player 3 holds only 1 card" in refused(state, "transfer 7♣")


def test_nothing_is_passed_on_after_a_card_was_beaten() -> None:
    state = play(position("7♠ 7♦ 8♣", "7♣ 9♠ A♦ K♦", transfer="yes"), "7♠", "9♠", "7♦")
    assert "before that" in refused(state, "transfer 7♣")


def test_a_trump_may_be_shown_and_kept() -> None:
    hands = ("7♠ 8♣", "7♥ 9♠ A♦", "10♣ J♣")
    assert "transfer=show" in refused(play(position(*hands, transfer="yes"), "7♠"), "show 7♥")
    state = play(position(*hands, transfer="show"), "7♠", "show 7♥")
    assert state.turn == 2
    assert state.hands[1] & state.public.known[1] == cards("7♥")


def test_a_trump_is_shown_once_a_bout() -> None:
    state = position("7♠ 8♣ 7♦ 9♦", "7♥ 9♠ A♦ K♠", transfer="show")
    state = play(state, "7♠", "show 7♥", "transfer 7♦")
    assert "was shown in this bout already" in refused(state, "show 7♥")


def taken(state: Position, bouts: int) -> Position:
    """The position after so many bouts of one card each, all of them taken."""
    for _ in range(bouts):
        state = play(state, str(state.actions()[0]), "take")
    return state


def test_fifty_bouts_in_which_cards_only_go_round_are_a_draw() -> None:
    state = position("7♠ 8♠", "9♠ 10♠", "J♠ Q♠", after_take="no")
    nearly = taken(state, 49)
    assert (nearly.turn >= 0, nearly.view(0).ending()) == (True, "")
    assert nearly != replace(nearly, public=replace(nearly.public, in_vain=48))
    assert pickle.loads(pickle.dumps(nearly)) == nearly
    end = taken(nearly, 1)
    assert end.scores() == (0.5, 0.5, 0.5)
    assert end.view(0).ending() == "50 bouts in a row ended by taking, and no card was drawn"
    assert str(end.view(0)).startswith("Game over: player 1 and player 2 and player 3 draw.")


def test_who_is_out_has_won_when_the_rest_draw() -> None:
    state = position("7♠ 8♠", "9♠ 10♠", "J♠ Q♠", "", after_take="no", draws="no")
    assert taken(state, 50).scores() == (0.5, 0.5, 0.5, 1.0)


def test_a_card_that_is_beaten_or_drawn_ends_the_row() -> None:
    state = taken(position("7♠ 8♠", "9♠ 10♠", "J♠ Q♠", after_take="no"), 3)
    assert state.public.in_vain == 3
    assert play(state, "8♠", "9♠", "pass", "pass").public.in_vain == 0
    full = "7♠ 8♠ 9♠ 10♠ J♠ Q♠"
    state = position(full, "7♣ 8♣", "9♣ 10♣", stock="K♦", after_take="no")
    assert taken(state, 1).public.in_vain == 0


def test_who_gets_out_ends_the_row() -> None:
    state = taken(position("7♠ 8♠", "J♠ Q♠", "9♠ 10♠", after_take="no"), 2)
    assert state.public.in_vain == 2
    state = taken(position("7♠", "J♠ Q♠", "9♠ 10♠", after_take="no"), 1)
    assert (state.public.inside, state.public.in_vain) == ((1, 2), 0)
    state = taken(position("7♠ 8♠ 9♠", "J♠ Q♠", after_take="no"), 3)
    assert (state.turn, state.public.fools, state.public.in_vain) == (OVER, (1,), 0)


def round_and_round(bouts: int) -> list[str]:
    """What two say who hand the same cards to and fro, beginning with 7♠ 7♣ 9♠ and 8♠ 8♣ 10♠."""
    to, fro = (
        ["7♠", "take", "7♣", "transfer 7♠", "take"],
        ["8♠", "take", "8♣", "transfer 8♠", "take"],
    )
    return [move for bout in range(bouts // 2) for move in (fro if bout % 2 else to)]


def test_two_who_hand_cards_to_and_fro_by_transfers_draw() -> None:
    state = position("7♠ 7♣ 9♠ 9♣", "8♠ 8♣ 10♠ 10♣", transfer="yes", after_take="no")
    nearly = play(state, *round_and_round(48))
    assert (nearly.turn, nearly.hands, nearly.public.in_vain) == (0, state.hands, 48)
    end = play(nearly, *round_and_round(2))
    assert (end.turn, end.scores()) == (OVER, (0.5, 0.5))
    assert end.view(0).ending() == "50 bouts in a row ended by taking, and no card was drawn"


def test_the_lowest_trump_attacks_first_and_was_shown() -> None:
    for seed in range(20):
        state = Durak.configure({}).deal(Stream(seed))
        trumps = (state.hands[0] | state.hands[1]) & state.public.trumps
        if trumps:
            assert state.public.known[state.turn] == trumps & -trumps


def test_a_deal_with_five_of_a_suit_or_an_ace_is_dealt_again() -> None:
    game = Durak.configure({"redeal": "both"})
    for seed in range(50):
        state = game.deal(Stream(seed))
        assert state.public.trump >> 2 != 12
        for suit in set(range(4)) - {state.public.trump & 3}:
            assert all((hand & 0x1111111111111 << suit).bit_count() < 5 for hand in state.hands)


def test_when_all_cards_are_dealt_everyone_knows_who_holds_the_turned_one() -> None:
    state = Durak.configure({"players": "6", "first": "lot"}).deal(Stream(3))
    assert state.public.known[5] == 1 << state.public.trump
    assert state.stock == ()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": "5", "cards": "24"}, "5 players need 30 cards"),
        ({"cards": "40"}, "cards should be 36, 24, 52"),
    ],
)
def test_options_that_will_not_do(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        Durak.configure(options)


@pytest.mark.parametrize("text", ["7S", "7s", "7♠", " 7♠ "])
def test_ascii_notation_is_accepted(text: str) -> None:
    assert str(Durak.configure({}).read(text)) == "7♠"


def test_ten_is_written_10_or_t() -> None:
    assert Durak.configure({}).read("TH") == Durak.configure(Durak.complete({})).read("10♥")


def test_a_deal_that_lacks_a_card_is_refused() -> None:
    with pytest.raises(IgrotekaError, match="each of the 36 cards once"):
        Durak.configure({}).restore("6♠ 7♠ / 1")
