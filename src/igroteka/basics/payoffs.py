"""Payoffs: what each of several choices would have brought in many situations.

Games fill them and `study.policies` learns from them, so that neither knows the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from igroteka.basics.observations import Column, Floats, Ints, Mask


@dataclass(frozen=True)
class Payoffs:
    """A row a situation: its measures, what each choice brings, and where it is from."""

    columns: tuple[Column, ...]
    values: Floats
    """Rows × columns."""
    choices: tuple[str, ...]
    brought: Floats
    """Rows × choices."""
    groups: Ints
    """Rows of one number are of one origin, such as a deal, and are never parted in a test."""

    def __len__(self) -> int:
        return len(self.brought)

    def at(self, rows: Mask | Ints) -> Payoffs:
        """Some of the rows."""
        return Payoffs(
            self.columns, self.values[rows], self.choices, self.brought[rows], self.groups[rows]
        )

    @property
    def means(self) -> Floats:
        """What each choice brings on average."""
        found: Floats = self.brought.mean(axis=0)
        return found

    @property
    def best(self) -> int:
        """The choice that brings most; the first of equal ones."""
        return int(np.round(self.means, 9).argmax())
