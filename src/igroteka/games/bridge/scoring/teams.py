"""A match of teams: the same boards at two tables, where each team sits the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from igroteka.games.bridge.scoring.imps import imps
from igroteka.games.bridge.scoring.victory_points import victory_points


class ComparedBoard(NamedTuple):
    """A board that both tables have played."""

    number: int
    imps: int
    """Those of the team that sits North–South at the first table."""


class MatchScore(NamedTuple):
    """What a match stands at, for the team that sits North–South at the first table."""

    boards: tuple[ComparedBoard, ...]
    imps: int
    victory_points: tuple[Fraction, Fraction]
    """Its own and the other team's."""


def compare(first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]) -> MatchScore:
    """The match of two tables, each board a number and North–South's score at that table.

    Boards that only one table has played don't count. Raises `IgrotekaError` if all are such.

    >>> compare([(1, 420), (2, -50)], [(1, 170), (2, -50)]).imps
    6
    """
    there = dict(second)
    boards = tuple(
        ComparedBoard(number, imps(score - there[number]))
        for number, score in first
        if number in there
    )
    total = sum(board.imps for board in boards)
    return MatchScore(boards, total, victory_points(total, len(boards)))
