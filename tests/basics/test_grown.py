"""A sequence that grows: as a tuple in all that one can see of it."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from igroteka.basics.grown import Grown


@given(st.lists(st.tuples(st.integers(0, 20), st.integers())))
def test_who_grows_from_whom_does_not_matter(steps: list[tuple[int, int]]) -> None:
    """Any of them may go on, as often as one likes, and none changes by that."""
    grown, tuples = [Grown[int]()], [tuple[int, ...]()]
    for which, item in steps:
        grown.append(grown[which % len(grown)].and_then(item))
        tuples.append((*tuples[which % len(tuples)], item))
    assert grown == tuples
    assert [len(each) for each in grown] == [len(each) for each in tuples]
    assert [list(each) for each in grown] == [list(each) for each in tuples]
    assert [hash(each) for each in grown] == [hash(each) for each in tuples]
    assert [pickle.loads(pickle.dumps(each)) for each in grown] == tuples


@given(st.lists(st.integers(), max_size=5), st.integers(-6, 6), st.integers(-6, 6))
def test_places_are_those_of_a_tuple(items: list[int], one: int, other: int) -> None:
    shared = Grown(items)
    shared.and_then(7)
    assert shared[one:other] == tuple(items)[one:other]
    if -len(items) <= one < len(items):
        assert shared[one] == items[one]
    else:
        with pytest.raises(IndexError):
            shared[one]
