"""What a table remembers beside the game itself: its chairs and its house rules."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Literal, TypeAlias

from igroteka.contract import Json, Seat

Visitor: TypeAlias = str
"""Somebody at a screen or behind a token, as the site knows them."""

TakeBack: TypeAlias = Literal["free", "agreement", "off"]

Remedy: TypeAlias = Literal["robot", "adjust"]
"""What follows when a seat can't go on: a robot takes it over, or the game ends by its fault."""


def least(*limits: int | None) -> int | None:
    """The tightest of some limits; None is none."""
    return min((each for each in limits if each is not None), default=None)


def new_key() -> str:
    """The secret part of a link to a seat."""
    return secrets.token_urlsafe(12)


@dataclass
class Chair:
    """A seat at the table."""

    player: str | None = None
    """The name under which the game is kept; None while nobody has sat down."""
    kind: str = "person"
    """person, program, or bot."""
    bot: str | None = None
    """How the bot on it is written; None for a person or a program from outside."""
    key: str = field(default_factory=new_key)
    """The secret part of the link by which the seat is taken, and found again elsewhere."""
    holders: list[Visitor] = field(default_factory=list)
    """Who may act for it; several people at one screen are one visitor with several chairs."""
    hints: int | None = None
    """Hints left; None is no limit."""
    take_backs: int | None = None
    """Take-backs left; None is no limit."""
    most_hints: int | None = None
    """Hints in a game that whoever sits here is allowed, whatever the table's rules give."""
    most_take_backs: int | None = None
    """The same of take-backs."""
    stands_in: bool = False
    """Whether the bot sits here for somebody who could not go on; no clock runs for it."""

    def again(self) -> Chair:
        """The chair in another game; whom a bot stood in for sits there again."""
        back = self.stands_in and self.kind != "bot"
        return replace(
            self,
            key=new_key(),
            holders=list(self.holders),
            bot=None if back else self.bot,
            stands_in=self.stands_in and not back,
        )


@dataclass
class Clock:
    """Thinking time, in seconds."""

    time: float | None
    """For the whole game; None is no limit."""
    increment: float = 0.0
    together: bool = False
    """Whether partners have one clock for both."""
    limits: dict[str, float] = field(default_factory=dict)
    """The most for one decision, by `State.stage`."""


@dataclass(frozen=True)
class Thought:
    """Time that was used on a move which is not made yet."""

    after: int | None
    """The archive's number of the move before it; after another move it means nothing."""
    seconds: float


@dataclass
class Setting:
    """The house rules of one table."""

    chairs: list[Chair]
    host: Visitor | None = None
    """Who opened it."""
    take_back: TakeBack = "free"
    clock: Clock | None = None
    watched: bool = True
    """Whether spectators are let in."""
    kid: bool = False
    """Whether a child plays here with its friend, as whom every bot then appears."""
    paused: bool = False
    hints: int | None = None
    """Hints that each person has for a game; None is no limit."""
    take_backs: int | None = None
    """Take-backs that each person has for a game; None is no limit."""
    open_explanations: bool = False
    """Whether partners too hear what is explained of actions, as where people learn from bots."""
    pace: float = 0.6
    """The least seconds between the moves of bots, so that people can follow."""
    unattended: bool = False
    """Whether bots play on though nobody is there, as in an event."""
    next: int | None = None
    """The table at which the same people play once more."""
    remedy: Remedy = "adjust"
    strikes: int | None = None
    """Illegal actions of a seat in one game after which it can't go on; None is no limit."""
    thought: Thought | None = None
    """As it was when the setting was last stored, so that a clock outlives the server."""

    def to_json(self) -> Json:
        """As the archive keeps it."""
        return asdict(self)

    @classmethod
    def from_json(cls, fields: Json) -> Setting:
        """The setting that wrote itself so."""
        chairs = [Chair(**chair) for chair in fields["chairs"]]
        clock = Clock(**fields["clock"]) if fields["clock"] else None
        thought = Thought(**fields["thought"]) if fields.get("thought") else None
        return cls(**{**fields, "chairs": chairs, "clock": clock, "thought": thought})

    def held_by(self, visitor: Visitor | None) -> list[Seat]:
        """The seats for which a visitor may act."""
        return [seat for seat, chair in enumerate(self.chairs) if visitor in chair.holders]

    def people(self) -> list[Seat]:
        """Seats without a bot."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.bot is None]

    def moved(self, order: Sequence[Seat]) -> Setting:
        """The same people for another game: on each seat who sat on the one that is named there.

        Chairs get new keys, so that no link leads to somebody else's seat. Who could not go on
        plays again.
        """
        chairs = [self.chairs[seat].again() for seat in order]
        new = replace(self, chairs=chairs, paused=False, next=None, thought=None)
        return new.with_budgets()

    def with_budgets(self) -> Setting:
        """This setting with every person's hints and take-backs as many as the rules give."""
        for seat in self.people():
            chair = self.chairs[seat]
            chair.hints = least(self.hints, chair.most_hints)
            chair.take_backs = least(self.take_backs, chair.most_take_backs)
        return self

    @property
    def complete(self) -> bool:
        """Whether everybody has sat down."""
        return all(chair.player is not None for chair in self.chairs)
