"""Victory points: a match's difference of IMPs on the continuous 20-point scale of the WBF."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.scoring.explanation import Explanation, Step, phrase, shown

GOLDEN: Final = (sqrt(5) - 1) / 2
FULL: Final = 20
"""What a match is worth to both sides together."""


def victory_points(difference: float | Fraction, boards: int) -> tuple[Fraction, Fraction]:
    """What a side with this difference of IMPs gets and what it leaves, to two places.

    The two always make 20. Raises `IgrotekaError` for a match without boards.

    >>> [shown(points) for points in victory_points(10, 16)]
    ['12.8', '7.2']
    """
    share = _share(abs(float(difference)), boards)
    winner = Fraction(FULL, 2) + Fraction(round(share * 1000), 100)
    loser = FULL - winner
    return (winner, loser) if difference >= 0 else (loser, winner)


def full_win(boards: int) -> float:
    """The difference from which the winner gets all 20: 15·√boards."""
    if boards < 1:
        raise IgrotekaError(f"a match has at least one board, not {boards}")
    return 15 * sqrt(boards)


def explain(difference: float | Fraction, boards: int, language: str = "en") -> Explanation:
    """The formula with the numbers put in."""
    mine, other = victory_points(difference, boards)
    blitz = full_win(boards)
    size = abs(float(difference))
    key = "full" if size >= blitz else "formula"
    text = phrase(
        language,
        f"victory_points.{key}",
        difference=shown(size),
        bound=shown(blitz),
        exponent=shown(3 * size / blitz, places=4),
    )
    steps = (
        Step(phrase(language, "victory_points.half"), Fraction(FULL, 2)),
        Step(phrase(language, "victory_points.bound", boards=boards, bound=shown(blitz))),
        Step(text, mine - Fraction(FULL, 2)),
        Step(phrase(language, "victory_points.other", points=shown(other))),
    )
    title = phrase(language, "victory_points.title", difference=shown(difference), boards=boards)
    return Explanation(title, mine, steps)


def _share(difference: float, boards: int) -> float:
    """How much of the winner's other ten points this difference earns."""
    part = min(difference / full_win(boards), 1.0)
    share: float = (1 - GOLDEN ** (3 * part)) / (1 - GOLDEN**3)
    return share
