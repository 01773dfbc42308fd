"""PBN, third step: the words of an auction or a play as turns, and the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from igroteka.contract import IllegalMove, Seat
from igroteka.games.bridge.auction import BIDS, Auction
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import DOUBLE, PASS, REDOUBLE, Bid, Call, Other, strain_number
from igroteka.games.bridge.formats.game import Section, Turn, number_in
from igroteka.games.bridge.formats.pbn_lexer import Element, Kind
from igroteka.games.bridge.formats.reading import Reading, excerpt
from igroteka.text import Text

SUFFIXES: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The marks that stand right behind a call."""
CARD_MARKS: Final = 6
"""Behind a card the same marks have numbers greater by this."""

_PIECE: Final = re.compile(
    r"(?P<mark>\$[0-9]{1,3})|(?P<note>=[0-9]{1,3}=)|\^(?P<irregular>[A-Za-z])|(?P<suffix>[!?]+)"
    r"|(?P<ending>[*+])|(?P<absent>-+)"
    r"|(?P<action>[^\s$=^!?*+-]+)"
)
_BID: Final = re.compile(r"([1-7])(NT|N|C|D|H|S|♣|♦|♥|♠)", re.IGNORECASE)
_CALLS: Final = {
    "pass": PASS, "p": PASS, "x": DOUBLE, "d": DOUBLE, "dbl": DOUBLE, "double": DOUBLE,
    "xx": REDOUBLE, "r": REDOUBLE, "rd": REDOUBLE, "rdbl": REDOUBLE, "redouble": REDOUBLE,
}  # fmt: skip
_ALL_PASS: Final = ("ap", "allpass")
NOTES: Final = 32
"""The standard numbers notes from 1 to 32."""
MOST_TURNS: Final = 400
"""No auction has more than 319 calls, no play more than 52 cards; the rest is for dashes."""
_FILLERS: Final = ("..", "...", "_")
"""Words that some programs write where the standard has a dash."""


class BadSection(Exception):  # noqa: N818 - named after what is wrong
    """A section that can't be read, with the line and the reason."""

    def __init__(self, line: int, reason: Text) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


@dataclass
class _Said:
    """What a file says about one turn."""

    marks: list[int] = field(default_factory=list)
    note: int | None = None
    comments: list[str] = field(default_factory=list)


@dataclass
class Draft:
    """A section while it is read, with the line of each turn."""

    turns: list[Turn] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    ending: str = ""
    before: list[str] = field(default_factory=list)
    """Comments before the first turn."""
    irregularities: list[str] = field(default_factory=list)
    """Those that stand before the next turn."""
    said: dict[int, _Said] = field(default_factory=dict)
    """What is said about turns, by their places."""

    def add(self, turn: Turn, line: int) -> None:
        """One turn more. Raises `BadSection` after the end, and where nothing is so long."""
        if len(self.turns) == MOST_TURNS:
            raise BadSection(line, Text("there are more than {most} turns", most=MOST_TURNS))
        if self.ending:
            raise BadSection(line, Text("more follows the end, {ending}", ending=self.ending))
        if self.irregularities:
            turn = Turn(turn.action, tuple(self.irregularities))
            self.irregularities.clear()
        self.turns.append(turn)
        self.lines.append(line)

    def of_last(self) -> _Said:
        """What is said about the last turn."""
        return self.said.setdefault(len(self.turns) - 1, _Said())

    def comment(self, text: str) -> None:
        """Add a comment to the last turn, or before the first."""
        if text:
            (self.of_last().comments if self.turns else self.before).append(text)

    def close(self) -> Draft:
        """The same, what is said about turns being with them; nothing more is read."""
        for place, said in self.said.items():
            marks, comments = tuple(said.marks), tuple(said.comments)
            self.turns[place] = replace(
                self.turns[place], marks=marks, note=said.note, comments=comments
            )
        return self

    def strip(self) -> int:
        """Leave out dashes that only fill the first and the last line; how many came first."""
        empty = next((at for at, turn in enumerate(self.turns) if turn != Turn(None)), 0)
        del self.turns[:empty], self.lines[:empty]
        while self.turns and self.turns[-1] == Turn(None):
            del self.turns[-1], self.lines[-1]
        return empty

    def begin_with_passes(self, count: int, line: int) -> None:
        """Put passes before the first turn."""
        self.turns[:0] = [Turn(PASS)] * count
        self.lines[:0] = [line] * count

    def line_of(self, action: Call | Card) -> int:
        """The line where this was called or played first."""
        return self.lines[[turn.action for turn in self.turns].index(action)]

    def section(self, first: Seat) -> Section:
        """What has been read, beginning with a seat."""
        return Section(first, tuple(self.turns), self.ending)


class _Notation(NamedTuple):
    """How calls or cards are written."""

    plain: Mapping[str, Turn]
    """Those of most files, of which nothing is said."""
    read: Callable[[str], Call | Card]
    first_mark: int
    """What the marks behind them are numbered from."""
    all_pass: tuple[str, ...] = ()


def read_auction(elements: Sequence[Element]) -> Draft:
    """The auction in these words and comments. Raises `BadSection`."""
    return _read(elements, _AUCTION)


def read_play(elements: Sequence[Element]) -> Draft:
    """The play in these words and comments. Raises `BadSection`."""
    return _read(elements, _PLAY)


def _read(elements: Sequence[Element], notation: _Notation) -> Draft:
    draft = Draft()
    for element in elements:
        if element.kind is Kind.COMMENT:
            draft.comment(element.value)
        for word in element.words:
            if turn := notation.plain.get(word):
                draft.add(turn, element.line)
                continue
            for piece in _pieces(word, element.line):
                _take(draft, piece, element.line, notation)
    return draft.close()


def read_notes(tags: Sequence[Element], reading: Reading) -> dict[int, str]:
    """The notes in the tags behind a section, by their numbers."""
    notes: dict[int, str] = {}
    for tag in tags:
        begin, colon, text = tag.value.partition(":")
        number = number_in(begin.strip())
        if not (colon and number and number <= NOTES):
            reason = Text(
                "the note {text} should begin with its number, like 1:", text=excerpt(tag.value)
            )
            reading.report(tag.line, reason)
        elif number in notes:
            reading.report(
                tag.line, Text("note {number} has come already and is ignored", number=number)
            )
        else:
            notes[number] = text.strip()
    return notes


def read_rows(elements: Sequence[Element]) -> tuple[tuple[str, ...], ...]:
    """The words of a table, a row for each line."""
    rows: dict[int, list[str]] = {}
    for element in elements:
        if element.words:
            rows.setdefault(element.line, []).extend(element.words)
    return tuple(tuple(row) for _, row in sorted(rows.items()))


def read_file_call(text: str) -> Call:
    """The call that a file writes so. Raises `IllegalMove`."""
    if match := _BID.fullmatch(text):
        return Bid(int(match[1]), strain_number(match[2]))
    if found := _CALLS.get(text.lower()):
        return found
    raise IllegalMove(
        Text("{text} is no call; calls are Pass, X, XX, AP and bids like 1NT", text=excerpt(text))
    )


def _file_card(text: str) -> Card:
    try:
        return Card.read(text)
    except IllegalMove:
        raise IllegalMove(
            Text("{text} is no card; a card is its suit and rank, like SA", text=excerpt(text))
        ) from None


def _pieces(word: str, line: int) -> Iterator[re.Match[str]]:
    """A word taken apart, such as `1NT!=1=` or `*`."""
    text = "-" if word in _FILLERS else word
    at = 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if not piece:
            raise BadSection(line, Text("{text} can't be read here", text=excerpt(text)))
        yield piece
        at = piece.end()


def _take(draft: Draft, piece: re.Match[str], line: int, notation: _Notation) -> None:
    """One piece of a section."""
    action = piece["action"]
    if action and action.lower() in notation.all_pass:
        calls = [turn.action for turn in draft.turns]
        for _ in range(_passes_left([call for call in calls if isinstance(call, Call)])):
            draft.add(Turn(PASS), line)
    elif action:
        try:
            draft.add(Turn(notation.read(action)), line)
        except IllegalMove as error:
            raise BadSection(line, error.sentence) from error
    elif piece["absent"]:
        draft.add(Turn(None), line)
    elif piece["ending"]:
        draft.ending = piece["ending"]
    elif piece["irregular"]:
        draft.irregularities.append(piece["irregular"].upper())
    elif not draft.turns:
        raise BadSection(
            line, Text("{text} has no call or card before it", text=excerpt(piece.string))
        )
    elif piece["note"]:
        draft.of_last().note = int(piece["note"].strip("="))
    else:
        suffix = piece["mark"] is None
        number = _suffix(piece, line) + notation.first_mark if suffix else int(piece["mark"][1:])
        draft.of_last().marks.append(number)


def _suffix(piece: re.Match[str], line: int) -> int:
    if piece["suffix"] not in SUFFIXES:
        raise BadSection(line, Text("{text} can't be read here", text=excerpt(piece.string)))
    return SUFFIXES[piece["suffix"]]


def _passes_left(calls: Sequence[Call]) -> int:
    """How many passes end the auction from here."""
    count = 0
    auction = Auction(0, tuple(calls))
    while not auction.over and count < 4:
        auction = Auction(0, (*auction.calls, PASS))
        count += 1
    return count


def first_refusal(section: Section) -> tuple[int, Text] | None:
    """The place of the first call that the laws don't allow, and why; None if all are legal.

    An auction with irregularities or missing calls is not judged.
    """
    if not section.regular or any(turn.action is None for turn in section.turns):
        return None
    auction = Auction(section.first)
    for at, turn in enumerate(section.turns):
        assert isinstance(turn.action, Bid | Other)
        if reason := auction.refusal(turn.action):
            return at, reason
        auction = Auction(section.first, (*auction.calls, turn.action))
    return None


_AUCTION: Final = _Notation(
    {bid.ascii: Turn(bid) for bid in BIDS}
    | {"Pass": Turn(PASS), "X": Turn(DOUBLE), "XX": Turn(REDOUBLE)},
    read_file_call,
    0,
    _ALL_PASS,
)
_PLAY: Final = _Notation(
    {Card(number).ascii: Turn(Card(number)) for number in range(52)}, _file_card, CARD_MARKS
)
