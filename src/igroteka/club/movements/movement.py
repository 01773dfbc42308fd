"""A movement: for every round who sits where, in which direction, with which set of boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from igroteka.contract import BadOption, Json
from igroteka.text import NOTHING, Text, listed

MINUTES_A_BOARD = 7.5
"""Of bridge; a plan may say otherwise."""
MANY = 200
"""More contestants than this are several sections."""


class Seating(NamedTuple):
    """A table in a round: who sits North–South and East–West there, and the set of boards.

    A direction is one pair or, where everybody plays for themselves, two players.
    """

    table: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    board_set: int

    @property
    def everybody(self) -> tuple[int, ...]:
        """All contestants of the table."""
        return self.ns + self.ew

    def turned(self) -> Seating:
        """The same table with the directions exchanged."""
        return self._replace(ns=self.ew, ew=self.ns)


Round = tuple[Seating, ...]

MOST_BOARDS_A_SET, MOST_TABLES = 200, 10_000
"""What a movement that is read from a file may have; no room has more."""


@dataclass(frozen=True)
class Movement:
    """Contestants and sets of boards are numbered from 1; who is not seated sits out."""

    kind: str
    """The word used on the command line."""
    title: Text
    contestants: int
    rounds: tuple[Round, ...]
    boards_a_set: int = 1
    minutes_a_board: float = MINUTES_A_BOARD

    @property
    def sets(self) -> int:
        """How many sets of boards there are, those that rest all the time among them."""
        return max((s.board_set for seatings in self.rounds for s in seatings), default=0)

    @property
    def tables(self) -> int:
        """The highest number of a table."""
        return max((s.table for seatings in self.rounds for s in seatings), default=0)

    @property
    def copies(self) -> int:
        """At how many tables a set is in one round, at most."""
        return max(
            (
                max(Counter(s.board_set for s in seatings).values())
                for seatings in self.rounds
                if seatings
            ),
            default=1,
        )

    @property
    def boards(self) -> int:
        """How many boards are in play."""
        return self.sets * self.boards_a_set

    @property
    def boards_each(self) -> int:
        """How many boards a contestant plays who never sits out."""
        return len(self.rounds) * self.boards_a_set

    @property
    def minutes(self) -> float:
        """How long the evening takes."""
        return self.boards_each * self.minutes_a_board

    def boards_of(self, seating: Seating) -> list[int]:
        """The boards that are played there."""
        first = (seating.board_set - 1) * self.boards_a_set + 1
        return list(range(first, first + self.boards_a_set))

    def sit_outs(self) -> dict[int, int]:
        """How many rounds each contestant sits out."""
        seated = Counter(each for seatings in self.rounds for s in seatings for each in s.everybody)
        return {each: len(self.rounds) - seated[each] for each in range(1, self.contestants + 1)}

    def stationary(self) -> list[int]:
        """The contestants who stay at one table from the first round to the last."""
        places: dict[int, set[int]] = {}
        for seating in (s for seatings in self.rounds for s in seatings):
            for each in seating.everybody:
                places.setdefault(each, set()).add(seating.table)
        return sorted(each for each, tables in places.items() if len(tables) == 1)

    def renumbered(self, numbers: Mapping[int, int]) -> Movement:
        """The same movement with other numbers for some contestants."""

        def new(side: Iterable[int]) -> tuple[int, ...]:
            return tuple(numbers.get(each, each) for each in side)

        rounds = tuple(
            tuple(s._replace(ns=new(s.ns), ew=new(s.ew)) for s in seatings)
            for seatings in self.rounds
        )
        return replace(self, rounds=rounds)

    def with_phantom(self, missing: int) -> Movement:
        """The movement without one contestant, whose number the last one takes."""
        moved = self.renumbered({missing: self.contestants, self.contestants: missing})
        rounds = tuple(
            tuple(s for s in seatings if self.contestants not in s.everybody)
            for seatings in moved.rounds
        )
        return replace(moved, contestants=self.contestants - 1, rounds=rounds)

    def first_rounds(self, count: int) -> Movement:
        """The movement cut short."""
        return replace(self, rounds=self.rounds[:count])

    def with_stationary(self, unmoved: Sequence[int]) -> Movement:
        """The movement with numbers exchanged so that these contestants stay where they sit.

        Raises `BadOption` if fewer can.
        """
        for each in unmoved:
            check_contestant(each, self.contestants)
        places = self.stationary()
        if len(set(unmoved)) > len(places):
            raise BadOption(
                Text(
                    "in this movement {count} can stay at a table, not {wanted}",
                    count=len(places),
                    wanted=len(set(unmoved)),
                )
            )
        free = [place for place in places if place not in unmoved]
        numbers: dict[int, int] = {}
        for each in sorted(set(unmoved) - set(places)):
            place = free.pop()
            numbers |= {place: each, each: place}
        return self.renumbered(numbers)

    def to_json(self, balance: float, first: int = 0) -> Json:
        """The movement as programs read it, from this round on."""
        return {
            "kind": self.kind,
            "pairs": self.contestants,
            "rounds": [
                [
                    {
                        "table": s.table,
                        "ns": _number(s.ns),
                        "ew": _number(s.ew),
                        "boards": self.boards_of(s),
                    }
                    for s in seatings
                ]
                for seatings in self.rounds[first:]
            ],
            "balance": round(balance, 4),
            "copies": self.copies,
        }

    def kept(self) -> Json:
        """The movement as an event keeps it: `from_kept` makes an equal one of it."""
        return {
            "kind": self.kind,
            "title": self.title.to_json(),
            "contestants": self.contestants,
            "rounds": [
                [[s.table, list(s.ns), list(s.ew), s.board_set] for s in seatings]
                for seatings in self.rounds
            ],
            "boards_a_set": self.boards_a_set,
        }

    @classmethod
    def from_kept(cls, kept: Json) -> Movement:
        """The movement that was kept so. Raises `ValueError`, `KeyError` or `TypeError`."""
        rounds = tuple(
            tuple(Seating(int(t), tuple(ns), tuple(ew), int(n)) for t, ns, ew, n in seatings)
            for seatings in kept["rounds"]
        )
        contestants, boards = int(kept["contestants"]), int(kept["boards_a_set"])
        if not 1 <= boards <= MOST_BOARDS_A_SET or not all(
            0 < s.table <= MOST_TABLES
            and 0 <= s.board_set <= MOST_TABLES
            and all(type(each) is int and 0 < each <= contestants for each in (*s.ns, *s.ew))
            for seatings in rounds
            for s in seatings
        ):
            raise ValueError
        title = Text.from_json(kept["title"])
        return cls(str(kept["kind"]), title, contestants, rounds, boards)


def _number(side: tuple[int, ...]) -> int | list[int]:
    return side[0] if len(side) == 1 else list(side)


def side_text(side: tuple[int, ...]) -> str:
    """Who sits in a direction, as a cell of a grid has it."""
    return "+".join(map(str, side))


def check_contestant(number: int, contestants: int) -> None:
    """Raise `BadOption` for a number that nobody has."""
    if not 1 <= number <= contestants:
        raise BadOption(
            Text(
                "there is no number {number}: they go from 1 to {last}",
                number=number,
                last=contestants,
            )
        )


def board_range(boards: Sequence[int]) -> Text:
    """Boards of a set as people write them: 5 or 5–8."""
    ends = boards[:1] if len(boards) == 1 else (f"{boards[0]}–{boards[-1]}",)
    return listed(ends) if boards else NOTHING
