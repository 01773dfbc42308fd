"""Games that go on at random: the kernels tell the same as the rules, and much faster."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

import pytest

from igroteka.basics.randomness import Stream
from igroteka.contract import CHANCE, OVER, Game, IgrotekaError, State
from igroteka.registry import fast_playouts, make_game
from igroteka.study.playouts import by_the_rules, playouts
from tests.contract.playing import step

SURE = 4.5
"""Standard errors by which two honest means do not differ."""


def walked(game: Game, seed: int, actions: int) -> State:
    """A position in the middle of a random game, at which a seat has to decide."""
    rng = Stream(seed)
    state = game.deal(rng)
    done = 0
    while state.turn == CHANCE or done < actions or len(state.actions()) < 2:
        state = state.play(step(state, rng))
        done += 1
        assert state.turn != OVER
    return state


POSITIONS: list[tuple[str, Mapping[str, str], int]] = [
    ("durak", {}, 12),
    ("draughts", {}, 30),
    ("durak", {}, 0),
    ("durak", {"players": "3", "transfer": "yes"}, 8),
    ("draughts", {}, 10),
    ("draughts", {"variant": "international"}, 10),
]


@pytest.mark.parametrize(("name", "options", "actions"), POSITIONS[:2])
def test_kernels_and_rules_agree(name: str, options: Mapping[str, str], actions: int) -> None:
    agree(name, options, actions, 60, 5_000)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "actions"), POSITIONS)
def test_they_agree_closely(name: str, options: Mapping[str, str], actions: int) -> None:
    agree(name, options, actions, 400, 20_000)


def agree(name: str, options: Mapping[str, str], actions: int, few: int, many: int) -> None:
    """The means of a few games by the rules are those of many by the kernel."""
    game = make_game(name, options)
    state = walked(game, 5, actions)
    view = state.view(state.turn)
    fast = fast_playouts(game, view, Stream(1), many)
    slow = by_the_rules(game, view, Stream(2), few)
    assert fast is not None
    assert list(fast) == list(slow) == list(view.actions())
    for action, value in slow.items():
        error = sqrt(max(value * (1 - value), 1 / few) * (1 / few + 1 / many))
        assert abs(fast[action] - value) < SURE * error


@pytest.mark.parametrize("name", ["bridge", "substitution"])
def test_any_game_can_be_played_on(name: str) -> None:
    game = make_game(name, {"turns": "9"} if name == "substitution" else {})
    state = walked(game, 1, 4)
    values = playouts(game, state.view(state.turn), Stream(1), games=3)
    assert list(values) == list(state.actions())
    assert all(0 <= value <= 1 for value in values.values())


def test_what_the_kernel_can_not_play_is_left_to_the_rules() -> None:
    game = make_game("durak", {"several": "yes"})
    state = walked(game, 1, 0)
    view = state.view(state.turn)
    assert fast_playouts(game, view, Stream(1), 5) is None
    assert list(playouts(game, view, Stream(1), 2)) == list(view.actions())


def test_one_seed_one_answer() -> None:
    for name in ("durak", "draughts"):
        game = make_game(name, {})
        state = walked(game, 3, 6)
        view = state.view(state.turn)
        assert playouts(game, view, Stream(7)) == playouts(game, view, Stream(7))
        assert playouts(game, view, Stream(7)) != playouts(game, view, Stream(8))


def test_a_seat_that_is_not_to_decide_has_no_playouts() -> None:
    game = make_game("durak", {})
    state = walked(game, 3, 6)
    with pytest.raises(IgrotekaError, match="a seat that is to decide"):
        playouts(game, state.view(1 - state.turn), Stream(1))
