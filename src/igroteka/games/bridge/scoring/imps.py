"""International match points: a difference of scores on the scale from 0 to 24."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

from igroteka.games.bridge.scoring.explanation import Explanation, Step, phrase, shown, table


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


def explain(difference: int | Fraction, language: str = "en") -> Explanation:
    """The same IMPs with the row of the scale that they stand in."""
    figure = imps(difference)
    title = phrase(language, "imps.title", difference=shown(difference))
    return Explanation(title, figure, (Step(row_text(difference, language), figure),))


def row_text(difference: int | Fraction, language: str = "en") -> str:
    """The row of the scale that a difference falls in: `from 370 and below 430: 9`."""
    row = abs(imps(difference))
    low = bounds()[row - 1] if row else 0
    if row == len(bounds()):
        return phrase(language, "imps.last_row", low=low, imps=row)
    return phrase(language, "imps.row", low=low, high=bounds()[row], imps=row)
