"""Whether a claim is good: with the claimer's hand and dummy faced, everybody sees all cards."""

from __future__ import annotations

import random

from igroteka.games.bridge.doubledummy.lookback import layout
from igroteka.games.bridge.doubledummy.solver import ROBOT_PATIENCE, Unsolved, own_solver
from igroteka.games.bridge.sight import Sight
from igroteka.games.bridge.table import TRICKS

GUESSES = 20
"""Layouts that the claimer can't exclude, in which the claim must hold as well."""


def claim_holds(sight: Sight) -> bool:
    """Whether the claimer's side takes what it claims against the best play of the others.

    It must do so however the cards lie that the claimer can't see: nobody guesses by claiming.
    The claimer's partner agrees unless more was there. Without a solver nothing is agreed to.
    """
    table, pending = sight.table, sight.table.pending
    assert pending is not None
    assert table.due is not None
    if not table.cards:
        return False  # dummy is not down, so nobody sees all cards
    rng = random.Random(0)
    partner = sight.seat is not None and sight.seat % 2 == pending.seat % 2
    positions = [sight.sample(rng)]
    if not partner:
        claimer = Sight(pending.seat, table, table.faced[pending.seat])
        positions += [claimer.sample(rng) for _ in range(GUESSES)]
    try:
        questions = [layout(position) for position in positions]
        solved = own_solver().layouts(questions, False, ROBOT_PATIENCE)
    except Unsolved:
        return False
    takes = [_claimer_takes(sight, max(value.tricks for value in values)) for values in solved]
    return pending.tricks >= takes[0] if partner else pending.tricks <= min(takes)


def _claimer_takes(sight: Sight, rest: int) -> int:
    """All tricks of the claimer's side, if the side whose card is due takes so many more."""
    table = sight.table
    assert table.pending is not None
    assert table.due is not None
    due_takes = table.won(table.due) + rest
    return due_takes if table.due % 2 == table.pending.seat % 2 else TRICKS - due_takes
