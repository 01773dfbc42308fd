"""Batches of games between two built-in strategies."""

from __future__ import annotations

import numpy as np
from numba import njit

from igroteka.games.substitution.kernel.position import (
    ROLL,
    begin,
    compiled,
    final_score,
    new_position,
    roll,
    write_log,
)
from igroteka.games.substitution.kernel.strategies import new_scratch, published_turn, pure_strategy


@compiled
def play_turn(grammar, position, scratch, seat, strategy, turns_left, total):
    rolled = roll(position.streams, grammar.weights, total)
    write_log(position.log, position.logged, ROLL, rolled, -1)
    left = grammar.left[rolled]
    if left != grammar.start and position.totals[seat, left] == 0:
        position.bank[rolled] += 1
        return
    kind, depth = pure_strategy(position.streams, position.totals, seat, strategy, turns_left)
    published_turn(grammar, position, scratch, seat, kind, depth, rolled)


@compiled
def play_game(grammar, position, scratch, strategies, turns):
    total = grammar.weights.sum()
    for turn in range(turns):
        for seat in range(2):
            play_turn(grammar, position, scratch, seat, strategies[seat], turns - turn, total)


@njit(cache=True)
def play_games(grammar, strategies, turns, chance_seeds, seat_seeds):
    """Scores [n, 2] of one game for each chance seed and pair of seat seeds.

    `strategies` [2, 5] holds a kind and up to four parameters for each seat.
    """
    position = new_position(grammar, turns)
    scratch = new_scratch(grammar, turns)
    scores = np.zeros((chance_seeds.size, 2), np.int64)
    for game in range(chance_seeds.size):
        begin(position, chance_seeds[game], seat_seeds[game])
        play_game(grammar, position, scratch, strategies, turns)
        for seat in range(2):
            scores[game, seat] = final_score(position, seat)
    return scores


@njit(cache=True)
def play_logged(grammar, strategies, turns, chance_seed, seat_seeds):
    """One game with its actions as rows (form, group, production); a roll is (-2, group, -1)."""
    position = new_position(grammar, turns)
    scratch = new_scratch(grammar, turns)
    begin(position, chance_seed, seat_seeds)
    play_game(grammar, position, scratch, strategies, turns)
    scores = np.array([final_score(position, 0), final_score(position, 1)])
    return scores, position.log[: position.logged[0]].copy()
