"""Batches of games between two built-in strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from igroteka.basics.by_reference import by_reference
from igroteka.games.substitution.arrays import Array, GrammarArrays
from igroteka.games.substitution.kernel.planner import new_desk, planner_turn
from igroteka.games.substitution.kernel.position import (
    NONE,
    ROLL,
    begin,
    compiled,
    final_score,
    merged,
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

if TYPE_CHECKING:
    from igroteka.games.substitution.bots.plan import GrammarPlan


@merged
def play_turn(grammar, plan, position, scratch, desk, seat, strategies, turns_left, total):
    rolled = roll(position.streams, grammar.weights, total)
    write_log(position.log, position.logged, ROLL, rolled, NONE)
    left = grammar.left[rolled]
    if left != grammar.start and position.totals[seat, left] == 0:
        position.bank[rolled] += 1
        return
    kind, depth = pure_strategy(position.streams, position.totals, seat, strategies, turns_left)
    if kind == PLANNER:
        planner_turn(grammar, plan, position, desk, seat, rolled, turns_left)
    else:
        published_turn(grammar, position, scratch, seat, kind, depth, rolled)


@compiled
def fill_scores(grammar, plan, position, scratch, desk, strategies, turns, total, seeds, scores):
    """Play a game for every row of `scores`; `seeds` are its chance's and its seats'."""
    at_grammar, at_plan = by_reference(grammar), by_reference(plan)
    at_position, at_scratch = by_reference(position), by_reference(scratch)
    at_desk = by_reference(desk)
    for game in range(scores.shape[0]):
        begin(at_position, seeds, game)
        for ply in range(2 * turns):
            seat, left = ply % 2, turns - ply // 2
            play_turn(
                at_grammar,
                at_plan,
                at_position,
                at_scratch,
                at_desk,
                seat,
                strategies,
                left,
                total,
            )
        for seat in range(2):
            scores[game, seat] = final_score(at_position, seat)


def play_games(
    grammar: GrammarArrays,
    plan: GrammarPlan,
    strategies: Array,
    turns: int,
    chance_seeds: Array,
    seat_seeds: Array,
) -> tuple[Array, Array]:
    """Scores [n, 2] of a game for each chance seed and pair of seat seeds; the last one's log.

    `strategies` [2, 5] holds a kind and up to four parameters for each seat. The log's rows are
    (form, group, production), a roll's (ROLL, group, -1).
    """
    position, scratch = new_position(grammar, turns), new_scratch(grammar, turns)
    desk, total = new_desk(grammar, turns), grammar.weights.sum()
    seeds = np.column_stack([seat_seeds, chance_seeds])
    scores = np.zeros((len(seeds), 2), np.int64)
    fill_scores(grammar, plan, position, scratch, desk, strategies, turns, total, seeds, scores)
    return scores, position.log[: position.logged[0]]
