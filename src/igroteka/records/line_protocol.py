"""What a game must say so that programs can sit at its tables by lines of text over a network.

A game that has a public protocol of its own names it in its manifest; who listens at a port gets it
from there and knows no game. Everything here is pure: lines and events go in, lines and requests
come out, and nobody waits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from igroteka.contract import Game, Seat, View
from igroteka.records.steps import SeenStep
from igroteka.text import NOTHING, Text


@dataclass(frozen=True)
class Greeting:
    """How a client introduces itself."""

    name: str
    """Whom it plays for."""
    seat: Seat | None
    """The seat that it wants; None takes any that is free."""
    resuming: bool = False
    """Whether it wants to be told what its own seat did while it was away."""
    password: str = ""
    abilities: frozenset[str] = frozenset()
    """What else it announces to understand, in words of its protocol."""


@dataclass(frozen=True)
class Deed:
    """What a client wants to do: an action in the game's notation, and what it says of it."""

    action: str
    explanation: Text = NOTHING


class Conversation(ABC):
    """What is said between the house and the client on one seat, from greeting to farewell."""

    @abstractmethod
    def heard(self, line: str) -> Deed | None:
        """The client says a line; None when it tells nothing new, as that it is ready.

        A deed is judged, and `happened` or `refused` called, before the next line is heard. Raises
        `IgrotekaError` for what is no line of the protocol, or out of place: its sentence is for
        `refused`.
        """

    @abstractmethod
    def due(self) -> Sequence[str]:
        """The lines that are to be sent now, asked for after all else; each is given once."""

    @abstractmethod
    def gathered(self, names: Sequence[str]) -> None:
        """Everybody is there: the names of all seats, in their order."""

    @abstractmethod
    def begin(self, view: View) -> None:
        """A game begins, seen so from the client's seat before the first action.

        Who comes in its middle is told so too, and then of every step so far.
        """

    @abstractmethod
    def happened(self, step: SeenStep, view: View) -> None:
        """Something was done, by whomever, the client too; the view is the client's after it."""

    def automatic(self) -> Deed | None:
        """What the client's seat does where the client has no words for it; asked after each step.

        It is judged as a deed that was heard.
        """
        return None

    @abstractmethod
    def ended(self, seconds: Sequence[float], total: Sequence[float]) -> None:
        """The game is over; each side's thinking time in it, and in the whole sitting."""

    @abstractmethod
    def farewell(self) -> None:
        """The sitting is over."""

    @abstractmethod
    def refused(self, reason: Text) -> None:
        """What the client wanted can't be, or what it said; it may try again."""


class LineProtocol(ABC):
    """A public protocol by which programs sit at tables of a game."""

    port: int
    """Where servers usually listen."""

    @abstractmethod
    def greeting(self, line: str) -> Greeting:
        """What a client's first line says. Raises `IgrotekaError` if it greets nobody."""

    @abstractmethod
    def sent_away(self, reason: Text) -> str:
        """The line after which a client is cut off."""

    @abstractmethod
    def conversation(self, game: Game, seat: Seat, greeting: Greeting) -> Conversation:
        """The conversation with a client that was let in; its first line is due at once."""
