"""Teams: a board at one table against the same board at the other, in IMPs."""

from __future__ import annotations

from fractions import Fraction

from igroteka.basics.explanation import Explanation, Step, shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.scoring.entries import Award, Given, Weighted, fixed_imps, given_text
from igroteka.games.bridge.scoring.imps import imps, row_text
from igroteka.text import Text


def team_imps(own: Given, partners: Given) -> Fraction | None:
    """The IMPs of a team, of what its pairs got at the two tables, each seen from its side.

    An artificial score at one table is the board's; of two the mean. None without both scores.
    """
    awards = [each.imps for each in (own, partners) if isinstance(each, Award)]
    if awards:
        return sum(awards, Fraction(0)) / len(awards)
    if not isinstance(own, tuple) or not isinstance(partners, tuple):
        return None
    return sum((amount for _, amount in _comparisons(own, partners)), Fraction(0))


def explain(own: Given, partners: Given) -> Explanation:
    """The same IMPs: the sum of the two scores, the row of the scale."""
    figure = team_imps(own, partners)
    if figure is None:
        raise IgrotekaError(Text("a board of teams needs the scores of both tables"))
    for each in (own, partners):
        if isinstance(each, Award):
            return fixed_imps(each)
    assert isinstance(own, tuple)
    assert isinstance(partners, tuple)
    steps = []
    for (first, second), amount in _comparisons(own, partners):
        weight = first.weight * second.weight
        difference = first.score + second.score
        text = Text(
            "{own} here and {other} at the other table make {difference}: {row}",
            own=shown(first.score),
            other=shown(second.score),
            difference=shown(difference),
            row=row_text(difference),
        )
        if weight != 1:
            text = Text("{row}, of this {percent} %", row=text, percent=shown(100 * weight))
        steps.append(Step(text, amount))
    title = Text("IMPs for {own} and {other}", own=given_text(own), other=given_text(partners))
    return Explanation(title, figure, tuple(steps))


def _comparisons(
    own: tuple[Weighted, ...], partners: tuple[Weighted, ...]
) -> list[tuple[tuple[Weighted, Weighted], Fraction]]:
    """Every part of one score with every part of the other, and what it adds."""
    return [
        ((first, second), first.weight * second.weight * imps(first.score + second.score))
        for first in own
        for second in partners
    ]
