"""Scores, artificial ones and weighted ones, for the tests of what they are worth."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from igroteka.basics.explanation import shown
from igroteka.games.bridge.scoring.entries import (
    AVERAGE,
    MINUS,
    PLUS,
    Award,
    Entry,
    Weighted,
    Worth,
)
from igroteka.games.bridge.scoring.table_results import read_entry

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


ENTRIES = st.lists(
    st.one_of(
        SCORES.map(Entry),
        st.builds(Entry, SCORES, version=st.sampled_from(["", "a"])),
        st.builds(Entry, given=st.tuples(GIVEN, GIVEN)),
        st.just(Entry()),
    ),
    min_size=1,
    max_size=12,
)


SCORED = st.lists(SCORES.map(Entry), min_size=1, max_size=12)


def field(text: str) -> list[Entry]:
    return [read_entry(word) for word in text.split()]


def ns(worths: list[Worth]) -> list[str]:
    return ["none" if worth.ns is None else shown(worth.ns) for worth in worths]
