"""What can happen in an event of people: the entries of its log.

A happening is what somebody did, as a value; the log keeps it with who did it and when, and
nothing in the log is ever changed. `concerns` names what it is about: who changes a thing says up
to where they have read the log, and is refused if it was changed after that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from typing import Any, ClassVar, NamedTuple

from igroteka.club.movements.movement import Movement
from igroteka.contract import BadOption, Json
from igroteka.text import Text, quoted

Concern = tuple[str | int, ...]
"""A thing that may be changed: `("play", 3, 2, 7)`, `("clock",)`."""

LONGEST_TEXT = 2000


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


@dataclass(frozen=True)
class Deed:
    """What somebody did."""

    kind: ClassVar[str] = ""

    @property
    def concerns(self) -> Concern:
        """What it is about."""
        return ("settings",)

    def to_json(self) -> Json:
        """Its fields, those that are as usual left out."""
        return {
            each.name: _plain(value)
            for each in fields(self)
            if (value := getattr(self, each.name)) != each.default
        }


@dataclass(frozen=True)
class Opened(Deed):
    """The director has opened the event."""

    name: str
    day: str
    game: str
    scoring: str
    settings: Mapping[str, str]
    kind = "opened"


@dataclass(frozen=True)
class Changed(Deed):
    """The director has changed what may be chosen about the event."""

    name: str | None = None
    day: str | None = None
    scoring: str | None = None
    settings: Mapping[str, str] | None = None
    kind = "changed"


@dataclass(frozen=True)
class Registered(Deed):
    """A contestant is there, or is now made up of these people."""

    number: int
    people: tuple[Person, ...]
    team: str = ""
    kind = "registered"

    @property
    def concerns(self) -> Concern:
        return ("contestant", self.number)


@dataclass(frozen=True)
class Removed(Deed):
    """A contestant was not there after all; who has been seated withdraws instead."""

    number: int
    kind = "removed"

    @property
    def concerns(self) -> Concern:
        return ("contestant", self.number)


@dataclass(frozen=True)
class Seated(Deed):
    """A section has its movement, or the rest of it is planned anew."""

    section: str
    numbers: tuple[int, ...]
    """The contestants, in the order of the movement's numbers."""
    first_table: int
    movement: Movement
    reason: str = ""
    kind = "seated"

    @property
    def concerns(self) -> Concern:
        return ("section", self.section)


@dataclass(frozen=True)
class Withdrew(Deed):
    """A contestant has gone after this round."""

    number: int
    after: int
    kind = "withdrew"

    @property
    def concerns(self) -> Concern:
        return ("contestant", self.number)


@dataclass(frozen=True)
class Substituted(Deed):
    """Somebody plays for one of a contestant's people, from this round to that one."""

    number: int
    place: int
    person: Person
    first: int
    last: int | None = None
    kind = "substituted"

    @property
    def concerns(self) -> Concern:
        return ("contestant", self.number)


@dataclass(frozen=True)
class Arrived(Deed):
    """Those who should sit at a table in a round say that they do."""

    round: int
    table: int
    kind = "arrived"

    @property
    def concerns(self) -> Concern:
        return ("arrival", self.round, self.table)


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
    def concerns(self) -> Concern:
        return ("play", *self.slot)


@dataclass(frozen=True)
class Entered(_OfPlay):
    """A table has entered a result; `by` is the side that did."""

    result: str
    by: int = 0
    kind = "entered"


@dataclass(frozen=True)
class Confirmed(_OfPlay):
    """The other side says that the result is right."""

    result: str
    by: int = 1
    kind = "confirmed"


@dataclass(frozen=True)
class Disputed(_OfPlay):
    """A side says that the result is wrong."""

    words: str = ""
    by: int = 1
    kind = "disputed"


@dataclass(frozen=True)
class Corrected(_OfPlay):
    """The director has set the result; an empty one clears it."""

    result: str
    reason: str = ""
    kind = "corrected"


@dataclass(frozen=True)
class SidesSet(_OfPlay):
    """The board was played by these, such as turned by a quarter or with wrong opponents."""

    ns: tuple[int, ...]
    ew: tuple[int, ...]
    reason: str = ""
    kind = "sides-set"


@dataclass(frozen=True)
class Penalised(Deed):
    """A contestant loses, or with a minus gets, so much in the unit of the event."""

    number: int
    amount: str
    reason: str = ""
    kind = "penalised"

    @property
    def concerns(self) -> Concern:
        return ("contestant", self.number)


@dataclass(frozen=True)
class Dealt(Deed):
    """The cards of a board are known."""

    board: int
    deal: str
    kind = "dealt"

    @property
    def concerns(self) -> Concern:
        return ("deal", self.board)


@dataclass(frozen=True)
class RoundBegun(Deed):
    """The clock runs for a round."""

    round: int
    minutes: float
    kind = "round-begun"

    @property
    def concerns(self) -> Concern:
        return ("clock",)


@dataclass(frozen=True)
class ClockSet(Deed):
    """The clock stands or runs on, with so many minutes more or, with a minus, fewer."""

    running: bool
    more: float = 0.0
    kind = "clock-set"

    @property
    def concerns(self) -> Concern:
        return ("clock",)


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


@dataclass(frozen=True)
class Closed(Deed):
    """The evening is over, or goes on after all."""

    over: bool = True
    kind = "closed"


@dataclass(frozen=True)
class Undone(Deed):
    """Another happening is as if it had not been; to undo this one brings it back."""

    number: int
    kind = "undone"

    @property
    def concerns(self) -> Concern:
        return ("happening", self.number)


KINDS: Mapping[str, type[Deed]] = {
    each.kind: each
    for each in (
        Opened,
        Changed,
        Registered,
        Removed,
        Seated,
        Withdrew,
        Substituted,
        Arrived,
        Entered,
        Confirmed,
        Disputed,
        Corrected,
        SidesSet,
        Penalised,
        Dealt,
        RoundBegun,
        ClockSet,
        Called,
        Closed,
        Undone,
    )
}


class Happening(NamedTuple):
    """An entry of the log."""

    number: int
    key: str
    """Chosen by who sends it: what comes twice is stored once."""
    who: str
    at: datetime
    deed: Deed


def read_deed(kind: str, body: Any) -> Deed:
    """A deed as the log or a phone has it. Raises `BadOption` for what is none."""
    if kind not in KINDS or not isinstance(body, Mapping):
        raise BadOption(Text("nothing of the kind {kind} can happen", kind=quoted(str(kind))))
    values = {}
    for each in fields(KINDS[kind]):
        if each.name in body:
            values[each.name] = _read(kind, each.name, str(each.type), body[each.name])
        elif each.default is MISSING:
            raise BadOption(Text("{kind} needs {field}", kind=quoted(kind), field=each.name))
    return KINDS[kind](**values)


def _read(kind: str, name: str, annotation: str, value: Any) -> Any:
    """A field of a deed, by what its annotation says."""
    try:
        if value is None and annotation.endswith("| None"):
            return None
        return _READERS[annotation.removesuffix(" | None")](value)
    except (TypeError, ValueError, KeyError, AttributeError):
        raise BadOption(
            Text(
                "{kind}: {field} can't be {text}",
                kind=quoted(kind),
                field=name,
                text=quoted(str(value)[:40]),
            )
        ) from None


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ValueError
    return value


def _number(value: Any) -> int:
    if type(value) is not int or abs(value) > 10**9:
        raise ValueError
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _person(value: Any) -> Person:
    member = value.get("member")
    return Person(
        _text(value["name"]),
        _text(value.get("rank", "")),
        None if member is None else _number(member),
    )


_READERS: Mapping[str, Any] = {
    "str": _text,
    "int": _number,
    "float": lambda value: float(value) if -1e6 < float(value) < 1e6 else _number(None),
    "bool": _truth,
    "tuple[int, ...]": lambda value: tuple(map(_number, value)),
    "Person": _person,
    "tuple[Person, ...]": lambda value: tuple(map(_person, value)),
    "Mapping[str, str]": lambda value: {_text(k): _text(v) for k, v in value.items()},
    "Movement": Movement.from_kept,
}


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
