"""An event of people as its log tells it: a value, made by `folding` and by nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from igroteka.club.deeds import Concern, Person, Slot
from igroteka.club.movements.movement import Movement, Seating

ALL = "all"
"""How the setting `online` says that every table is played on the net."""
MOST_CONTESTANTS = 1000


class State(StrEnum):
    """How far the result of a board at a table is."""

    MISSING = "missing"
    ENTERED = "entered"
    """The other side has not confirmed it yet."""
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    """The other side says that it is wrong."""
    CONTRADICTED = "contradicted"
    """It was confirmed, and then another one came."""
    SET = "set"
    """By the director."""


@dataclass(frozen=True)
class Contestant:
    """A pair, a player or whoever is placed: numbered, made up of people."""

    number: int
    people: tuple[Person, ...]
    team: str = ""
    gone_after: int | None = None
    """The last round before they went."""
    substitutes: tuple[tuple[int, Person, int, int | None], ...] = ()
    """Which of the people is replaced by whom, from which round to which."""

    def people_in(self, round_number: int | None = None) -> tuple[Person, ...]:
        """Who plays in a round; those who are placed without one."""
        people = list(self.people)
        for place, person, first, last in self.substitutes if round_number is not None else ():
            if first <= (round_number or 0) and (last is None or (round_number or 0) <= last):
                people[place] = person
        return tuple(people)

    def name(self, round_number: int | None = None) -> str:
        """Their names as one says them."""
        return " – ".join(each.name for each in self.people_in(round_number))

    @property
    def rank(self) -> str:
        """The ranks of those who have one."""
        return " – ".join(each.rank for each in self.people if each.rank)


@dataclass(frozen=True)
class Section:
    """Contestants who play one movement among themselves."""

    letter: str
    numbers: tuple[int, ...]
    first_table: int
    movement: Movement
    drawn: int
    """The last round whose seats are settled: a Swiss is drawn round by round."""

    @cached_property
    def rounds(self) -> tuple[tuple[Seating, ...], ...]:
        """For every round who sits where, by the numbers of the event."""
        return tuple(
            tuple(
                Seating(
                    s.table + self.first_table - 1,
                    tuple(self.numbers[each - 1] for each in s.ns),
                    tuple(self.numbers[each - 1] for each in s.ew),
                    s.board_set,
                )
                for s in seatings
            )
            for seatings in self.movement.rounds
        )

    def place_of(self, contestant: int) -> int:
        """The number of a contestant in the movement."""
        return self.numbers.index(contestant) + 1


class Seat(NamedTuple):
    """Where a contestant sits in a round."""

    seating: Seating
    side: int


@dataclass(frozen=True)
class Plan:
    """Who sits where in all rounds of all sections, found by table and by contestant."""

    seatings: Mapping[tuple[int, int], tuple[Section, Seating]]
    """By round and table, in their order."""
    seats: Mapping[tuple[int, int], Seat]
    """By round and contestant."""
    boards: Mapping[tuple[int, int], tuple[int, ...]]
    """By round and table."""
    tables: tuple[int, ...]

    @classmethod
    def of(cls, sections: Iterable[Section]) -> Plan:
        """The plan of these sections together."""
        found = {
            (number, seating.table): (section, seating)
            for section in sections
            for number, seatings in enumerate(section.rounds, start=1)
            for seating in seatings
        }
        seatings = dict(sorted(found.items()))
        seats = {
            (number, contestant): Seat(seating, side)
            for (number, _), (_, seating) in seatings.items()
            for side, numbers in enumerate((seating.ns, seating.ew))
            for contestant in numbers
        }
        boards = {
            place: tuple(section.movement.boards_of(seating))
            for place, (section, seating) in seatings.items()
        }
        return cls(seatings, seats, boards, tuple(sorted({table for _, table in seatings})))


NO_PLAN = Plan.of(())


@dataclass(frozen=True)
class Play:
    """A board at a table in a round: who plays, and what is known of the result."""

    slot: Slot
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    result: str = ""
    state: State = State.MISSING
    by: int = 0
    """The side that entered it."""
    number: int = 0
    """The happening that the result comes from."""
    at: datetime | None = None
    said: str = ""
    """What a table says against it, or another result that it has sent."""

    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The contestants of both sides."""
        return self.ns, self.ew


@dataclass(frozen=True)
class Clock:
    """The clock of a round: it runs until a moment, or stands with a time left."""

    round: int
    minutes: float
    until: datetime | None
    left: timedelta = timedelta()

    def remaining(self, now: datetime) -> timedelta:
        """How long the round goes on; less than nothing when its time is over."""
        return self.left if self.until is None else self.until - now


@dataclass(frozen=True)
class Penalty:
    """What a contestant loses, and why."""

    number: int
    contestant: int
    amount: Fraction
    reason: str


@dataclass(frozen=True)
class Event:
    """All that is known of an event."""

    name: str = ""
    day: str = ""
    game: str = ""
    scoring: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    contestants: Mapping[int, Contestant] = field(default_factory=dict)
    sections: Mapping[str, Section] = field(default_factory=dict)
    plan: Plan = NO_PLAN
    """Who sits where, as the sections have it."""
    plays: Mapping[Slot, Play] = field(default_factory=dict)
    """What was entered, set, or played by others than planned."""
    penalties: tuple[Penalty, ...] = ()
    deals: Mapping[int, str] = field(default_factory=dict)
    arrivals: frozenset[tuple[int, int]] = frozenset()
    """The rounds and tables at which everybody has said that they sit there."""
    calls: Mapping[int, str] = field(default_factory=dict)
    """The tables that want the director, and what they say."""
    online: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """The sittings of tables on the net, by round and table."""
    clock: Clock | None = None
    over: bool = False
    last: int = 0
    """The number of the last happening."""
    touched: Mapping[Concern, int] = field(default_factory=dict)
    """The last happening about each thing."""

    @property
    def is_full(self) -> bool:
        """Whether nobody else can be registered."""
        return len(self.contestants) >= MOST_CONTESTANTS

    @property
    def rounds(self) -> int:
        """How many rounds are planned."""
        return max((len(each.rounds) for each in self.sections.values()), default=0)

    @property
    def seatings(self) -> Mapping[tuple[int, int], tuple[Section, Seating]]:
        """Who sits at which table in which round, in the order of rounds and tables."""
        return self.plan.seatings

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of all tables."""
        return self.plan.tables

    @property
    def boards(self) -> list[int]:
        """The boards in play."""
        return sorted({play.slot.board for play in self.all_plays()})

    def boards_at(self, round_number: int, table: int) -> tuple[int, ...]:
        """The boards of a table in a round; none where nobody sits."""
        return self.plan.boards.get((round_number, table), ())

    def play(self, slot: Slot) -> Play | None:
        """What is known of a board at a table; None if it is not played there."""
        if slot in self.plays:
            return self.plays[slot]
        if slot.board not in self.boards_at(slot.round, slot.table):
            return None
        seating = self.seatings[slot.round, slot.table][1]
        return Play(slot, seating.ns, seating.ew)

    def all_plays(self) -> Iterator[Play]:
        """Every board at every table, planned and played, in the order of rounds and tables."""
        for (number, table), _ in self.seatings.items():
            for board in self.boards_at(number, table):
                slot = Slot(number, table, board)
                found = self.play(slot)
                assert found is not None
                yield found
        for slot, play in sorted(self.plays.items()):
            if slot.board not in self.boards_at(slot.round, slot.table):
                yield play

    def plays_at(self, round_number: int, table: int) -> list[Play]:
        """The boards of a table in a round."""
        return [
            play
            for board in self.boards_at(round_number, table)
            if (play := self.play(Slot(round_number, table, board)))
        ]

    def complete(self, round_number: int) -> bool:
        """Whether every board of a round has a result."""
        return all(
            play.state is not State.MISSING
            for number, table in self.seatings
            if number == round_number
            for play in self.plays_at(number, table)
        )

    def drawn(self, round_number: int) -> bool:
        """Whether it is settled who sits where in a round; where something is played it is."""
        settled = (
            each.drawn >= min(round_number, len(each.rounds)) for each in self.sections.values()
        )
        return all(settled) or any(
            slot.round == round_number and play.result for slot, play in self.plays.items()
        )

    @property
    def round_now(self) -> int:
        """The first round in which something is missing; the last one when nothing is."""
        for number in range(1, self.rounds + 1):
            if not self.complete(number):
                return number
        return self.rounds

    def seat_of(self, contestant: int, round_number: int) -> Seat | None:
        """Where a contestant sits in a round, and on which side; None for a sit-out."""
        return self.plan.seats.get((round_number, contestant))

    @property
    def net_tables(self) -> list[int]:
        """The tables that are played on the net, as the setting `online` has it."""
        wanted = self.settings.get("online", "").replace(",", " ").split()
        return [each for each in self.tables if wanted == [ALL] or str(each) in wanted]

    def section_of(self, contestant: int) -> Section | None:
        """The section of a contestant, once it is seated."""
        return next((s for s in self.sections.values() if contestant in s.numbers), None)
