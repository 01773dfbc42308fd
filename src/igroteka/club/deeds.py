"""What can be done in an event of people, each with its sentence; here, what is done at tables.

`concerns` names what a deed is about: who changes a thing says up to where they have read the log,
and is refused if it was changed after that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple

from igroteka.club.movements.movement import Movement, side_text
from igroteka.contract import Json
from igroteka.text import NOTHING, Text

Concern = tuple[str | int, ...]
"""A thing that may be changed: `("play", 3, 2, 7)`, `("clock",)`."""


class Slot(NamedTuple):
    """A board at a table in a round."""

    round: int
    table: int
    board: int


@dataclass(frozen=True)
class Person:
    """Somebody who plays, by name: two may share one."""

    name: str
    rank: str = ""
    member: int | None = None
    """The number among the club's members, if this is one."""
    bot: str = ""
    """How the robot is written that plays under this name; empty for people."""


@dataclass(frozen=True)
class Deed(ABC):
    """What somebody did."""

    kind: ClassVar[str] = ""

    @property
    def concerns(self) -> Concern:
        """What it is about."""
        return ("settings",)

    @property
    @abstractmethod
    def sentence(self) -> Text:
        """The deed as one tells it."""

    def to_json(self) -> Json:
        """Its fields, those that are as usual left out."""
        return {
            each.name: _plain(value)
            for each in fields(self)
            if (value := getattr(self, each.name)) != each.default
        }


@dataclass(frozen=True)
class Arrived(Deed):
    """Those who should sit at a table in a round say that they do."""

    round: int
    table: int
    kind = "arrived"

    @property
    def concerns(self) -> Concern:
        return ("arrival", self.round, self.table)

    @property
    def sentence(self) -> Text:
        return Text("round {round}, table {table}: all sit", round=self.round, table=self.table)


@dataclass(frozen=True)
class _OfPlay(Deed):
    round: int
    table: int
    board: int

    @property
    def slot(self) -> Slot:
        """The board that it is about."""
        return Slot(self.round, self.table, self.board)

    @property
    def place(self) -> Text:
        """The board in words."""
        return Text(
            "round {round}, table {table}, no. {board}",
            round=self.round,
            table=self.table,
            board=self.board,
        )

    @property
    def concerns(self) -> Concern:
        return ("play", *self.slot)


@dataclass(frozen=True)
class Entered(_OfPlay):
    """A table has entered a result; `by` is the side that did."""

    result: str
    by: int = 0
    kind = "entered"

    @property
    def sentence(self) -> Text:
        return Text("{slot}: entered {result}", slot=self.place, result=self.result)


@dataclass(frozen=True)
class Confirmed(_OfPlay):
    """The other side says that the result is right."""

    result: str
    by: int = 1
    kind = "confirmed"

    @property
    def sentence(self) -> Text:
        return Text("{slot}: confirmed {result}", slot=self.place, result=self.result)


@dataclass(frozen=True)
class Disputed(_OfPlay):
    """A side says that the result is wrong."""

    words: str = ""
    by: int = 1
    kind = "disputed"

    @property
    def sentence(self) -> Text:
        return Text(
            "{slot}: the other side disagrees{because}",
            slot=self.place,
            because=because(self.words),
        )


@dataclass(frozen=True)
class Corrected(_OfPlay):
    """The director has set the result; an empty one clears it."""

    result: str
    reason: str = ""
    kind = "corrected"

    @property
    def sentence(self) -> Text:
        parts = {"slot": self.place, "because": because(self.reason)}
        if not self.result:
            return Text("{slot}: the result is cleared{because}", **parts)
        return Text("{slot}: set to {result}{because}", result=self.result, **parts)


@dataclass(frozen=True)
class SidesSet(_OfPlay):
    """The board was played by these, such as turned by a quarter or with wrong opponents."""

    ns: tuple[int, ...]
    ew: tuple[int, ...]
    reason: str = ""
    kind = "sides-set"

    @property
    def sentence(self) -> Text:
        return Text(
            "{slot}: played by {ns} against {ew}{because}",
            slot=self.place,
            ns=side_text(self.ns),
            ew=side_text(self.ew),
            because=because(self.reason),
        )


@dataclass(frozen=True)
class Dealt(Deed):
    """The cards of a board are known."""

    board: int
    deal: str
    kind = "dealt"

    @property
    def concerns(self) -> Concern:
        return ("deal", self.board)

    @property
    def sentence(self) -> Text:
        return Text("board {board}: the cards are known", board=self.board)


@dataclass(frozen=True)
class TableOpened(Deed):
    """A table of a round is on the net: its boards are those of a sitting."""

    round: int
    table: int
    sitting: int
    kind = "table-opened"

    @property
    def concerns(self) -> Concern:
        return ("online", self.round, self.table)

    @property
    def sentence(self) -> Text:
        return Text(
            "round {round}: table {table} is open on the net", round=self.round, table=self.table
        )


@dataclass(frozen=True)
class Called(Deed):
    """A table wants the director, or with `answered` no longer."""

    table: int
    words: str = ""
    answered: bool = False
    kind = "called"

    @property
    def concerns(self) -> Concern:
        return ("call", self.table)

    @property
    def sentence(self) -> Text:
        if self.answered:
            return Text("table {table}: the director came", table=self.table)
        return Text(
            "table {table} calls the director{because}",
            table=self.table,
            because=because(self.words),
        )


def because(reason: str) -> Text:
    return Text(" ({reason})", reason=reason) if reason else NOTHING


def _plain(value: Any) -> Json:
    if isinstance(value, Movement):
        return value.kept()
    if isinstance(value, Person):
        return {
            each.name: getattr(value, each.name)
            for each in fields(value)
            if getattr(value, each.name) != each.default
        }
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value
