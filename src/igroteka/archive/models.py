"""What goes into the archive and what comes out of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from igroteka.basics.endings import Ending
from igroteka.contract import Json, Seat
from igroteka.records.record import Fault, Record
from igroteka.records.sitting import Sitting
from igroteka.text import NOTHING, Text

T = TypeVar("T")

UNKNOWN = "?"
"""Whom a file does not name, and who has not come yet."""


@dataclass(frozen=True)
class NewGame:
    """A game that begins."""

    game: str
    options: Mapping[str, str]
    deal: str
    players: tuple[tuple[str, str] | None, ...]
    """Name and kind (person, bot or program) of who holds each seat, in the order of seats.

    None is a seat that somebody takes later.
    """
    setting: Json = None
    """What a live table must remember; the archive only keeps it."""
    source: str = "table"
    started: datetime | None = None
    tournament: int | None = None
    sitting: int | None = None
    """The sitting that it belongs to."""
    place: int | None = None
    """Which game of its sitting it is, from 0."""
    seating: tuple[int, ...] | None = None
    """By seat, who sits there by the chair in the sitting's first game; None as they sat then."""


@dataclass(frozen=True)
class MoveEntry:
    """A move to be kept."""

    notation: str
    seat: Seat | None
    """Who made it; None for chance."""
    seconds: float | None = None
    landmark: str | None = None
    """`State.landmark` of the position before the move."""
    landmark_after: str | None = None
    """The same of the position after it."""
    at: datetime | None = None
    """When it was made, if not now."""
    before: str = ""
    mark: str = ""
    """Marks with spaces between them, as in `AnnotatedMove.marks`."""
    comment: str = ""
    explanation: Text = NOTHING
    """What its player told the opponents of it."""


@dataclass(frozen=True)
class StoredMove:
    """A move of the tree."""

    id: int
    parent: int | None
    ordinal: int
    """Its distance from the start, from 1."""
    notation: str
    seat: Seat | None
    seconds: float | None
    at: datetime | None
    before: str
    mark: str
    comment: str
    landmark: str | None
    explanation: Text = NOTHING
    """What its player told the opponents of it."""


@dataclass(frozen=True)
class Holder:
    """Who sits at a seat."""

    seat: Seat
    player: int
    name: str
    kind: str
    """person, bot or program; imported is a person whom only a file names."""
    points: float | None
    """The share of the other sides that this one beat; None while unfinished."""


@dataclass(frozen=True)
class StoredGame:
    """A game with its main line."""

    id: int
    game: str
    options: Mapping[str, str]
    deal: str
    stored: datetime
    started: datetime | None
    finished: datetime | None
    ending: str
    """unfinished, finished, fault, or how the players settled it."""
    scores: tuple[float, ...] | None
    fault: Fault | None
    head: int | None
    """The last move of the main line; None at the start."""
    setting: Json
    source: str
    tournament: int | None
    comment: str
    event: Mapping[str, Json] | None
    seconds: tuple[float, ...] | None
    """Thinking time of each seat where the moves do not tell it."""
    places: int
    """How many seats the table has."""
    seats: tuple[Holder, ...]
    """Those that are taken."""
    moves: tuple[StoredMove, ...]
    sitting: int | None = None
    place: int | None = None
    """Which game of its sitting it is, from 0."""

    @property
    def players(self) -> tuple[str, ...]:
        """The name at each seat; `?` where it is free."""
        names = {holder.seat: holder.name for holder in self.seats}
        return tuple(names.get(seat, UNKNOWN) for seat in range(self.places))

    @property
    def record(self) -> Record:
        """The game in its plain form."""
        settled = (
            None
            if self.ending in (Ending.UNFINISHED, Ending.FINISHED, Ending.FAULT)
            else self.ending
        )
        return Record(
            game=self.game,
            options=self.options,
            players=self.players,
            deal=self.deal,
            actions=tuple(move.notation for move in self.moves),
            scores=self.scores,
            fault=self.fault,
            seconds=self.seconds or self._seconds(),
            started=self.started.isoformat() if self.started else None,
            settled=settled,
            event=self.event,
        )

    def _seconds(self) -> tuple[float, ...] | None:
        """What the moves of each seat took together, where any of them tells."""
        if all(move.seconds is None for move in self.moves):
            return None
        spent = [0.0] * self.places
        for move in self.moves:
            if move.seat is not None:
                spent[move.seat] += move.seconds or 0.0
        return tuple(round(seconds, 6) for seconds in spent)


class Mine(NamedTuple):
    """Somebody's own games: under the name here, and any at whose tables they have a seat."""

    name: str | None
    held: Collection[int]
    """The numbers of such games."""


@dataclass(frozen=True)
class Filter:
    """Which games are looked for; what is None or empty does not matter."""

    player: str | None = None
    opponent: str | None = None
    """Another name at the same table."""
    game: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Games that began before this moment."""
    result: str | None = None
    """won, lost or drawn, by the player."""
    unfinished: bool | None = None
    landmarks: Collection[str] = ()
    """Positions, as `State.landmark` writes them, of which one occurred."""
    tournament: int | None = None
    source: str | None = None
    among: Collection[int] | None = None
    """Numbers of games to which the search is limited."""
    sitting: int | None = None
    deal: str | None = None
    """The start, as `State.deal` writes it."""
    own: bool = False
    """Whether the player is to have played here; a file can give any name to its players."""
    people: bool | None = None
    """Whether somebody who is no bot plays in it."""
    mine: Mine | None = None
    """Whose games alone."""
    without: Collection[int] = ()
    """Numbers of games that are left out."""


@dataclass(frozen=True)
class GameLine:
    """A game in a list."""

    id: int
    game: str
    options: Mapping[str, str]
    players: tuple[str, ...]
    kinds: tuple[str, ...]
    started: datetime | None
    finished: datetime | None
    ending: str
    scores: tuple[float, ...] | None
    moves: int
    source: str
    tournament: int | None
    sitting: int | None = None
    place: int | None = None
    """Which game of its sitting it is, from 0."""
    points: tuple[float | None, ...] = ()
    """By seat, the share of the other sides that it beat; None while unfinished."""
    head: int | None = None
    """Its last move."""
    kid: bool = False
    """Whether a child played it with its friend, as whom every bot appears."""


@dataclass(frozen=True)
class NewSitting:
    """A sitting that begins, as `records.sitting.Sitting` says it."""

    game: str
    options: Mapping[str, str]
    reckoning: str
    deals: tuple[str, ...] | None = None
    length: int | None = None
    name: str = ""
    other: int | None = None
    """The sitting that is the other table of a match."""


@dataclass(frozen=True)
class SittingLine:
    """A game in the list of its sitting."""

    id: int
    players: tuple[str, ...]
    """By seat; `?` where it is free."""
    ending: str


@dataclass(frozen=True)
class StoredSitting:
    """A sitting with its games in their order."""

    id: int
    name: str
    opened: datetime
    closed: datetime | None
    """When its people ended it before or without its length."""
    other: int | None
    sitting: Sitting
    """What is played, how it is scored, and what came of each game."""
    games: tuple[SittingLine, ...]
    """The same games, one for one."""

    @property
    def over(self) -> bool:
        """Whether no game of it is to be played any more."""
        played = all(game.ending != Ending.UNFINISHED for game in self.games)
        return played and (self.closed is not None or self.sitting.left == 0)


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of a long list."""

    lines: tuple[T, ...]
    page: int
    """Which part, from 1."""
    total: int
    """How many lines all parts have."""


@dataclass(frozen=True)
class Account:
    """A player by name."""

    id: int
    name: str
    kind: str
    created: datetime


class Tally(NamedTuple):
    """A player, with the finished games that count: all of theirs, or those against somebody."""

    id: int
    name: str
    kind: str
    games: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Token:
    """A key that a program signs in with; the secret itself is not kept."""

    id: int
    label: str
    created: datetime
    used: datetime | None
    """When it was used last, to a minute or so."""
    revoked: datetime | None


@dataclass(frozen=True)
class StoredSession:
    """A browser that is let in; the secret itself is not kept."""

    id: int
    player: int | None
    """Who gave a password; None for a guest."""
    marks: Mapping[str, Any]
    """What the site remembers of it."""
    changes: int
    """How often the marks were changed."""
    browser: str
    system: str
    """What it is and runs on, as far as it tells; otherwise empty."""
    begun: datetime
    seen: datetime
    """When it was used last, to a few minutes."""


@dataclass(frozen=True)
class StoredTournament:
    """A tournament whose games are in the archive."""

    id: int
    game: str
    options: Mapping[str, str]
    plan: Json
    name: str
    started: datetime
    finished: datetime | None
    result: Json


class Continuation(NamedTuple):
    """A move that was made in a position, and what came of it for the one who made it."""

    notation: str
    games: int
    won: int
    drawn: int
    lost: int
