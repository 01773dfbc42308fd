"""A sitting at the terminal as the archive keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from igroteka.records.sitting import Sitting

if TYPE_CHECKING:
    from igroteka.archive import Archive
    from igroteka.archive.models import NewGame


class KeptSitting:
    """Writes a sitting down; it is opened with its first game."""

    def __init__(
        self,
        archive: Archive,
        sitting: Sitting,
        number: int | None = None,
        other: int | None = None,
    ) -> None:
        self.archive = archive
        self.sitting = sitting
        self.number = number
        """The sitting's number in the archive."""
        self.other = other
        """That of the other table's."""

    def placed(self, new: NewGame, place: int, seating: tuple[int, ...]) -> NewGame:
        """A new game at its place in the sitting."""
        if self.number is None:
            self.number = self._open()
        return replace(new, sitting=self.number, place=place, seating=seating)

    def _open(self) -> int:
        from igroteka.archive import sittings
        from igroteka.archive.models import NewSitting

        sitting = self.sitting
        new = NewSitting(
            sitting.base.name,
            sitting.base.options,
            sitting.way,
            sitting.deals,
            sitting.length,
            other=self.other,
        )
        return self.archive.apply(sittings.open_sitting, new)

    def reckoned(self, game: int, values: Sequence[float] | None) -> None:
        """What the seats of a game got."""
        from igroteka.archive import sittings

        self.archive.apply(sittings.store_reckoned, game, values)

    def close(self) -> None:
        """The people have had enough."""
        from igroteka.archive import sittings

        if self.number is not None:
            self.archive.apply(sittings.close_sitting, self.number)
