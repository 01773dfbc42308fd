"""Exact endgames: the solver against a search of everything, and positions a player can check."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pytest

from igroteka.contract import OVER
from igroteka.games.durak.cards import as_set, deck, each, names
from igroteka.games.durak.kernel import endgame, pack
from igroteka.games.durak.notation import Move
from igroteka.games.durak.state import Position
from tests.games.durak.positions import position


def solved(state: Position, budget: int = 1_000_000) -> dict[Move, int]:
    """The solver's value of every move for seat 0: 1, 0 or -1; 9 if it gave up."""
    found, values = np.zeros(64, np.int64), np.zeros(64, np.int64)
    count = endgame.solve(pack.pack(state), budget, found, values)
    return {
        pack.unpack_move(move): int(value)
        for move, value in zip(found[:count], values[:count], strict=True)
    }


Known: TypeAlias = dict[tuple[object, ...], int]


def plain_value(state: Position, known: Known) -> int:
    """The value for seat 0 by looking at every continuation; what was seen is remembered."""
    table = state.public
    if table.turn == OVER:
        return round(2 * state.scores()[0]) - 1
    bout = (table.attacker, table.attacks, table.beats, table.taking, table.limit, table.shown)
    key = (state.hands, table.turn, *bout)
    if key not in known:
        values = [plain_value(state.play(move), known) for move in state.actions()]
        known[key] = max(values) if table.turn == 0 else min(values)
    return known[key]


def random_endgame(rng: random.Random, most: int, transfer: str) -> Position:
    """Two random hands, at most so many cards together, and no stock."""
    cards = list(each(deck(36)))
    rng.shuffle(cards)
    size = rng.randint(3, most)
    first = rng.randint(1, size - 1)
    hands = names(as_set(cards[:first])), names(as_set(cards[first:size]))
    return position(*hands, trump=names(1 << cards[-1]), transfer=transfer)


def check(count: int, most: int, seed: int, transfer: str) -> int:
    """Compare on random positions; how many the solver and the twin could both tell."""
    rng, told = random.Random(seed), 0
    for _ in range(count):
        state = random_endgame(rng, most, transfer)
        known: Known = {}
        try:
            expected = {move: plain_value(state.play(move), known) for move in state.actions()}
        except RecursionError:
            continue
        found = solved(state)
        if endgame.UNKNOWN not in found.values():
            assert found == expected
            told += 1
    return told


def test_the_solver_agrees_with_a_search_of_everything() -> None:
    assert check(60, 6, seed=1, transfer="no") == 60


@pytest.mark.slow
def test_the_solver_agrees_on_a_thousand_positions() -> None:
    assert check(1000, 7, seed=2, transfer="no") == 1000


@pytest.mark.parametrize("transfer", ["yes", "show"])
def test_with_transfers_the_game_may_turn_in_circles_and_the_rest_is_solved(transfer: str) -> None:
    assert check(40, 5, seed=3, transfer=transfer) > 20


def test_the_last_card_wins_if_it_can_not_be_beaten() -> None:
    state = position("6♠", "9♣ 10♣")
    assert solved(state) == {Move(0, state.hands[0]): 1}


def test_the_card_that_keeps_the_attack_wins() -> None:
    """9♣ can't be beaten and leaves one card; 6♠ is beaten, and then J♦ must be answered."""
    state = position("6♠ 9♣", "7♠ J♦")
    by_name = {str(move): value for move, value in solved(state).items()}
    assert by_name == {"6♠": -1, "9♣": 1}


def test_a_small_budget_tells_nothing_rather_than_something_wrong() -> None:
    state = position("6♠ 7♠ 8♣ 9♦ 10♥ J♣", "6♣ 7♦ 8♥ 9♣ 10♠ Q♠", trump="6♥")
    assert set(solved(state, budget=10).values()) == {endgame.UNKNOWN}


def test_the_last_two_of_four_are_solved_as_two() -> None:
    state = position("", "6♠ 9♣", "", "7♠ J♦")
    table = state.public
    turned = Position(replace(table, attacker=1, defender=3, turn=1, limit=2), state.hands, ())
    place = pack.pack_endgame(turned.view(1))
    assert place is not None
    found, values = np.zeros(64, np.int64), np.zeros(64, np.int64)
    count = endgame.solve(place, 1000, found, values)
    assert dict(zip(found[:count].tolist(), values[:count].tolist(), strict=True)) == {
        16: -1,
        29: 1,
    }


def test_nothing_is_solved_while_a_card_may_be_in_two_places() -> None:
    assert pack.pack_endgame(position("6♠ 9♣", "7♠ J♦", stock="10♠").view(0)) is None
    assert pack.pack_endgame(position("6♠ 9♣", "7♠ J♦", "8♣").view(0)) is None
