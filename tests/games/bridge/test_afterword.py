"""What is said of a board when it is over."""

from __future__ import annotations

import random
import re

from igroteka.contract import OVER
from igroteka.games.bridge.rules import Bridge
from igroteka.games.bridge.state import Position
from igroteka.languages import language_named
from igroteka.web.texts import spoken


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
    told = Bridge.configure({}).afterword(played("1NT", "pass", "pass", "pass"))
    assert told["score"]["title"].startswith("1NT, not vulnerable")
    assert sum(int(step["amount"].replace("−", "-")) for step in told["score"]["steps"]) == int(
        told["score"]["figure"].replace("−", "-")
    )
    assert "IMP" in told["compared"]["title"]
    assert [len(row) for row in told["tricks"]] == [4] * 5
    assert all(0 <= tricks <= 13 for row in told["tricks"] for tricks in row)
    assert re.match(r"[+-]\d+ \(", told["par"])
    assert any("gave away" in line for line in told["costs"])


def test_it_is_told_in_russian() -> None:
    end = played("1NT", "pass", "pass", "pass")
    told = spoken(language_named("ru"), Bridge.configure({}).afterword(end))
    assert told["score"]["title"].startswith("1БК, до зоны")
    assert told["compared"]["title"].startswith("импы")
    assert any(line.startswith("Взятка ") for line in told["costs"])


def test_a_board_passed_out_has_no_cards_to_blame() -> None:
    told = Bridge.configure({}).afterword(played("pass", "pass", "pass", "pass"))
    assert told["score"]["title"] == "passed out"
    assert told["costs"] == []
