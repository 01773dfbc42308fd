"""What may be chosen about a tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from igroteka.contract import BadOption
from igroteka.text import Text, one_of, quoted

ALGORITHMS: Final = ("id3", "c45")
SPLITS: Final = ("values", "thresholds")
CONFIDENCE: Final = 0.25
"""What C4.5 prunes with: less cuts more."""


@dataclass(frozen=True)
class Settings:
    """How a tree is grown. Raises `BadOption` for a name that is none.

    `id3` takes the column with the most information gain; `c45` the one with the best gain ratio
    among those with at least the average gain. Equal ones are decided by the order of the columns,
    then by the lower threshold; gains that differ by less than 10⁻⁹ bits are equal.
    """

    algorithm: str = "c45"
    split: str = "thresholds"
    """`values`: a branch for each value; `thresholds`: at most and more than a value.

    Columns whose values have names and no order always have a branch for each.
    """
    depth: int = 6
    """How many splits may follow each other."""
    leaf: int = 30
    """How many records at least two branches of a split have, and with thresholds both."""
    gain: float = 0.0
    """A split that gains fewer bits is not made; one that gains nothing never is."""
    prune: bool = False
    """Whether branches are cut that C4.5's pessimistic estimate finds no better than a leaf."""

    def __post_init__(self) -> None:
        _check("--algorithm", self.algorithm, ALGORITHMS)
        _check("--split", self.split, SPLITS)


def _check(option: str, value: str, names: tuple[str, ...]) -> None:
    if value not in names:
        raise BadOption(
            Text(
                "{option} should be {names}, but is {text}",
                option=option,
                names=one_of(names),
                text=quoted(value),
            )
        )
