"""Victory points: a match's difference of IMPs on the continuous 20-point scale of the WBF.

The formula's figures are rounded to two places. Where rounding makes an IMP worth more than the
one before it, the figure between the two is raised by a hundredth, from the smallest difference
on, until no IMP is: that is how the published tables are made.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil, sqrt
from typing import Final

from igroteka.basics.explanation import Explanation, Step, shown
from igroteka.contract import IgrotekaError
from igroteka.text import Text, plural

GOLDEN: Final = (sqrt(5) - 1) / 2
FULL: Final = 20
"""What a match is worth to both sides together."""


def victory_points(difference: float | Fraction, boards: int) -> tuple[Fraction, Fraction]:
    """What a side with this difference of IMPs gets and what it leaves, to two places.

    The two always make 20. Raises `IgrotekaError` for a match without boards.

    >>> [shown(points) for points in victory_points(10, 16)]
    ['12.8', '7.2']
    """
    formula, correction = _hundredths(Fraction(difference), boards)
    winner = Fraction(formula + correction, 100)
    loser = FULL - winner
    return (winner, loser) if difference >= 0 else (loser, winner)


def full_win(boards: int) -> float:
    """The difference from which the winner gets all 20: 15·√boards."""
    if boards < 1:
        raise IgrotekaError(Text("a match has at least one board, not {boards}", boards=boards))
    return 15 * sqrt(boards)


def explain(difference: float | Fraction, boards: int) -> Explanation:
    """The formula with the numbers put in, and the correction of its rounding if there is one."""
    mine, other = victory_points(difference, boards)
    sign = 1 if difference >= 0 else -1
    formula, correction = _hundredths(Fraction(difference), boards)
    half, bound = Fraction(FULL, 2), shown(full_win(boards))
    steps = [
        Step(Text("each side's half of 20"), half),
        Step(Text("a full win is 15 × √{boards} = {bound} IMPs", boards=boards, bound=bound)),
        Step(_formula_text(difference, boards), sign * (Fraction(formula, 100) - half)),
    ]
    if correction:
        text = Text("so that no IMP is worth more than the one before it after rounding")
        steps.append(Step(text, sign * Fraction(correction, 100)))
    steps.append(Step(Text("the other side gets 20 less this, {points}", points=shown(other))))
    title = plural(
        "victory points for a difference of {difference} over {count} board",
        "victory points for a difference of {difference} over {count} boards",
        count=boards,
        difference=shown(difference),
    )
    return Explanation(title, mine, tuple(steps))


def _formula_text(difference: float | Fraction, boards: int) -> Text:
    size, bound = abs(float(difference)), full_win(boards)
    if size >= bound:
        return Text(
            "{difference} IMPs are at least {bound}: all of the other half",
            difference=shown(size),
            bound=shown(bound),
        )
    return Text(
        "10 × (1 − τ^(3 × {difference} / {bound})) / (1 − τ³) with τ = (√5 − 1) / 2 = 0.618, that "
        "is 10 × (1 − τ^{exponent}) / 0.764",
        difference=shown(size),
        bound=shown(bound),
        exponent=shown(3 * size / bound, places=4),
    )


def _hundredths(difference: Fraction, boards: int) -> tuple[int, int]:
    """The winner's figure by the formula, and its correction, both in hundredths.

    Only whole differences are corrected; another one has no neighbours on the scale.
    """
    size, scale = abs(difference), _scale(boards)
    formula = _rounded(float(size), boards)
    if size.denominator != 1 or size >= len(scale):
        return formula, 0
    return formula, scale[int(size)] - formula


def _rounded(difference: float, boards: int) -> int:
    part = min(difference / full_win(boards), 1.0)
    share: float = (1 - GOLDEN ** (3 * part)) / (1 - GOLDEN**3)
    return round(1000 * (1 + share))


@cache
def _scale(boards: int) -> tuple[int, ...]:
    """The winner's hundredths for every whole difference up to the first that is worth 20."""
    scale = [_rounded(difference, boards) for difference in range(ceil(full_win(boards)) + 2)]
    at = 2
    while at < len(scale):
        if scale[at] - scale[at - 1] > scale[at - 1] - scale[at - 2]:
            scale[at - 1] += 1
            at = max(at - 1, 2)
        else:
            at += 1
    return tuple(scale)
