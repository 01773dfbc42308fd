"""Observations: what was measured of many things, with the answer that is to be told from it.

Games fill them and `study.trees` learns from them, so that neither knows the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from igroteka.text import Text

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Column:
    """One thing that is measured."""

    name: str
    """The word by which a user asks for it."""
    title: Text
    """What people call it, in a condition such as `points together at most 22`."""
    help: Text
    """What it measures, in a sentence."""
    values: tuple[Text, ...] = ()
    """What its values 0, 1, … are called, where they have names and no order."""


@dataclass(frozen=True)
class Observations:
    """A row a thing: its measures, its answer, and what it belongs together with."""

    columns: tuple[Column, ...]
    values: Floats
    """Rows × columns; what is not known is NaN."""
    answers: Ints
    """For each row an index of `classes`."""
    classes: tuple[Text, ...]
    groups: Ints
    """Rows of one number are of one origin, such as a deal, and are never parted in a test."""

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def counts(self) -> Ints:
        """How many rows have each answer."""
        return np.bincount(self.answers, minlength=len(self.classes))

    def at(self, rows: Mask | Ints) -> Observations:
        """Some of the rows."""
        return Observations(
            self.columns, self.values[rows], self.answers[rows], self.classes, self.groups[rows]
        )

    def only(self, names: Sequence[str]) -> Observations:
        """The columns of these names, in this order."""
        places = {column.name: place for place, column in enumerate(self.columns)}
        chosen = [places[name] for name in names]
        columns = tuple(self.columns[place] for place in chosen)
        return Observations(
            columns, self.values[:, chosen], self.answers, self.classes, self.groups
        )
