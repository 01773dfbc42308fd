"""Cyclic movements: in every round each mover follows the next lower one, and so do the sets.

A pattern is the first round. Movers are numbers modulo the rounds, and so are the sets; those who
stay are None. In round r mover x of the pattern is mover x + r, set a is set a + r. So one pattern
of a Howell has a starter (who meets in the first round), an adder (with which set) and who sits
North–South; with as many stayers as tables it is a Mitchell.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from json import loads
from typing import NamedTuple

from igroteka.club.movements.movement import Movement, Seating
from igroteka.text import Text


class PatternTable(NamedTuple):
    """A table of the first round."""

    ns: tuple[int | None, ...]
    ew: tuple[int | None, ...]
    board_set: int


class Pattern(NamedTuple):
    """The first round of a cyclic movement, from which the others follow."""

    rounds: int
    tables: tuple[PatternTable, ...]
    balance: float

    @property
    def contestants(self) -> int:
        """How many it seats, or one more than that where a mover rests in every round."""
        stay = sum(each is None for table in self.tables for each in table.ns + table.ew)
        return self.rounds + stay

    def movement(self, kind: str, title: Text) -> Movement:
        """All its rounds; who stays has the last numbers."""
        return Movement(
            kind,
            title,
            self.contestants,
            tuple(self._round(number) for number in range(self.rounds)),
        )

    def _round(self, number: int) -> tuple[Seating, ...]:
        stays = iter(range(self.rounds + 1, self.contestants + 1))

        def seated(side: tuple[int | None, ...]) -> tuple[int, ...]:
            return tuple(
                next(stays) if each is None else (each + number) % self.rounds + 1 for each in side
            )

        return tuple(
            Seating(
                place,
                seated(table.ns),
                seated(table.ew),
                (table.board_set + number) % self.rounds + 1,
            )
            for place, table in enumerate(self.tables, start=1)
        )

    def to_row(self) -> list[list[int | None]]:
        """The tables as the data file has them: everybody and the set."""
        return [[*table.ns, *table.ew, table.board_set] for table in self.tables]


def from_row(rounds: int, rows: Sequence[Sequence[int | None]], balance: float) -> Pattern:
    """The pattern of a line of the data file."""
    tables = []
    for *everybody, board_set in rows:
        half = len(everybody) // 2
        assert board_set is not None
        tables.append(PatternTable(tuple(everybody[:half]), tuple(everybody[half:]), board_set))
    return Pattern(rounds, tuple(tables), balance)


@cache
def kept_patterns(name: str) -> dict[tuple[int, int], Pattern]:
    """The patterns of the data file by contestants and rounds: of `howells` or `individuals`."""
    text = files(__package__).joinpath("found.json").read_text(encoding="utf-8")
    return {
        (each["contestants"], each["rounds"]): from_row(
            each["rounds"], each["tables"], each["balance"]
        )
        for each in loads(text)[name]
    }
