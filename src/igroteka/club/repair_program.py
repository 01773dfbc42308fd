"""The rest of an evening as an integer program, solved by HiGHS within a time limit.

A variable says whether two pairs play a set in a round; another counts how often two meet again.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from igroteka.club.remainder import FRESH, GAME, PLANNED, REPEATED, Game, Remainder


def integer_program(rest: Remainder, seconds: float) -> list[list[Game]] | None:
    """The best plan that was found in the time, or None if there was no time for any."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    variables, meetings = _variables(rest)
    if not variables:
        return [[] for _ in range(rest.rounds)]
    weights = [-_worth(rest, number, each) for number, each in variables]
    weights += [REPEATED] * len(meetings)
    limits = _limits(rest, variables, meetings)
    entries = [(row, at, by) for row, each in enumerate(limits) for at, by in each.terms]
    rows, columns, values = zip(*entries, strict=True)
    matrix = coo_array((values, (rows, columns)), (len(limits), len(weights))).tocsr()
    upper = np.array([1.0] * len(variables) + [float(rest.rounds)] * len(meetings))
    solved = milp(
        np.array(weights),
        integrality=np.array([1] * len(variables) + [0] * len(meetings)),
        bounds=Bounds(np.zeros(len(weights)), upper),
        constraints=LinearConstraint(matrix, -np.inf, np.array([each.most for each in limits])),
        options={"time_limit": seconds},
    )
    if solved.x is None:
        return None
    plan: list[list[Game]] = [[] for _ in range(rest.rounds)]
    for (number, each), taken in zip(variables, solved.x, strict=False):
        if taken > 0.5:
            plan[number].append(each)
    return plan


class _Limit(NamedTuple):
    """What a sum of variables may be at most."""

    most: float
    terms: list[tuple[int, float]]


def _limits(
    rest: Remainder, variables: list[tuple[int, Game]], meetings: list[tuple[int, int]]
) -> list[_Limit]:
    """Nobody sits twice or plays a set twice, sets are shared by few, and meetings counted."""
    seats: dict[tuple[int, int], _Limit] = {}
    sets: dict[tuple[int, int], _Limit] = {}
    lying: dict[tuple[int, int], _Limit] = {}
    met = {
        two: _Limit(1.0 - min(1, rest.met.get(two, 0)), [(len(variables) + at, -1.0)])
        for at, two in enumerate(meetings)
    }
    for at, (number, each) in enumerate(variables):
        term = (at, 1.0)
        for pair in each.meeting:
            seats.setdefault((number, pair), _Limit(1.0, [])).terms.append(term)
            sets.setdefault((pair, each.board_set), _Limit(1.0, [])).terms.append(term)
        copies = _Limit(float(rest.copies), [])
        lying.setdefault((number, each.board_set), copies).terms.append(term)
        met[each.meeting].terms.append(term)
    return [*seats.values(), *sets.values(), *lying.values(), *met.values()]


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
