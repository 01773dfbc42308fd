"""Batches of games between two built-in strategies."""

from __future__ import annotations

import numpy as np
from numba import njit

from igroteka.games.substitution.kernel.planner import new_desk, planner_turn
from igroteka.games.substitution.kernel.position import (
    ROLL,
    begin,
    compiled,
    final_score,
    new_position,
    roll,
    write_log,
)
from igroteka.games.substitution.kernel.strategies import (
    PLANNER,
    new_scratch,
    published_turn,
    pure_strategy,
)


@compiled
def play_turn(grammar, plan, position, scratch, desk, seat, strategy, turns_left, total):
    rolled = roll(position.streams, grammar.weights, total)
    write_log(position.log, position.logged, ROLL, rolled, -1)
    left = grammar.left[rolled]
    if left != grammar.start and position.totals[seat, left] == 0:
        position.bank[rolled] += 1
        return
    kind, depth = pure_strategy(position.streams, position.totals, seat, strategy, turns_left)
    if kind == PLANNER:
        planner_turn(grammar, plan, position, desk, seat, rolled, turns_left)
    else:
        published_turn(grammar, position, scratch, seat, kind, depth, rolled)


@njit(cache=True)
def play_games(grammar, plan, strategies, turns, chance_seeds, seat_seeds):
    """Scores [n, 2] of a game for each chance seed and pair of seat seeds; the last one's log.

    `strategies` [2, 5] holds a kind and up to four parameters for each seat. The log's rows are
    (form, group, production), a roll's (ROLL, group, -1).
    """
    position = new_position(grammar, turns)
    scratch, desk = new_scratch(grammar, turns), new_desk(grammar, turns)
    scores = np.zeros((chance_seeds.size, 2), np.int64)
    total = grammar.weights.sum()
    for game in range(chance_seeds.size):
        begin(position, chance_seeds[game], seat_seeds[game])
        for ply in range(2 * turns):
            seat = ply % 2
            left = turns - ply // 2
            strategy = strategies[seat]
            play_turn(grammar, plan, position, scratch, desk, seat, strategy, left, total)
        for seat in range(2):
            scores[game, seat] = final_score(position, seat)
    return scores, position.log[: position.logged[0]]
