"""Beside playing: taking back, draws, giving up, pauses, clocks and hints."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from igroteka.registry import game_class, make_game
from igroteka.tables.questions import Expectation, Question
from igroteka.tables.setting import Chair, Clock
from igroteka.web import socket
from tests.web.random_games import ADVISERS
from tests.web.visiting import House, bot

LOST_FOR_BLACK = "W:WKa1,Kc1,Ke1:Bh2"
LOST_FOR_WHITE = "W:Wa1:BKb8,Kd8,Kf8,Kh8"


# --- taking back ---


def test_a_move_is_taken_back_freely_with_the_bots_answer(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        screen.play("c3-d4")
        screen.until(lambda: screen.to_move)
        assert len(screen.moves) == 2
        screen.send(take_back=True)
        screen.until(lambda: screen.moves == [])
        screen.play("e3-f4")
    assert house.stored(table.number)[0] == "e3-f4"


def test_nothing_is_taken_back_before_the_first_move(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        assert "nothing can be taken back" in screen.refused(take_back=True)


def test_a_table_may_take_nothing_back(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot(), take_back="off")
    with anna.at(table.number) as screen:
        assert screen.seen["table"]["can"]["take_back"] is False
        screen.play("c3-d4")
        assert screen.refused(take_back=True) == "this table does not take moves back"


def test_take_backs_are_used_up(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot(), take_backs=1)
    with anna.at(table.number) as screen:
        for left in (0, None):
            screen.play("c3-d4")
            screen.until(lambda: screen.to_move)
            if left is None:
                assert "used up" in screen.refused(take_back=True)
                break
            screen.send(take_back=True)
            screen.until(lambda: screen.moves == [])
            screen.until(lambda: screen.seen["seats"][0]["take_backs"] == 0)
    assert len(house.stored(table.number)) == 2


@pytest.mark.parametrize("agreed", [True, False])
def test_others_agree_to_taking_back_or_not(house: House, agreed: bool) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    table = house.seat(
        "draughts", {}, anna.chair("Anna"), boris.chair("Boris"), take_back="agreement"
    )
    with anna.at(table.number) as white, boris.at(table.number) as black:
        white.play("c3-d4")
        white.send(take_back=True)
        black.until(lambda: bool(black.seen["table"]["offer"]))
        assert black.seen["table"]["offer"]["yours_to_answer"]
        assert white.refused(answer=True) == "this offer is not for you to answer"
        assert white.refused(draw=True) == "another offer waits for an answer"
        black.send(answer=agreed)
        black.until(lambda: black.seen["table"]["offer"] is None)
        assert black.moves == ([] if agreed else ["c3-d4"])
    assert house.stored(table.number) == ([] if agreed else ["c3-d4"])


def test_dice_are_never_taken_back(house: House) -> None:
    anna = house.visitor("Anna")
    options = {"grammar": "S->a|b", "turns": "3"}
    table = house.seat("substitution", options, anna.chair("Anna"), anna.chair("Boris"))
    with anna.at(table.number) as screen:
        screen.until(lambda: screen.to_move)
        rolled = screen.moves
        screen.play(screen.actions[0])
        assert len(screen.moves) == len(rolled) + 2, "a production, then the dice of the next turn"
        assert "decided by chance" in screen.refused(take_back=True)


def test_what_showed_hidden_cards_is_never_taken_back(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    table = house.seat("durak", {}, anna.chair("Anna"), boris.chair("Boris"))
    with anna.at(table.number) as first, boris.at(table.number) as second:
        attacker = first if first.to_move else second
        other = second if first.to_move else first
        attacker.play(attacker.actions[0])
        other.until(lambda: other.to_move)
        refusal = attacker.refused(take_back=True)
        assert "what was seen" in refusal
        assert "dice" not in refusal
        other.play("take")
        attacker.until(lambda: attacker.to_move)
        if attacker.actions != ["pass"]:
            attacker.play("pass")
        other.until(lambda: len(other.moves) == len(attacker.moves))
        for screen in (attacker, other):
            assert "what was seen" in screen.refused(take_back=True)


# --- draws and giving up ---


@pytest.mark.parametrize("agreed", [True, False])
def test_a_draw_is_agreed_or_not(house: House, agreed: bool) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    table = house.seat("draughts", {}, anna.chair("Anna"), boris.chair("Boris"))
    with anna.at(table.number) as white, boris.at(table.number) as black:
        white.send(draw=True)
        black.until(lambda: bool(black.seen["table"]["offer"]))
        white.until(lambda: bool(white.seen["table"]["offer"]))
        black.send(answer=agreed)
        white.until(lambda: white.seen["table"]["offer"] is None)
        assert white.phase == ("over" if agreed else "playing")
    if agreed:
        assert table.outcome is not None
        assert (table.outcome.scores, table.outcome.ending) == ((0.5, 0.5), "agreement")


@pytest.mark.parametrize(
    ("start", "agrees"), [(LOST_FOR_BLACK, True), (LOST_FOR_WHITE, False), ("", False)]
)
def test_a_bot_agrees_to_a_draw_when_it_expects_no_more_and_it_is_not_too_early(
    house: House, start: str, agrees: bool
) -> None:
    anna = house.visitor("Anna")
    chairs = anna.chair("Anna"), bot("engine(level=3)")
    table = house.seat("draughts", {"start": start}, *chairs)
    with anna.at(table.number) as screen:
        screen.send(draw=True)
        screen.until(lambda: bool(screen.seen["table"]["offer"]) or screen.phase == "over")
        screen.until(lambda: screen.seen["table"]["offer"] is None or screen.phase == "over")
        assert screen.phase == ("over" if agrees else "playing")
        refusal = "a draw was offered, and black would rather play on"
        assert screen.seen["notices"] == ([] if agrees else [refusal])


@pytest.mark.parametrize(
    ("value", "made", "agrees"), [(0.5, 2, True), (0.5, 0, False), (0.6, 2, False)]
)
def test_a_bot_agrees_once_enough_has_been_played(
    house: House, monkeypatch: pytest.MonkeyPatch, value: float, made: int, agrees: bool
) -> None:
    async def expects(work: Any, question: Any, patience: float, who: str) -> Expectation:
        return Expectation(value, proven=False)

    monkeypatch.setattr(game_class("draughts"), "draws_after", 2)
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot())
    with anna.at(table.number) as screen:
        if made:
            screen.play("c3-d4")
            screen.until(lambda: screen.to_move)
        monkeypatch.setattr(house.live_tables.house.bot_pool, "ask", expects)
        screen.send(draw=True)
        screen.until(lambda: screen.phase == "over" or bool(screen.seen["notices"]))
        assert (screen.phase == "over") is agrees


def test_who_gives_up_has_lost(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    table = house.seat("draughts", {}, anna.chair("Anna"), boris.chair("Boris"))
    with boris.at(table.number) as screen:
        screen.send(resign=True)
        screen.until(lambda: screen.phase == "over")
        assert screen.seen["result"]["scores"] == [1.0, 0.0]
        assert screen.seen["result"]["winners"] == [0]
        assert screen.refused(action="c3-d4") == "the game is over"


def test_a_board_of_bridge_is_neither_drawn_nor_given_up(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("bridge", {}, *(anna.chair(name) for name in "NESW"))
    with anna.at(table.number) as screen:
        assert "not drawn by agreement" in screen.refused(draw=True)
        assert "played to its end" in screen.refused(resign=True)
        assert screen.seen["table"]["can"] == {
            **screen.seen["table"]["can"],
            "draw": False,
            "resign": False,
        }


# --- pauses and clocks ---


def test_nothing_happens_in_a_pause_and_the_clock_stands(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    chairs = anna.chair("Anna"), boris.chair("Boris")
    table = house.seat("draughts", {}, *chairs, clock=Clock(60.0))
    with anna.at(table.number) as screen:
        screen.send(pause=True)
        screen.until(lambda: screen.phase == "paused")
        left = table.clock.left(0)
        assert screen.refused(action="c3-d4") == "the game is paused"
        time.sleep(0.05)
        assert table.clock.left(0) == left
        screen.send(pause=False)
        screen.until(lambda: screen.phase == "playing")
        screen.play("c3-d4")


def test_a_clock_that_runs_out_ends_the_game(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    chairs = anna.chair("Anna"), boris.chair("Boris")
    table = house.seat("draughts", {}, *chairs, clock=Clock(0.2))
    with anna.at(table.number) as screen:
        screen.until(lambda: screen.phase == "over")
        assert screen.seen["result"]["ending"] == "out of time"
        assert screen.seen["result"]["scores"] == [0.0, 1.0]


def test_the_clock_begins_when_everybody_has_sat_down(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    table = house.seat("draughts", {}, anna.chair("Anna"), Chair(), clock=Clock(60.0))
    table.clock._since -= 30.0
    boris.post(f"/table/{table.number}/sit/{table.setting.chairs[1].key}")
    left = table.clock.left(0)
    assert left is not None
    assert left > 31.0


# --- hints ---


def test_a_hint_is_a_legal_move_with_words_and_costs_one_of_the_budget(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot(), hints=1)
    with anna.at(table.number) as screen:
        screen.send(hint=True)
        screen.until(lambda: bool(screen.hints))
        assert screen.hints[0][0]["text"] in screen.actions
        assert screen.hints[0][0]["words"]
        screen.until(lambda: screen.seen["seats"][0]["hints"] == 0)
        screen.play(screen.hints[0][0]["text"])
        screen.until(lambda: screen.to_move)
        assert screen.refused(hint=True) == "all hints of this game are used up"


HINTED = [
    ("draughts", {"start": "W:Wc3,a1,c1,g1:Be5,h8,f8,d8"}),
    ("durak", {}),
    ("bridge", {}),
    ("substitution", {"grammar": "S->a|b", "turns": "3"}),
]


@pytest.mark.parametrize(("game", "options"), HINTED, ids=[name for name, _ in HINTED])
def test_a_hint_comes_in_three_steps_for_the_price_of_one(
    house: House, monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, str]
) -> None:
    monkeypatch.setattr(game_class(game), "adviser", ADVISERS[game])
    asked: list[Question] = []

    async def counted(work: Any, question: Any, patience: float, who: str) -> Any:
        asked.append(question)
        return await asyncio.to_thread(work, question)

    monkeypatch.setattr(house.live_tables.house.bot_pool, "ask", counted)
    anna = house.visitor("Anna")
    chairs = [anna.chair("Anna") for _ in range(make_game(game, options).seats)]
    table = house.seat(game, options, *chairs, hints=5)
    with anna.at(table.number) as screen:
        screen.until(lambda: screen.seen["table"]["turn"] >= 0)
        screen.send(look=screen.seen["table"]["turn"])
        screen.until(lambda: screen.to_move and bool(screen.actions))
        told: list[int] = []
        for step in (1, 2, 3, True):
            told.append(step)
            screen.send(hint=step)
            screen.until(lambda: len(screen.steps) == len(told))
        assert "the steps 1, 2 and 3" in screen.refused(hint=4)
        assert "the steps 1, 2 and 3" in screen.refused(hint=False)
        left = table.setting.chairs[table.state.turn].hints
    assert (len(asked), left) == (1, 4)
    where, which, move, again = screen.steps
    assert [each["step"] for each in screen.steps] == [1, 2, 3, 3]
    assert again == move
    assert all(each["words"] and each["steps"] == 3 for each in screen.steps)
    assert where["items"] == which["items"] == []
    best = move["items"][0]["text"]
    assert best in [str(action) for action in table.state.actions()]
    assert best not in where["words"]
    assert set(which["places"]) <= set(where["places"]) or game in ("bridge", "substitution")


def test_two_devices_share_one_budget_of_hints(house: House) -> None:
    anna = house.visitor("Anna")
    table = house.seat("draughts", {}, anna.chair("Anna"), bot(), hints=1)
    with anna.at(table.number) as here, anna.at(table.number) as there:
        here.send(hint=True)
        there.send(hint=True)
        here.until(lambda: bool(here.hints or here.refusals))
        there.until(lambda: bool(there.hints or there.refusals))
        assert here.hints == there.hints
        here.until(lambda: here.seen["seats"][0]["hints"] == 0)


def test_hints_are_for_the_one_to_move(house: House) -> None:
    anna, boris = house.visitor("Anna"), house.visitor("Boris")
    table = house.seat("draughts", {}, anna.chair("Anna"), boris.chair("Boris"))
    with boris.at(table.number) as screen:
        assert "the one who is to move" in screen.refused(hint=True)


def test_a_production_is_taken_back_inside_its_turn(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket.RATE, "per_second", 1e6)
    anna = house.visitor("Anna")
    options = {"grammar": "S->A|B;A->a|b;B->a", "turns": "200", "weights": "1 1 1 of 3"}
    table = house.seat("substitution", options, anna.chair("Anna"), anna.chair("Boris"))
    with anna.at(table.number) as screen:
        for _ in range(800):
            screen.until(lambda: screen.to_move or screen.phase == "over")
            if screen.phase == "over":
                break
            before, seat = screen.moves, table.state.turn
            screen.play(screen.actions[0])
            inside = table.state.turn == seat and len(screen.moves) == len(before) + 1
            if inside:
                screen.send(take_back=True)
                screen.until(lambda: screen.moves == before)  # noqa: B023
                return
    raise AssertionError("no turn had two productions")
