"""International match points: a difference of scores on the scale from 0 to 24."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

from igroteka.basics.explanation import Explanation, Step, shown
from igroteka.games.bridge.scoring.data import table
from igroteka.text import Text


def imps(difference: int | Fraction) -> int:
    """The IMPs of a difference of scores, with its sign.

    >>> imps(430), imps(-10), imps(-4000)
    (10, 0, -24)
    """
    found = bisect_right(bounds(), abs(int(difference)))
    return found if difference >= 0 else -found


def bounds() -> list[int]:
    """The smallest differences that are worth 1, 2, … 24 IMPs."""
    found: list[int] = table("imps.toml")["bounds"]
    return found


def explain(difference: int | Fraction) -> Explanation:
    """The same IMPs with the row of the scale that they stand in."""
    figure = imps(difference)
    title = Text("a difference of {difference}, in IMPs", difference=shown(difference))
    return Explanation(title, figure, (Step(row_text(difference), figure),))


def row_text(difference: int | Fraction) -> Text:
    """The row of the scale that a difference falls in: `from 370 and below 430: 9`."""
    row = abs(imps(difference))
    low = bounds()[row - 1] if row else 0
    if row == len(bounds()):
        return Text("differences of {low} and more are worth {imps}", low=low, imps=row)
    return Text(
        "differences from {low} and below {high} are worth {imps}",
        low=low,
        high=bounds()[row],
        imps=row,
    )


def difference_text(score: int, expected: int) -> Text:
    """A score less what was expected: `140 − (−50) = 190`."""
    subtracted = shown(expected) if expected >= 0 else f"({shown(expected)})"
    return Text(
        "{score} − {subtracted} = {difference}",
        score=shown(score),
        subtracted=subtracted,
        difference=shown(score - expected),
    )
