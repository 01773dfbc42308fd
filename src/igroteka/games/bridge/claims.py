"""Whether a claim is good: with the claimer's hand and dummy faced, everybody sees all cards."""

from __future__ import annotations

import random

from igroteka.games.bridge.doubledummy.lookback import layout
from igroteka.games.bridge.doubledummy.solver import ROBOT_PATIENCE, Unsolved, own_solver
from igroteka.games.bridge.sight import Sight
from igroteka.games.bridge.table import TRICKS


def claim_holds(sight: Sight) -> bool:
    """Whether the claimer's side takes what it claims against the best play of the others.

    The claimer's partner agrees unless more was there. Without a solver nothing is agreed to.
    """
    table, pending = sight.table, sight.table.pending
    assert pending is not None
    assert table.due is not None
    position = sight.sample(random.Random(0))
    try:
        values = own_solver().layouts([layout(position)], False, ROBOT_PATIENCE)[0]
    except Unsolved:
        return False
    due_takes = table.won(table.due) + max(value.tricks for value in values)
    claimer_takes = due_takes if table.due % 2 == pending.seat % 2 else TRICKS - due_takes
    if sight.seat is not None and sight.seat % 2 == pending.seat % 2:
        return pending.tricks >= claimer_takes
    return pending.tricks <= claimer_takes
