"""The robots: never a wrong call or card, samples that fit, claims, better with search."""

from __future__ import annotations

import pytest

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.contract import OVER, IgrotekaError, Player
from igroteka.games.bridge.bidding.system import natural
from igroteka.games.bridge.bots.sampling import Sampler
from igroteka.games.bridge.cards import DECK, Card, points, read_hand
from igroteka.games.bridge.doubledummy import solver as solvers
from igroteka.games.bridge.notation import AGREE, REFUSE, Claim
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position
from igroteka.games.bridge.view import BridgeView
from igroteka.text import Text
from tests.games.bridge.boards import board

GAME = Bridge.configure({})
NOTRUMP_DEAL = "1 N None AQ4.KJ93.K82.Q75 8763.AQ4.QT4.K42 KJ952.T2.J95.AT9 T.8765.A763.J863"
"""North opens one notrump, and South has eight points and five spades."""


def played(bot: str, seed: int, rivals: str | None = None) -> Position:
    """A board played by one bot, or by two that sit crosswise."""
    players: list[Player] = [make_player("bridge", bot) for _ in range(4)]
    if rivals:
        players[1::2] = [make_player("bridge", rivals) for _ in range(2)]
    for seat, player in enumerate(players):
        player.start(GAME, seat, Stream(seed * 4 + seat))
    state = GAME.deal(Stream(seed))
    while state.turn != OVER:
        state = state.play(players[state.turn].choose(state.view(state.turn)))
    return state


def chosen(bot: str, state: Position, seat: int) -> object:
    """What a bot does at a seat."""
    player = make_player("bridge", bot)
    player.start(GAME, seat, Stream(1))
    return player.choose(state.view(seat))


@pytest.mark.parametrize("rivals", [None, "random"])
def test_simple_never_calls_or_plays_what_is_not_allowed(rivals: str | None) -> None:
    assert all(played("simple", seed, rivals).turn == OVER for seed in range(25))


@pytest.mark.slow
@pytest.mark.parametrize("rivals", [None, "random"])
def test_simple_never_errs_in_a_thousand_boards(rivals: str | None) -> None:
    assert all(played("simple", seed, rivals).turn == OVER for seed in range(1000))


def test_monte_carlo_never_calls_or_plays_what_is_not_allowed() -> None:
    for seed in range(2):
        assert played("monte-carlo(samples=2,calls=2)", seed, "random").turn == OVER


@pytest.mark.slow
def test_monte_carlo_never_errs_in_a_thousand_boards() -> None:
    for seed in range(1000):
        assert played("monte-carlo(samples=1,calls=1)", seed, "simple").turn == OVER


def test_robots_repeat_themselves() -> None:
    once, again = (played("monte-carlo(samples=3,calls=3)", 5, "simple") for _ in range(2))
    assert once == again


def test_samples_fit_what_was_called() -> None:
    """North opened one notrump, so partner's hand and the passes of the others are as they said."""
    state = board(
        "1NT pass",
        deal="1 N None AQ4.KJ93.K82.Q75 8763.AQ4.QT4.K42 KJ952.T2.J95.AT9 T.8765.A763.J863",
    )
    view = state.view(2)
    for hands in Sampler(view, natural(), Stream(1)).draw(20):
        assert sum(hands) == DECK
        assert hands[2] == view.hand
        north = natural().choose((), hands[0])
        assert str(north) == "1NT"
        assert str(natural().choose((north,), hands[1])) == "pass"


@pytest.mark.parametrize(("number", "least"), [("1 N None", 6), ("2 N NS", 8)])
def test_samples_know_the_vulnerability(number: str, least: int) -> None:
    """North's weak two in hearts has at least eight points if North is vulnerable."""
    deal = f"{number} 94.KQJ932.82.Q75 AQ63.A4.QT4.K842 KJ852.T7.J95.AT9 T7.865.AK763.J63"
    view = board("2H", deal=deal).view(1)
    drawn = [points(hands[0]) for hands in Sampler(view, natural(), Stream(1)).draw(40)]
    assert min(drawn) == least


def test_samples_exist_whatever_was_called() -> None:
    """Nobody has a hand for this auction by the system; the nearest ones are taken."""
    state = board("7♣ X XX 7♦ X pass pass XX pass pass pass")
    for seat in range(4):
        assert len(Sampler(state.view(seat), natural(), Stream(1)).draw(7)) == 7


def test_samples_respect_what_was_shown_in_the_play() -> None:
    state = board("3NT pass pass pass ♠J ♠4 ♠3 ♠A ♠K ♠8 ♠5 ♥5")
    for hands in Sampler(state.view(1), natural(), Stream(1)).draw(10):
        assert not hands[3] >> 39, "West has shown out of spades"
        assert [hand.bit_count() for hand in hands] == [11, 11, 11, 11]


@pytest.mark.parametrize("bot", ["simple", "monte-carlo(samples=1,calls=1)"])
@pytest.mark.parametrize(("tricks", "answer"), [("claim_11", "agree"), ("claim_13", "refuse")])
def test_a_robot_answers_a_claim_by_all_cards_in_sight(bot: str, tricks: str, answer: str) -> None:
    state = board("3NT pass pass pass ♠J ♠4 ♠3 ♠A", tricks, options={"claims": "agree"})
    assert str(chosen(bot, state, 1)) == answer


def test_monte_carlo_values_every_card() -> None:
    state = board("3NT pass pass pass ♠J ♠4 ♠3")
    player = make_player("bridge", "monte-carlo(samples=5,calls=5)")
    player.start(GAME, 0, Stream(1))
    values = dict(player.analyse(state.view(0)))
    assert set(values) == set(state.actions())
    assert all(0 <= value <= 1 for value in values.values())


def test_monte_carlo_analyses_calls_too() -> None:
    state = board(
        "pass pass",
        deal="1 N None 8763.Q94.QT4.K42 T.8765.A763.J863 KJ952.T2.J95.AT9 AQ4.AKJ3.K82.Q75",
    )
    player = make_player("bridge", "monte-carlo(samples=3,calls=3)")
    player.start(GAME, 2, Stream(1))
    values = player.analyse(state.view(2))
    assert values
    assert all(0 <= value <= 1 for _, value in values)


def test_without_a_solver_monte_carlo_still_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        raise solvers.Unsolved(Text("the double-dummy solver was told to stop"))

    monkeypatch.setattr(solvers.Solver, "_ask", refuse)
    assert played("monte-carlo(samples=2,calls=2)", 3, "simple").turn == OVER


def test_a_system_of_one_s_own_may_be_named(tmp_path: object) -> None:
    with pytest.raises(IgrotekaError, match="can't be read as rules"):
        make_player("bridge", "simple(system=nowhere.toml)")


def test_a_robot_decides_from_its_view_alone() -> None:
    """Two positions that look alike to North are played alike."""
    state = board("3NT pass pass pass ♠J")
    other = state.disguise(0, Stream(3))
    assert other != state
    choices = []
    for each in (state, other):
        player = make_player("bridge", "monte-carlo(samples=3,calls=3)")
        player.start(GAME, 0, Stream(9))
        view = each.view(0)
        assert isinstance(view, BridgeView)
        choices.append(player.choose(view))
    assert choices[0] == choices[1]
    assert read_hand("7654.876.AKQ.AK5") >> int(choices[0]) & 1


SOLID = "3 S None 432.432.5432.432 98765.JT9.JT9.QJ AKQJT.AKQ.AKQ.AK .8765.876.T98765"
AFTER_THE_LEAD = "pass pass pass ♥8 ♥2 ♥9 ♥A"


@pytest.mark.parametrize("bot", ["simple", "monte-carlo(samples=1,calls=0)"])
@pytest.mark.parametrize(
    ("contract", "certain"),
    [
        ("7NT", True),
        ("7♠", True),  # five trumps draw the five that are out
        ("7♥", False),  # two do not
    ],
)
def test_declarer_claims_when_no_card_can_hurt(bot: str, contract: str, certain: bool) -> None:
    state = board(contract, AFTER_THE_LEAD, deal=SOLID, options={"claims": "agree"})
    assert (chosen(bot, state, 2) == Claim(13)) is certain
    without = board(contract, AFTER_THE_LEAD, deal=SOLID)
    assert isinstance(chosen(bot, without, 2), Card), "where claims are off, all cards are played"


def test_a_robot_claims_once_and_its_claim_is_agreed_to() -> None:
    claimed = board("7NT", AFTER_THE_LEAD, "claim_13", deal=SOLID, options={"claims": "agree"})
    assert chosen("simple", claimed, 3) == AGREE
    assert isinstance(chosen("simple", claimed.play(REFUSE), 2), Card)


def test_robots_play_on_after_a_refused_claim() -> None:
    """The claimer's hand stays face up, so the defenders know every card and North knows two."""
    state = board("3NT pass pass pass ♠J ♠4 ♠3 ♠A claim_13 refuse", options={"claims": "agree"})
    players = [make_player("bridge", "monte-carlo(samples=2,calls=2)") for _ in range(4)]
    for seat, player in enumerate(players):
        player.start(state.public.game, seat, Stream(seat))
    while state.turn != OVER:
        state = state.play(players[state.turn].choose(state.view(state.turn)))
    assert state.public.declarer_tricks == 11
