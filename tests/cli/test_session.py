"""A game at the terminal: taking back, asking, leaving."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from igroteka.bots import make_player
from igroteka.cli.session import Session
from igroteka.records.game_so_far import GameSoFar
from igroteka.registry import make_game

NOTRUMP_DEAL = "1 N None AQ4.KJ93.K82.Q75 8763.AQ4.QT4.K42 KJ952.T2.J95.AT9 T.8765.A763.J863"


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


def test_an_adviser_that_fails_costs_the_hint() -> None:
    table, screen = session(["h"])
    table.adviser = make_player("substitution", "tests/hostile/bots.py:BreaksLater")
    assert table.play().fault is None
    assert "The adviser fails: RuntimeError: no idea" in screen.getvalue()


def test_without_an_adviser_there_are_no_hints() -> None:
    table, screen = session(["h"])
    table.play()
    assert "No bot of this game gives hints." in screen.getvalue()


def at_bridge(answers: list[str], people: tuple[int, ...]) -> tuple[Session, io.StringIO]:
    """A board on which North opens one notrump and South shows five spades by two hearts."""
    table, screen = session(
        answers, {seat: "simple" for seat in range(4) if seat not in people}, "bridge", "q"
    )
    table.so_far = GameSoFar(table.game, table.game.restore(NOTRUMP_DEAL))
    return table, screen


def test_an_alert_is_typed_after_the_call() -> None:
    table, screen = at_bridge(["1NT ! 15–17, may have five hearts", f"pass ! {'x' * 201}"], (0, 2))
    table.play()
    first = table.so_far.steps[0]
    assert (str(first.action), first.explanation) == ("1NT", "15–17, may have five hearts")
    assert len(table.so_far.steps) == 2
    assert "an explanation has at most 200 letters" in screen.getvalue()


def test_a_number_may_be_explained_too() -> None:
    table, _ = at_bridge(["1 ! nothing"], (0,))
    table.play()
    assert (str(table.so_far.steps[0].action), table.so_far.steps[0].explanation) == (
        "pass",
        "nothing",
    )


def test_robots_explain_to_opponents() -> None:
    table, screen = at_bridge(["pass"], (1,))
    table.play()
    assert "one notrump – one notrump · 15–17 points · balanced" in screen.getvalue()
    assert "two hearts – transfer to a major · 5+ ♠ · forcing" in screen.getvalue()


@pytest.mark.parametrize("people", [(2,), (1, 2)])
def test_no_explanation_is_on_the_screen_of_a_partner(people: tuple[int, ...]) -> None:
    """Nor on one that the partner shares with an opponent."""
    table, screen = at_bridge(["pass"], people)
    table.play()
    assert table.so_far.steps[0].explanation == "one notrump · 15–17 points · balanced"
    assert "one notrump" in screen.getvalue()
    assert "15–17 points" not in screen.getvalue()


def test_only_games_of_partners_speak_of_alerts() -> None:
    asked: list[str] = []
    for name in ("bridge", "draughts"):
        table, _ = session([], {}, name)
        table.ask = lambda question: asked.append(question) or "q"  # type: ignore[func-returns-value]
        table.play()
    assert ["!" in question for question in asked] == [True, False]
