"""Scores, artificial ones and weighted ones, for the tests of what they are worth."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from igroteka.games.bridge.scoring.entries import AVERAGE, MINUS, PLUS, Award, Weighted

SCORES = st.integers(-400, 400).map(lambda tens: 10 * tens)
AWARDS = st.one_of(
    st.sampled_from([PLUS, AVERAGE, MINUS]),
    st.integers(0, 100).map(lambda percent: Award(Fraction(percent))),
    st.integers(-24, 24).map(lambda imps: Award(Fraction(imps), "IMP")),
)


def weighted(first: int, second: int, percent: int) -> tuple[Weighted, ...]:
    """So many percent of the first score, and the rest of the second."""
    share = Fraction(percent, 100)
    return Weighted(share, first), Weighted(1 - share, second)


WEIGHTED = st.builds(weighted, SCORES, SCORES, st.integers(1, 99))
GIVEN = st.one_of(AWARDS, WEIGHTED, st.none())
