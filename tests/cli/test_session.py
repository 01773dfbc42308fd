"""A game at the terminal: taking back, asking, leaving."""

from __future__ import annotations

import io

from rich.console import Console

from igroteka.cli.session import Session
from igroteka.registry import make_game, make_player


def session(
    answers: list[str],
    bots: dict[int, str] | None = None,
    name: str = "substitution",
    last: str = "1",
) -> tuple[Session, io.StringIO]:
    """A table whose person gives these answers, then always the last one."""
    options = {"grammar": "S->aA;A->c", "turns": "5"} if name == "substitution" else {}
    game = make_game(name, options)
    screen = io.StringIO()
    waiting = iter(answers)
    seated = {seat: (bot, make_player(game.name, bot)) for seat, bot in (bots or {}).items()}
    table = Session(
        game,
        seated,
        adviser=None,
        seed=3,
        console=Console(file=screen, width=200),
        ask=lambda _: next(waiting, last),
    )
    return table, screen


def test_an_action_is_taken_back_within_the_turn() -> None:
    """The bank holds A->c when S is rolled: start a word, take it back, start it again."""
    straight, _ = session([])
    actions = straight.play().actions or ()
    place = next(n for n in range(1, len(actions)) if "roll" not in actions[n - 1] + actions[n])
    decisions = sum("roll" not in action for action in actions[:place])
    table, screen = session(["1"] * decisions + ["u"])
    assert table.play().actions == actions
    assert "nothing to take back" not in screen.getvalue()


def test_a_move_of_draughts_is_taken_back_with_the_answer_to_it() -> None:
    table, _ = session(["c3-d4", "u", "c3-b4"], {1: "random"}, "draughts", last="q")
    actions = table.play().actions or ()
    assert actions[0] == "c3-b4"
    assert len(actions) == 2


def test_two_people_take_back_one_move() -> None:
    table, _ = session(["c3-d4", "d6-c5", "u", "u", "e3-f4"], {}, "draughts", last="q")
    assert table.play().actions == ("e3-f4",)


def test_what_showed_a_hidden_card_is_not_taken_back() -> None:
    """A durak player who has drawn cards can't go back to before the draw."""
    table, screen = session(["u"] * 400, {1: "greedy"}, "durak", last="q")
    answers = iter(["1", "u"] * 200)
    table.ask = lambda _: next(answers, "q")
    record = table.play()
    assert "There is nothing to take back" in screen.getvalue()
    assert record.actions


def test_nothing_of_others_is_taken_back() -> None:
    table, screen = session(["u"])
    table.play()
    assert "There is nothing to take back" in screen.getvalue()


def test_a_bot_that_fails_loses_at_the_terminal_too() -> None:
    table, screen = session([], {1: "tests/hostile/bots.py:BreaksLater"})
    record = table.play()
    assert record.fault is not None
    assert (record.fault.seat, record.fault.kind) == (1, "exception")
    assert "fails and loses" in screen.getvalue()


def test_without_an_adviser_there_are_no_hints() -> None:
    table, screen = session(["h"])
    table.play()
    assert "No bot of this game gives hints." in screen.getvalue()
