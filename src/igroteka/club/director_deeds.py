"""What a director does, or has done for everybody: the event, its people, its seats, its clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from igroteka.club.deeds import Concern, Deed, Person, because
from igroteka.club.movements.movement import Movement
from igroteka.text import Text, listed


@dataclass(frozen=True)
class Opened(Deed):
    """The director has opened the event."""

    name: str
    day: str
    game: str
    scoring: str
    settings: Mapping[str, str]
    kind = "opened"

    @property
    def sentence(self) -> Text:
        return Text("opened: {name}, {day}", name=self.name, day=self.day)


@dataclass(frozen=True)
class Changed(Deed):
    """The director has changed what may be chosen about the event."""

    name: str | None = None
    day: str | None = None
    scoring: str | None = None
    settings: Mapping[str, str] | None = None
    kind = "changed"

    @property
    def sentence(self) -> Text:
        given = {"name": self.name, "day": self.day, "scoring": self.scoring}
        said = {**given, **(self.settings or {})}
        shown = [f"{name}: {value}" for name, value in said.items() if value is not None]
        return Text("settings changed: {settings}", settings=listed(shown))


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

    @property
    def sentence(self) -> Text:
        names = " – ".join(each.name for each in self.people)
        return Text("number {number} is {names}", number=self.number, names=names)


@dataclass(frozen=True)
class Removed(Deed):
    """A contestant was not there after all; who has been seated withdraws instead."""

    number: int
    kind = "removed"

    @property
    def concerns(self) -> Concern:
        return ("contestant", self.number)

    @property
    def sentence(self) -> Text:
        return Text("number {number} is taken off the list", number=self.number)


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

    @property
    def sentence(self) -> Text:
        return Text(
            "section {section} is seated: {movement}{because}",
            section=self.section,
            movement=self.movement.title,
            because=because(self.reason),
        )


@dataclass(frozen=True)
class Withdrew(Deed):
    """A contestant has gone after this round."""

    number: int
    after: int
    kind = "withdrew"

    @property
    def concerns(self) -> Concern:
        return ("contestant", self.number)

    @property
    def sentence(self) -> Text:
        return Text(
            "number {number} withdrew after round {round}", number=self.number, round=self.after
        )


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

    @property
    def sentence(self) -> Text:
        parts = {"person": self.person.name, "number": self.number, "first": self.first}
        if self.last is None:
            return Text("{person} plays in number {number} from round {first} on", **parts)
        return Text(
            "{person} plays in number {number} in rounds {first} to {last}", last=self.last, **parts
        )


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

    @property
    def sentence(self) -> Text:
        return Text(
            "penalty of {amount} for number {number}{because}",
            amount=self.amount,
            number=self.number,
            because=because(self.reason),
        )


@dataclass(frozen=True)
class RoundBegun(Deed):
    """The clock runs for a round."""

    round: int
    minutes: float
    kind = "round-begun"

    @property
    def concerns(self) -> Concern:
        return ("clock",)

    @property
    def sentence(self) -> Text:
        minutes = f"{self.minutes:g}"
        return Text("round {round} begins, {minutes} minutes", round=self.round, minutes=minutes)


@dataclass(frozen=True)
class ClockSet(Deed):
    """The clock stands or runs on, with so many minutes more or, with a minus, fewer."""

    running: bool
    more: float = 0.0
    kind = "clock-set"

    @property
    def concerns(self) -> Concern:
        return ("clock",)

    @property
    def sentence(self) -> Text:
        if self.more:
            return Text("the clock: {minutes} minutes more", minutes=f"{self.more:g}")
        return Text("the clock runs") if self.running else Text("the clock stands")


@dataclass(frozen=True)
class Closed(Deed):
    """The evening is over, or goes on after all."""

    over: bool = True
    kind = "closed"

    @property
    def sentence(self) -> Text:
        return Text("the evening is over") if self.over else Text("the evening goes on")


@dataclass(frozen=True)
class Undone(Deed):
    """Another happening is as if it had not been; to undo this one brings it back."""

    number: int
    kind = "undone"

    @property
    def concerns(self) -> Concern:
        return ("happening", self.number)

    @property
    def sentence(self) -> Text:
        return Text("happening {number} is undone", number=self.number)
