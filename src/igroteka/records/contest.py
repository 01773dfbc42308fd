"""What an event of people asks of a game: how a table's result is written, said and counted.

A game that people play in events names its contest in its manifest; the event gets it from there
and knows no game. A *board* is what is played at a table at a time: a board of bridge, a game of a
match. A *result* is the text that stands in the log of the event, in the contest's own notation.
Everything here is pure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import ClassVar, NamedTuple

from igroteka.basics.explanation import Explanation
from igroteka.contract import BadOption, IgrotekaError, Json, Option, Seat, State
from igroteka.text import NOTHING, Text, listed, quoted

Worth = tuple[Fraction | None, Fraction | None]
"""What a board is worth to the two sides of a table; None to a side that gets nothing."""


@dataclass(frozen=True)
class Scoring:
    """One way to count: what boards are worth, and how that becomes a standing."""

    name: str
    """The word used on the command line."""
    title: Text
    unit: Text
    """What stands behind a figure: %, IMP, points."""
    places: int = 2
    """To how many places figures are shown."""
    mean: bool = False
    """Whether a standing is the mean of a contestant's boards; it is their sum otherwise."""
    by_match: bool = False
    """Whether the boards of a round are summed up and changed into points of the match."""
    of_teams: bool = False
    """Whether two pairs are a team, compared with the same boards at the other table."""
    fewest_first: bool = False
    """Whether who has least stands first."""
    tie_breaks: tuple[str, ...] = ()
    """What parts equal standings, in this order: `buchholz`, `wins`, `met`."""
    bye: Fraction | None = None
    """What a round without opponents is worth; None where it does not count."""


class Row(NamedTuple):
    """What one table got on a board, with the contestants of its two sides."""

    round: int
    table: int
    board: int
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    result: str
    """In the contest's notation; empty where nothing is known yet."""
    deal: str = ""
    """The board's cards as `read_deal` gives them; empty where they are not known."""


def team_of(pair: int) -> int:
    """The team of a pair where two are a team: pairs 1 and 2 are team 1."""
    return (pair + 1) // 2


class Column(NamedTuple):
    """A heading of what is shown of a result."""

    name: str
    title: Text


class Hand(NamedTuple):
    """What one seat was dealt, as a diagram shows it."""

    title: Text
    note: Text
    """What it is worth: its points."""
    marked: bool
    """Whether the seat stands out, such as vulnerable."""
    suits: tuple[tuple[str, str], ...]
    """The sign of each suit, and the cards in it."""


class Analysis(NamedTuple):
    """What could be made of a deal with all cards in sight."""

    columns: tuple[Text, ...]
    rows: tuple[tuple[Text, tuple[int, ...]], ...]
    """Whose row it is, and a figure for each column."""
    best: Text
    """What all come to if nobody errs."""


@dataclass(frozen=True)
class Placed:
    """Where a contestant stands."""

    place: int
    shared: int
    """How many stand there."""
    contestant: int
    line: str
    """Among whom it is ranked, `NS` or `EW`; empty where all are."""
    result: Fraction
    """In the unit of the scoring, penalties and what was carried over among it."""
    sum: Fraction
    """Of its boards, before anything else."""
    boards: int


@dataclass(frozen=True)
class Report:
    """An event as files tell it."""

    name: str
    day: date | None
    scoring: Scoring
    rows: Sequence[Row]
    standings: Sequence[Placed]
    players: Mapping[int, Sequence[str]]
    """The names of each contestant's players."""
    settings: Mapping[str, str] = field(default_factory=dict)
    club: str = ""


class Contest(ABC):
    """How a game is played in events."""

    scorings: ClassVar[tuple[Scoring, ...]]
    """The ways to count, the usual one first."""
    kinds: ClassVar[tuple[str, ...]]
    """The kinds of movements that suit it, the usual one first."""
    players: ClassVar[int] = 1
    """How many people a contestant is."""
    sides: ClassVar[tuple[Text, Text]]
    """What the two sides of a table are called: North–South and East–West."""
    minutes: ClassVar[float]
    """How long a board takes."""
    columns: ClassVar[tuple[Column, ...]]
    """What is shown of a result, one column after another."""
    dealt: ClassVar[bool] = False
    """Whether a board is dealt, so that all tables play the same cards: given, shown, analysed."""
    settings: ClassVar[tuple[Option, ...]] = ()
    """What may be chosen about counting, such as the datum of Butler."""
    exports: ClassVar[Mapping[str, Callable[[Report], str]]] = {}
    """The files that tell of an event, by the names of their formats."""

    @abstractmethod
    def board_title(self, board: int) -> Text:
        """What people call it: board 5, game 1."""

    def board_note(self, board: int) -> Text:
        """What has to be known of it before play: dealer and vulnerability."""
        del board
        return NOTHING

    @abstractmethod
    def read(self, board: int, text: str, deal: str | None = None) -> str:
        """A result as the log has it, of what somebody typed.

        Raises `IgrotekaError` for what can't have happened; with the deal also for cards that
        nobody held.
        """

    def read_deal(self, board: int, text: str) -> str:
        """A board's cards as the log has them, of what somebody typed. Raises `IgrotekaError`."""
        del board, text
        raise IgrotekaError(Text("nothing is dealt in this game"))

    @abstractmethod
    def result_of(
        self, end: State, scores: Sequence[float] | None, failed: Seat | None = None
    ) -> str:
        """The result of a board that was played at a live table.

        `scores` are those of the seats, None after a fault; `failed` is the seat that made it.
        """

    @abstractmethod
    def words(self, board: int, result: str) -> Text:
        """The result as one says it: 4♠ doubled, one down: −200."""

    @abstractmethod
    def cells(self, board: int, result: str) -> tuple[Text, ...]:
        """What `columns` show of a result."""

    def doubt(self, board: int, result: str, others: Sequence[str]) -> Text | None:
        """Why a table should be asked again whether this is true, given the board's other results.

        None if it is as likely as any.
        """
        del board, result, others
        return None

    @abstractmethod
    def sheet(self, board: int) -> Json:
        """All that a phone needs in order to enter a result and say it, without asking again.

        `choices`, a list of `{"result", "words"}`, is drawn as buttons; what else is there is for
        the game's own script. Texts in it are for the phone's language: who sends it translates
        them, templates too.
        """

    def deal(self, board: int, seed: int) -> str:
        """A board's cards, shuffled by a seed. Raises `IgrotekaError` where there are none."""
        del board, seed
        raise IgrotekaError(Text("nothing is dealt in this game"))

    def read_deals(self, content: bytes) -> Mapping[int, str]:
        """The cards of the boards of a file, by their numbers. Raises `IgrotekaError`."""
        del content
        raise IgrotekaError(Text("nothing is dealt in this game"))

    def hands(self, deal: str) -> tuple[Hand, ...]:
        """The hands of a deal: those above, on the right, below and on the left of a diagram."""
        del deal
        return ()

    def solve(self, deal: str) -> Json:
        """What can be made of a deal, to be kept for `analysis`; it takes long, in any process.

        Raises `IgrotekaError` if it can't be found out.
        """
        del deal
        raise IgrotekaError(Text("nothing is dealt in this game"))

    def analysis(self, solved: Json) -> Analysis:
        """What `solve` has found, as people read it."""
        del solved
        raise IgrotekaError(Text("nothing is dealt in this game"))

    @abstractmethod
    def count(
        self, scoring: Scoring, rows: Sequence[Row], settings: Mapping[str, str]
    ) -> list[Worth]:
        """What each row is worth to its two sides, in the unit of the scoring."""

    def stands_alone(self, rows: Sequence[Row]) -> bool:
        """Whether what all rows of a board are worth follows from them, without other boards."""
        del rows
        return True

    @abstractmethod
    def explain(
        self, scoring: Scoring, rows: Sequence[Row], settings: Mapping[str, str], at: int, side: int
    ) -> Explanation:
        """How the worth of one row to one side came about. Raises `IgrotekaError` without one."""

    def points(
        self, scoring: Scoring, rows: Sequence[Row], settings: Mapping[str, str]
    ) -> list[Worth]:
        """The worths as a traveller has them, in another unit where it has one: matchpoints."""
        return self.count(scoring, rows, settings)

    def match_points(self, scoring: Scoring, sum_of_boards: Fraction, boards: int) -> Fraction:
        """What the sum over the boards of a match is worth, where the scoring is by match."""
        del scoring, boards
        return sum_of_boards

    def explain_match(self, scoring: Scoring, sum_of_boards: Fraction, boards: int) -> Explanation:
        """How the points of a match came about, where the scoring is by match."""
        figure = self.match_points(scoring, sum_of_boards, boards)
        return Explanation(scoring.title, figure, places=scoring.places)

    def scoring(self, name: str) -> Scoring:
        """The scoring of this name. Raises `BadOption`."""
        for each in self.scorings:
            if each.name == name:
                return each
        raise BadOption(
            Text(
                "there is no scoring {text}; there are {names}",
                text=quoted(name),
                names=listed(each.name for each in self.scorings),
            )
        )
