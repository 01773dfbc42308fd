"""The rest of an evening as an integer program, solved by HiGHS within a time limit.

A variable says whether two pairs play a set in a round; another counts how often two meet again.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from igroteka.club.remainder import FRESH, GAME, PLANNED, REPEATED, Game, Remainder


def integer_program(rest: Remainder, seconds: float) -> list[list[Game]] | None:
    """The best plan that was found in the time, or None if there was no time for any."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    variables, meetings = _variables(rest)
    columns = {two: len(variables) + n for n, two in enumerate(meetings)}
    weights = [-_worth(rest, number, each) for number, each in variables]
    weights += [REPEATED] * len(meetings)
    limits: defaultdict[tuple[object, ...], list[tuple[int, float]]] = defaultdict(list)
    for at, (number, each) in enumerate(variables):
        for pair in each.meeting:
            limits["seat", number, pair].append((at, 1.0))
            limits["set", pair, each.board_set].append((at, 1.0))
        limits["copies", number, each.board_set].append((at, 1.0))
        limits["met", each.meeting].append((at, 1.0))
    for two, column in columns.items():
        limits["met", two].append((column, -1.0))
    most = [
        rest.copies
        if key[0] == "copies"
        else 1 - min(1, rest.met.get(key[1], 0))  # type: ignore[call-overload]
        if key[0] == "met"
        else 1
        for key in limits
    ]
    entries = [(row, at, by) for row, each in enumerate(limits.values()) for at, by in each]
    if not entries:
        return [[] for _ in range(rest.rounds)]
    rows, places, values = zip(*entries, strict=True)
    matrix = coo_array((values, (rows, places)), (len(limits), len(weights))).tocsr()
    upper = np.array([1.0] * len(variables) + [float(rest.rounds)] * len(meetings))
    solved = milp(
        np.array(weights),
        integrality=np.array([1] * len(variables) + [0] * len(meetings)),
        bounds=Bounds(np.zeros(len(weights)), upper),
        constraints=LinearConstraint(matrix, -np.inf, np.array(most, dtype=float)),
        options={"time_limit": seconds},
    )
    if solved.x is None:
        return None
    plan: list[list[Game]] = [[] for _ in range(rest.rounds)]
    for (number, each), taken in zip(variables, solved.x, strict=False):
        if taken > 0.5:
            plan[number].append(each)
    return plan


def _variables(rest: Remainder) -> tuple[list[tuple[int, Game]], list[tuple[int, int]]]:
    """Every game that could be played, in every round; and who could meet."""
    games = [
        Game(one, other, board_set)
        for one, other in combinations(rest.present, 2)
        for board_set in sorted(rest.common(one, other))
    ]
    everywhere = [(number, each) for number in range(rest.rounds) for each in games]
    return everywhere, sorted({each.meeting for each in games})


def _worth(rest: Remainder, number: int, each: Game) -> float:
    planned = PLANNED if each in rest.planned[number] else 0.0
    return GAME + planned - (FRESH if each.board_set in rest.fresh else 0.0)
