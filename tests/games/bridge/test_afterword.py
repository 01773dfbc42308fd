"""What is said of a board when it is over."""

from __future__ import annotations

import random

from igroteka.contract import OVER
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position
from igroteka.languages import language_named


def played(*calls: str, seed: int = 5) -> Position:
    """A board with this auction, and cards at random."""
    game, rng = Bridge.configure({"board": "1"}), random.Random(seed)
    state = game.deal(rng)
    for call in calls:
        state = state.play(game.read(call))
    while state.turn != OVER:
        state = state.play(rng.choice(state.actions()))
    return state


def test_the_score_is_explained_and_what_could_have_been_made_is_told() -> None:
    end = played("1NT", "pass", "pass", "pass")
    lines = [str(line) for line in Bridge.configure({}).afterword(end)]
    assert lines[0].startswith("1NT, not vulnerable")
    assert any("IMP" in line for line in lines)
    table = lines[lines.index("What could have been made, in tricks:") :]
    assert [line.split()[0] for line in table[2:6]] == ["North", "South", "East", "West"]
    assert table[6].startswith("Par: ")
    assert any("gave away" in line for line in lines)


def test_it_is_told_in_russian() -> None:
    say = language_named("ru")
    lines = [
        say(line) for line in Bridge.configure({}).afterword(played("1NT", "pass", "pass", "pass"))
    ]
    assert lines[0].startswith("1БК, до зоны")
    table = lines[lines.index("Сколько взяток можно было взять:") :]
    assert table[1].split() == ["♣", "♦", "♥", "♠", "БК"]
    assert [line.split()[0] for line in table[2:6]] == ["Север", "Юг", "Восток", "Запад"]
    assert {len(line) for line in table[1:6]} == {28}
    assert table[6].startswith("Пар: ")
    assert any(line.startswith("Взятка ") for line in table)


def test_a_board_passed_out_has_no_cards_to_blame() -> None:
    lines = list(Bridge.configure({}).afterword(played("pass", "pass", "pass", "pass")))
    assert "passed out" in lines[0]
    assert not any("gave away" in line for line in lines)
