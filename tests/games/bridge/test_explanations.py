"""Alerts: robots tell what their own rules mean, and files keep what was told."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player
from igroteka.contract import OVER
from igroteka.games.bridge.bidding.features import measure
from igroteka.games.bridge.bidding.system import ANYTHING, natural
from igroteka.games.bridge.bots.simple import Simple
from igroteka.games.bridge.contracts import read_call
from igroteka.games.bridge.formats.archived import LIN, PBN, BridgeFormat
from igroteka.games.bridge.formats.pbn_sections import NOTES
from igroteka.games.bridge.formats.records import from_annotated
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position
from igroteka.records.annotations import AnnotatedGame
from igroteka.records.record import Record
from tests.drawing import examples
from tests.games.bridge.random_games import LINE, played

GAME = Bridge.configure({})
NOTRUMP_DEAL = "1 N None AQ4.KJ93.K82.Q75 8763.AQ4.QT4.K42 KJ952.T2.J95.AT9 T.8765.A763.J863"
"""North opens one notrump, and South has eight points and five spades."""


def after(deal: str, calls: str) -> Position:
    state = GAME.restore(deal)
    for text in calls.split():
        state = state.play(read_call(text))
    return state


def told(bot: str, state: Position) -> tuple[str, str]:
    """What a bot calls here and how it explains that."""
    player, view = make_player("bridge", bot), state.view(state.turn)
    player.start(GAME, state.turn, Stream(1))
    call = player.choose(view)
    return str(call), str(player.explanation(view, call))


@pytest.mark.parametrize("bot", ["simple", "monte-carlo(calls=0)"])
@pytest.mark.parametrize(
    ("calls", "call", "meaning"),
    [
        ("", "1NT", "one notrump · 15–17 points · balanced"),
        ("1NT pass", "2♥", "transfer to a major · 5+ ♠ · forcing"),
        ("1NT pass 2H pass", "2♠", "transfer accepted · 15–17 points"),
    ],
)
def test_robots_explain_natural_and_artificial_calls(
    bot: str, calls: str, call: str, meaning: str
) -> None:
    assert told(bot, after(NOTRUMP_DEAL, calls)) == (call, meaning)


def test_a_pass_without_a_rule_and_a_card_are_not_explained() -> None:
    state = after(NOTRUMP_DEAL, "1NT pass 2H pass 2S pass 3NT pass pass")
    assert told("simple", state) == ("pass", "")
    assert told("simple", state.play(read_call("pass")))[1] == ""


def test_a_call_that_no_rule_knows_is_told_as_such() -> None:
    view = after(NOTRUMP_DEAL, "1NT").view(1)
    assert Simple().explanation(view, read_call("7C")) == "no agreement"


@examples(60)
@given(st.integers(0, 2**32))
def test_robots_tell_the_rule_by_which_they_called(seed: int) -> None:
    """The hand passes the tests of a rule that is named, and partner would read it no other way."""
    state, robot, rng = GAME.deal(random.Random(seed)), Simple(), random.Random(seed)
    while not state.public.auction.over:
        view, public = state.view(state.turn), state.public
        calls, vulnerability = public.auction.calls, public.dealer_vulnerability
        call = robot.call(view)
        explanation = robot.explanation(view, call)
        own = natural().situation(calls, vulnerability).choose(view.hand)
        assert own.fits(measure(view.hand))
        if own is ANYTHING:
            assert explanation == ""
        else:
            assert own.rule.name in explanation.partition(" · ")[0].split(" / ")
        state = state.play(rng.choice(public.auction.actions()) if rng.random() < 0.1 else call)


def game_of(state: Position, explanations: list[str]) -> AnnotatedGame:
    """A game of the house in which these things were told, from the first call on."""
    actions = tuple(map(str, (*state.public.auction.calls, *state.public.cards)))
    scores = state.scores() if state.turn == OVER else None
    record = Record("bridge", GAME.options, ("A", "B", "C", "D"), state.deal, actions, scores)
    plain = AnnotatedGame.plain(record)
    words = [*explanations, *[""] * len(actions)]
    moves = [replace(m, explanation=w) for m, w in zip(plain.moves, words, strict=False)]
    return replace(plain, moves=tuple(moves))


def reread(format: BridgeFormat, game: AnnotatedGame) -> AnnotatedGame:
    (again,) = format.read(format.write([game]).encode())
    assert isinstance(again, AnnotatedGame)
    return again


def words_of(game: AnnotatedGame, count: int) -> list[str]:
    return [move.explanation for move in game.moves[:count]]


@pytest.mark.parametrize("format", [PBN, LIN], ids=["pbn", "lin"])
@examples(60)
@given(
    seed=st.integers(0, 2**32),
    stop=st.integers(0, 90),
    words=st.lists(LINE.filter(lambda text: "|" not in text), max_size=8),
)
def test_files_keep_what_was_told_of_calls(
    format: BridgeFormat, seed: int, stop: int, words: list[str]
) -> None:
    state = played(random.Random(seed), stop)
    count = len(state.public.auction.calls)
    game = game_of(state, words[:count])
    again = reread(format, game)
    assert again.record.actions == game.record.actions
    assert words_of(again, count) == words_of(game, count)
    third = reread(format, again)
    assert third == again
    assert from_annotated(third) == from_annotated(again)


def test_pbn_has_explanations_as_notes_and_equal_ones_once() -> None:
    game = game_of(after(NOTRUMP_DEAL, "1NT pass 2H pass"), ["15–17", "", "spades", "15–17"])
    text = PBN.write([game])
    assert "1NT =1= Pass 2H =2= Pass =1=" in text
    assert text.count("[Note ") == 2
    assert '[Note "1:15–17"]\n[Note "2:spades"]' in text


def test_pbn_keeps_what_was_told_of_a_card() -> None:
    state = after(NOTRUMP_DEAL, "1NT pass pass pass")
    state = state.play(state.actions()[0])
    game = game_of(state, ["", "", "", "", "fourth best"])
    assert '=1=\n*\n[Note "1:fourth best"]' in PBN.write([game]).replace(" - - -", "")
    assert reread(PBN, game).moves[4].explanation == "fourth best"


def test_what_has_no_number_left_is_a_comment() -> None:
    calls = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"][: NOTES + 1]
    state = after(NOTRUMP_DEAL, " ".join(calls))
    again = reread(PBN, game_of(state, [f"call {number}" for number in range(len(calls))]))
    assert [bool(move.explanation) for move in again.moves] == [True] * NOTES + [False]
    assert again.moves[-1].comment == f"call {NOTES}"


def test_lin_has_explanations_as_alerts() -> None:
    game = game_of(after(NOTRUMP_DEAL, "1NT pass 2H"), ["", "", "5+ ♠"])
    assert "mb|1N|mb|p|mb|2H!|an|5+ ♠|" in LIN.write([game])
    assert reread(LIN, game).moves[2].explanation == "5+ ♠"


def test_an_alert_without_words_is_told_as_one() -> None:
    text = LIN.write([game_of(after(NOTRUMP_DEAL, "1NT pass 2H"), [])]).replace("2H", "2H!")
    (game,) = LIN.read(text.encode())
    assert isinstance(game, AnnotatedGame)
    assert game.moves[2].explanation == "alert"


def test_notes_keep_the_numbers_of_their_file() -> None:
    text = PBN.write([game_of(after(NOTRUMP_DEAL, "1NT pass 2H"), ["a", "", "b"])])
    text = text.replace("=1=", "=7=").replace('"1:a"', '"7:a"')
    text = text.replace('[Note "2:b"]', '[Note "2:b"]\n[Note "9:of nothing"]')
    (game,) = PBN.read(text.encode())
    assert isinstance(game, AnnotatedGame)
    assert words_of(game, 3) == ["a", "", "b"]
    again = PBN.write([game])
    for note in ("7:a", "2:b", "9:of nothing"):
        assert again.count(f'[Note "{note}"]') == 1
    assert "1NT =7= Pass 2H =2=" in again
