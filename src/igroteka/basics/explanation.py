"""How a figure came about, in steps that a player can follow."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from igroteka.text import Text, joined

Figure: TypeAlias = int | float | Fraction


@dataclass(frozen=True)
class Step:
    """One line of a derivation."""

    text: Text
    amount: Figure | None = None
    """What this line adds to the figure; None where it only says something."""

    @property
    def line(self) -> Text:
        """The step with what it adds."""
        return self.text if self.amount is None else joined(": ", (self.text, shown(self.amount)))


@dataclass(frozen=True)
class Explanation:
    """A figure, a sentence that says what it is, and the steps that add up to it."""

    title: Text
    figure: Figure
    steps: tuple[Step, ...] = ()
    places: int = 2
    """To how many places the figure is shown."""

    def lines(self) -> tuple[Text, ...]:
        """The figure, then its steps below it."""
        head = joined(": ", (self.title, shown(self.figure, self.places)))
        return head, *(Text("  {step}", step=step.line) for step in self.steps)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def shown(figure: Figure, places: int = 2) -> str:
    """A figure as people write it: whole, or with at most so many places, a half rounded away.

    >>> shown(Fraction(176, 10)), shown(-50), shown(Fraction(-1, 200))
    ('17.6', '−50', '−0.01')
    """
    scale = 10**places
    whole = int(abs(Fraction(figure)) * scale + Fraction(1, 2))
    text = f"{whole // scale}.{whole % scale:0{places}}".rstrip("0").rstrip(".")
    return f"−{text}" if figure < 0 and whole else text
