"""The bidding system: every rule has its hand, calls are explained, bad files are refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.games.bridge.bidding import features as f
from igroteka.games.bridge.bidding.rulefile import BadRule, read_rules
from igroteka.games.bridge.bidding.system import System, natural
from igroteka.games.bridge.boards import shuffled
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.cards import hand_text, points, read_hand, shape
from igroteka.games.bridge.contracts import PASS, Call, read_call
from igroteka.games.bridge.rules import Bridge
from tests.drawing import examples
from tests.games.bridge.write_examples import holds


def calls(text: str) -> tuple[Call, ...]:
    return tuple(map(read_call, text.split()))


@pytest.mark.parametrize(
    "number",
    range(len(natural().rules)),
    ids=[f"{n}-{rule.name}" for n, rule in enumerate(natural().rules)],
)
def test_every_rule_is_followed_with_its_example(number: int) -> None:
    example = natural().rules[number].example
    assert example is not None
    assert holds(natural(), number, example)


@pytest.mark.parametrize(
    ("auction", "hand", "call"),
    [
        ("", "AQ4.KJ93.K82.Q75", "1NT"),
        ("", "AQJ94.KJ93.K8.75", "1♠"),
        ("", "AQ94.K3.KJ82.975", "1♦"),
        ("", "AQ94.KJ93.K82.75", "1♦"),
        ("", "94.KQJ932.82.Q75", "2♥"),
        ("1S pass", "K83.92.Q9843.QJ3", "2♠"),
        ("1NT pass", "KJ932.4.Q98.QJ32", "2♥"),
        ("1NT pass 2H pass", "Q4.AKJ9.K82.KJ75", "2♠"),
        ("1NT pass", "KJ93.A864.Q9.J32", "2♣"),
        ("1H", "KQ84.3.AJ82.KT75", "X"),
        ("1H X pass", "J9732.84.K82.975", "1♠"),
        ("1D", "KQJ84.53.A82.T75", "1♠"),
        ("1S pass 3S pass 4NT pass", "Q8432.A5.K2.A975", "5♥"),
        ("1NT pass 2C pass 2H pass 3NT pass", "AJ43.KT93.A63.K9", "4♠"),
        ("1NT pass 2C pass 2H pass 3NT pass", "AJ4.KT93.A632.K9", "pass"),
        ("1H pass 1S pass", "4.AQ953.82.KJT74", "2♣"),
        ("1C pass 1S pass 2C pass", "JT973.AKJ93.3.76", "2♥"),
        ("1C pass 1S pass 2C pass 2H pass", "Q82.76.AJ.AQ9532", "2♠"),
        ("1C pass 1S pass 2C pass 2H pass", "82.Q76.AJ.AQ9532", "pass"),
    ],
)
def test_what_every_player_would_call(auction: str, hand: str, call: str) -> None:
    assert str(natural().choose(calls(auction), read_hand(hand))) == call


@pytest.mark.parametrize(
    ("deal", "auction"),
    [
        (
            "2 E NS QT72.7.K82.A6532 AJ43.KT93.A63.K9 6.J86542.JT9.T84 K985.AQ.Q754.QJ7",
            "1NT pass 2♣ pass 2♥ pass 3NT pass 4♠ pass pass pass",
        ),
        (
            "16 W EW Q542.A982.65.543 AKT.QJ63.AKT87.8 8763.7.93.KQ9762 J9.KT54.QJ42.AJT",
            "1♦ pass 1♥ pass 2♥ pass 4♥ pass pass pass",
        ),
        (
            "16 W EW Q542.A982.65.543 AKT.QJ63.AKT8.T8 8763.7.93.KQ9762 J9.KT54.QJ742.AJ",
            "1♦ pass 1♥ pass 2♥ pass 3NT pass 4♥ pass pass pass",
        ),
    ],
)
def test_a_fit_of_four_and_four_is_found(deal: str, auction: str) -> None:
    state = Bridge.configure({}).restore(deal)
    while not state.public.auction.over:
        table, hand = state.public, state.view(state.turn).hand
        vulnerability = table.dealer_vulnerability
        state = state.play(natural().choose(table.auction.calls, hand, vulnerability))
    assert " ".join(map(str, state.public.auction.calls)) == auction


@pytest.mark.parametrize(
    ("auction", "hand", "call"),
    [
        ("3H X pass 4C pass", "AK5.2.KQ3.KJ872", "5♣"),
        ("2H pass pass", "AQ5.K42.KJ73.983", "2NT"),
        ("2H 2NT pass", "K75.83.Q973.AJ32", "3NT"),
        ("1C 1S X 3S", "Q5..KJ73.AQJ8732", "4♣"),
        ("1H pass 1S pass 1NT pass", "KJ752.8.QT984.75", "2♦"),
        ("1C pass pass 1S pass 3S pass", "KQJ84.53.K72.832", "pass"),
        ("2H pass 2NT pass", "95.KQJ982.K73.83", "3♦"),
        ("2H pass 2NT pass", "95.KQJ982.J73.83", "3♥"),
        ("1D 1NT pass", "KJ52.Q874.K5.832", "2♣"),
        ("1D 1NT pass", "KJ752.Q87.95.832", "2♥"),
        ("1D 1NT pass 2C pass 2D pass", "KJ52.Q874.K5.832", "2NT"),
        ("1C pass 1H pass 1NT pass 2NT pass", "AQ5.K42.KJ7.9832", "3NT"),
        ("1H pass 2NT pass 4H pass", "AK5.QJ92.AK73.82", "4NT"),
        ("1C pass 1H 1NT", "AQ5.K2.KQ84.AJ73", "X"),
        ("1D X pass 2C pass", "AK5.A52.KQ83.A98", "2NT"),
        ("1D X pass 1S pass", "AK5.A52.KQ83.KQ8", "2NT"),
        ("2H pass", "KQJ842..A752.T83", "2♠"),
        ("3D 4C", "AKQ982.5.K73.A32", "4♠"),
        ("", "A3.A4.AKQ952.KJ4", "2♣"),
        ("1NT pass 2H pass 2S pass", "AQT98765.A.K52.4", "6♠"),
        ("1NT pass", "K75.Q3.A9842.T83", "3NT"),
        ("1NT pass", "K75.Q3.A984.T832", "3NT"),
        ("1NT pass", "K75.Q32.K984.832", "pass"),
        ("1C pass", "J8654.K7.J7.9643", "1♠"),
    ],
)
def test_hands_that_had_no_call_have_one(auction: str, hand: str, call: str) -> None:
    assert str(natural().choose(calls(auction), read_hand(hand))) == call


def test_a_save_is_for_those_who_are_not_vulnerable_against_those_who_are() -> None:
    made, hand = calls("1S pass 3S X pass 4C"), read_hand("A6543.4.8732.K84")
    found = [str(natural().choose(made, hand, vulnerability)) for vulnerability in range(4)]
    assert found == ["pass", "pass", "4♠", "pass"]


VULNERABLE_DEALER, VULNERABLE_OTHERS = 1, 2


@pytest.mark.parametrize(
    ("auction", "hand", "plain", "vulnerable"),
    [
        ("", "94.QJ9532.82.K75", "2♥", "pass"),
        ("", "94.KQJ932.82.Q75", "2♥", "2♥"),
        ("", "5.94.QJ98732.K75", "3♦", "pass"),
        ("", "5.94.KQT8732.J75", "3♦", "3♦"),
        ("", "KT987643.9.Q4.75", "4♠", "pass"),
        ("pass 1D", "KJ984.Q3.982.Q75", "1♠", "pass"),
        ("pass 1S", "854.K4.KJ852.A75", "2♦", "pass"),
        ("pass pass 1S pass", "98652.T.A97.8643", "4♠", "2♠"),
    ],
)
def test_weak_bids_and_overcalls_are_sounder_when_vulnerable(
    auction: str, hand: str, plain: str, vulnerable: str
) -> None:
    made, cards = calls(auction), read_hand(hand)
    own = VULNERABLE_OTHERS if len(made) % 2 else VULNERABLE_DEALER
    assert str(natural().choose(made, cards)) == plain
    assert str(natural().choose(made, cards, own)) == vulnerable
    assert str(natural().choose(made, cards, 3 - own)) == plain


def test_the_meaning_of_a_call_knows_the_vulnerability() -> None:
    assert natural().meaning(calls("2H")).startswith("weak two · 6–10 points")
    assert natural().meaning(calls("2H"), VULNERABLE_DEALER).startswith("weak two · 8–10 points")
    assert natural().meaning(calls("2H"), VULNERABLE_OTHERS) == natural().meaning(calls("2H"))


@pytest.mark.parametrize(
    ("board", "points"), [("2 E NS", "6–10"), ("3 S EW", "6–10"), ("4 W All", "8–10")]
)
def test_a_robot_explains_by_the_vulnerability_of_its_table(board: str, points: str) -> None:
    """The dealer opens two hearts; on the second and third board only the others are vulnerable."""
    deal = f"{board} AKQ2.AKQ.432.432 JT98.JT9.JT98.JT 7654.876.AKQ.AK5 3.5432.765.Q9876"
    start = Bridge.configure({}).restore(deal)
    told = Simple().explanation(start.view(start.turn), read_call("2H"))
    assert told.startswith(f"weak two · {points} points")


def test_calls_are_explained_in_words() -> None:
    assert natural().meaning(calls("1NT")) == "one notrump · 15–17 points · balanced"
    assert natural().meaning(calls("1NT pass 2H")) == "transfer to a major · 5+ ♠ · forcing"
    assert natural().meaning(calls("1S pass 3S")).endswith(" · 10–12 points · 3+ ♠")
    assert natural().meaning(calls("1S 7C")) == "no agreement"


def test_what_was_shown_adds_up() -> None:
    shown = natural().situation(calls("1S pass 2S pass 3S pass")).shown
    assert shown[0].strength == (17, 18)
    assert shown[0].lengths[3][0] == 5
    assert shown[2].strength == (6, 10)
    assert shown[2].lengths[3][0] == 3


@examples(60)
@given(st.integers(0, 1_000_000))
def test_measures_are_those_of_the_textbook(seed: int) -> None:
    hand = shuffled(Stream(seed), 1).hands[0]
    row = f.measure(hand)
    spades, hearts, diamonds, clubs = shape(hand)
    lengths = [clubs, diamonds, hearts, spades]
    assert row[f.HCP] == points(hand)
    assert [row[place] for place in f.LENGTH] == lengths
    assert row[f.BALANCED] == (sorted(lengths) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]))
    assert row[f.OPENING] == points(hand) + sum(sorted(lengths)[2:])
    for suit, ranks in enumerate(reversed(hand_text(hand).split("."))):
        assert row[f.TOP[suit]] == sum(rank in "AKQ" for rank in ranks)
        assert row[f.HONOURS[suit]] == sum(rank in "AKQJT" for rank in ranks)
        others = [length for other, length in enumerate(lengths) if other != suit]
        values = {0: 5, 1: 3, 2: 1} if len(ranks) > 3 else {0: 3, 1: 2, 2: 1}
        assert row[f.SUPPORT[suit]] == points(hand) + sum(values.get(n, 0) for n in others)
        guarded = any(rank in ranks and len(ranks) > n for n, rank in enumerate("AKQJ"))
        assert row[f.STOP[suit]] == guarded


@examples(30)
@given(st.integers(0, 1_000_000))
def test_hands_that_explain_a_call_are_those_that_make_it(seed: int) -> None:
    rng = Stream(seed)
    board, made = shuffled(rng, 1), calls("")
    while len(made) < 4 or made[-3:] != (PASS, PASS, PASS):
        made = (*made, natural().choose(made, board.hands[len(made) % 4]))
    place = rng.randrange(len(made))
    situation = natural().situation(made[:place])
    hands = [shuffled(rng, 1).hands[0] for _ in range(40)]
    explained = situation.explained(made[place], f.measure_many(f.as_matrix(hands)))
    assert explained.tolist() == [situation.choose(hand).call == made[place] for hand in hands]
    near = situation.distance(made[place], f.measure_many(f.as_matrix(hands)))
    assert np.array_equal(near == 0, explained)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('name = "a"\nafter = ""\ncall = "1C"', "rule 'a' lacks the field 'needs'"),
        ('name = "a"\nafter = ""\ncall = "8C"\nneeds = ""', "has the call '8C', which is none"),
        ('after = ""\ncall = "1C"\nneeds = "luck 5+"', "rule 'number 1' needs 'luck 5+'"),
        ('after = ""\ncall = "1C"\nneeds = "vulnerable maybe"', "range should be like"),
        ('after = ""\ncall = "1C"\nneeds = "hcp many"', "range should be like 5+, 12-14 or 4"),
        ('after = "1C 1D"\ncall = "1H"\nneeds = ""', "the calls of the sides do not alternate"),
        ('after = ""\ncall = "1C"\nneeds = ""\nthen = 1', "has the field 'then'"),
        ('after = "1C 1Q"\ncall = "1H"\nneeds = ""', "'1Q' in '1C 1Q' is no call"),
        ('after = 1\ncall = "1H"\nneeds = ""', "after, call and needs should be texts"),
        ('after = ""\ncall = "1C"\nneeds = ""\nexample = 1', "an example has an auction and"),
        ("name =", "can't be read as rules"),
    ],
)
def test_a_bad_rule_is_named(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f"[[rule]]\n{text}\n")
    with pytest.raises(BadRule) as refusal:
        System(read_rules(file))
    assert reason in str(refusal.value)


def test_a_file_without_rules_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("title = 'mine'\n")
    with pytest.raises(BadRule, match="a rule begins with"):
        System(read_rules(file))
