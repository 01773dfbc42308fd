"""A kernel reads through a reference what the tuple holds, and writes to its arrays."""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from igroteka.basics.by_reference import by_reference


class Inner(NamedTuple):
    step: int
    numbers: npt.NDArray[np.int64]


class Outer(NamedTuple):
    flag: bool
    weights: npt.NDArray[np.float64]
    inner: Inner


@njit
def add(outer: Outer, times: int) -> float:
    """Go on by recursion, as a search does."""
    if times == 0:
        return outer.weights[0] if outer.flag else -1.0
    outer.inner.numbers[times] += outer.inner.step
    return add(outer, times - 1)


@njit
def begin(outer: Outer, times: int) -> float:
    return add(by_reference(outer), times)


def test_members_are_read_and_arrays_written_through_a_reference() -> None:
    outer = Outer(True, np.array([2.5]), Inner(7, np.zeros(4, np.int64)))
    assert begin(outer, 3) == 2.5
    assert outer.inner.numbers.tolist() == [0, 7, 7, 7]
    assert begin(outer._replace(flag=False), 0) == -1.0
