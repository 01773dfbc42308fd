"""What came of a file, in so few words that a page can say them, however long the file is."""

from __future__ import annotations

from dataclasses import dataclass, field

from igroteka.archive.importing import Refusal, Stored
from igroteka.records.folding import SAME, Kind, kind_of
from igroteka.text import as_written

MOST_REFUSALS = 300
MOST_NUMBERS = 100
LONGEST_REASON = 500


@dataclass
class FoldedRefusals:
    """Refusals, those of a kind as one, and only so many."""

    told: list[Refusal] = field(default_factory=list)
    untold: int = 0
    """How many others there are."""
    _places: dict[Kind, list[int]] = field(default_factory=dict)

    def add(self, refusal: Refusal) -> None:
        """Note one more."""
        kind = (refusal.where, (kind_of(refusal.reason),))
        if len(self._places.get(kind, ())) >= SAME:
            place = self._places[kind][-1]
            last = self.told[place]
            self.told[place] = last._replace(others=last.others + 1 + refusal.others)
        elif len(self.told) < MOST_REFUSALS:
            self._places.setdefault(kind, []).append(len(self.told))
            self.told.append(_cut(refusal))
        else:
            self.untold += 1 + refusal.others

    def add_all(self, others: FoldedRefusals) -> None:
        """Note those that were folded elsewhere."""
        for each in others.told:
            self.add(each)
        self.untold += others.untold

    @property
    def count(self) -> int:
        """How many there are of all."""
        return self.untold + sum(1 + each.others for each in self.told)


def _cut(refusal: Refusal) -> Refusal:
    """The same in no more than so many letters, for it may quote a whole file."""
    if len(refusal.reason) <= LONGEST_REASON:
        return refusal
    return refusal._replace(reason=as_written(f"{refusal.reason:.{LONGEST_REASON}}…"))


@dataclass
class Intake:
    """The games of a file that are in the archive, and why others are not."""

    new: int = 0
    known: int = 0
    numbers: list[int] = field(default_factory=list)
    """The first of them."""
    refusals: FoldedRefusals = field(default_factory=FoldedRefusals)

    def add(self, outcome: Stored | Refusal) -> None:
        """Note what came of one more."""
        if isinstance(outcome, Refusal):
            self.refusals.add(outcome)
            return
        self.new += outcome.new
        self.known += not outcome.new
        if len(self.numbers) < MOST_NUMBERS:
            self.numbers.append(outcome.id)
