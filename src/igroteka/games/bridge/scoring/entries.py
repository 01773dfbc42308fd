"""The results of one board at all its tables, and what each is worth to its two pairs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from igroteka.basics.explanation import Explanation, Step
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.scoring.data import table
from igroteka.text import Text, quoted


class Award(Enum):
    """An artificial score for a pair that could not play the board."""

    PLUS = "plus"
    """Average plus: the pair was not to blame."""
    AVERAGE = "average"
    MINUS = "minus"
    """Average minus: the pair was to blame."""

    @property
    def title(self) -> Text:
        """What players call it."""
        return _TITLES[self]

    @property
    def percent(self) -> int:
        """Its share of the top at matchpoints."""
        found: int = table("artificial.toml")["percent"][self.value]
        return found

    @property
    def imps(self) -> int:
        """Its worth where results are IMPs."""
        found: int = table("artificial.toml")["imps"][self.value]
        return found


@dataclass(frozen=True)
class Entry:
    """What one table got on a board: a score, artificial scores, or nothing."""

    score: int | None = None
    """Points of North–South."""
    awards: tuple[Award, Award] | None = None
    """Artificial scores of North–South and East–West; the table then has no score."""
    version: str = ""
    """Which cards were played, if the board was fouled and not all tables had the same."""

    def __post_init__(self) -> None:
        if self.score is not None and self.awards:
            raise IgrotekaError(Text("a table has a score or artificial scores, not both"))

    @classmethod
    def read(cls, text: str) -> Entry:
        """The entry that `420`, `-50`, `60/40` or `-` means, a fouled version before a colon.

        Raises `IgrotekaError` for anything else.
        """
        version, _, result = text.strip().rpartition(":")
        result = result.strip().replace("−", "-").replace("–", "-")
        if result in ("-", ""):
            return cls(version=version.strip())
        if match := _AWARDS.fullmatch(result):
            return cls(awards=(_BY_PERCENT[match[1]], _BY_PERCENT[match[2]]), version=version)
        if not _SCORE.fullmatch(result):
            raise IgrotekaError(
                Text(
                    "{text} is no result of a table; it is the score of North–South like 420 "
                    "or -50, artificial scores like 60/40, or - for a board that was not "
                    "played",
                    text=quoted(text),
                )
            )
        return cls(score=int(result), version=version.strip())


_TITLES: Final = {
    Award.PLUS: Text("average plus"),
    Award.AVERAGE: Text("average"),
    Award.MINUS: Text("average minus"),
}
_AWARDS: Final = re.compile(r"(60|50|40)/(60|50|40)")
_SCORE: Final = re.compile(r"[+-]?\d{1,5}")
_BY_PERCENT: Final = {"60": Award.PLUS, "50": Award.AVERAGE, "40": Award.MINUS}


@dataclass(frozen=True)
class Worth:
    """What a board is worth to the two pairs of a table; None to a pair that gets nothing."""

    ns: Fraction | None
    ew: Fraction | None

    def of(self, side: int) -> Fraction | None:
        """The worth to a side."""
        return self.ew if side else self.ns


def scores_for(entries: Sequence[Entry], side: int, version: str | None = None) -> list[int]:
    """The scores that were really made, seen from a side, of one version or of all."""
    sign = -1 if side else 1
    return [
        sign * entry.score
        for entry in entries
        if entry.score is not None and version in (None, entry.version)
    ]


def score_at(entries: Sequence[Entry], at: int, side: int) -> int:
    """The score of one table seen from a side. Raises `IgrotekaError` if it has none."""
    score = entries[at].score
    if score is None:
        raise IgrotekaError(no_score(at))
    return -score if side else score


def no_score(at: int) -> Text:
    """Why nothing can be said of a table, counted from 0."""
    return Text("table {number} has no score on this board", number=at + 1)


def fixed_imps(award: Award) -> Explanation:
    """What an artificial score is worth where results are IMPs."""
    figure = Fraction(award.imps)
    step = Step(Text("the fixed IMPs of an artificial score"), figure)
    return Explanation(award.title, figure, (step,))
