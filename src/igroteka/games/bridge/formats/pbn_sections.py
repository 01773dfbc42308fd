"""PBN, third step: the words of an auction or a play as turns, and the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from igroteka.contract import IllegalMove, Seat
from igroteka.games.bridge.auction import Auction
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import DOUBLE, PASS, REDOUBLE, Bid, Call, Other, strain_number
from igroteka.games.bridge.formats.game import Section, Turn
from igroteka.games.bridge.formats.pbn_lexer import Element, Kind
from igroteka.text import Text, quoted

SUFFIXES: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The marks that stand right behind a call."""
CARD_MARKS: Final = 6
"""Behind a card the same marks have numbers greater by this."""

_PIECE: Final = re.compile(
    r"(?P<mark>\$\d+)|(?P<note>=\d+=)|\^(?P<irregular>[A-Za-z])|(?P<suffix>[!?]{1,2})"
    r"|(?P<ending>[*+])|(?P<absent>-+)"
    r"|(?P<action>[^\s$=^!?*+-]+)"
)
_BID: Final = re.compile(r"([1-7])(NT|N|C|D|H|S|♣|♦|♥|♠)", re.IGNORECASE)
_CALLS: Final = {
    "pass": PASS, "p": PASS, "x": DOUBLE, "d": DOUBLE, "dbl": DOUBLE, "double": DOUBLE,
    "xx": REDOUBLE, "r": REDOUBLE, "rd": REDOUBLE, "rdbl": REDOUBLE, "redouble": REDOUBLE,
}  # fmt: skip
_ALL_PASS: Final = ("ap", "allpass")
_FILLERS: Final = ("..", "...", "_")
"""Words that some programs write where the standard has a dash."""


class BadSection(Exception):  # noqa: N818 - named after what is wrong
    """A section that can't be read, with the line and the reason."""

    def __init__(self, line: int, reason: Text) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


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

    def add(self, action: Call | Card | None, line: int) -> None:
        """One turn more."""
        self.turns.append(Turn(action, tuple(self.irregularities)))
        self.lines.append(line)
        self.irregularities.clear()

    def change(self, **changes: object) -> None:
        """Say more about the last turn; without one there is nothing to say it of."""
        if self.turns:
            self.turns[-1] = replace(self.turns[-1], **changes)  # type: ignore[arg-type]

    def comment(self, text: str) -> None:
        """Add a comment to the last turn, or before the first."""
        if not text:
            return
        if self.turns:
            self.change(comments=(*self.turns[-1].comments, text))
        else:
            self.before.append(text)

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


def read_auction(elements: Sequence[Element]) -> Draft:
    """The auction in these words and comments. Raises `BadSection`."""
    draft = Draft()
    for element in elements:
        if element.kind is Kind.COMMENT:
            draft.comment(element.value)
            continue
        for piece in _pieces(element):
            if (piece["action"] or "").lower() in _ALL_PASS:
                calls = [turn.action for turn in draft.turns]
                for _ in range(_passes_left([call for call in calls if isinstance(call, Call)])):
                    draft.add(PASS, element.line)
            else:
                _take(draft, piece, element, read_file_call, 0)
    return draft


def read_play(elements: Sequence[Element]) -> Draft:
    """The play in these words and comments. Raises `BadSection`."""
    draft = Draft()
    for element in elements:
        if element.kind is Kind.COMMENT:
            draft.comment(element.value)
            continue
        for piece in _pieces(element):
            _take(draft, piece, element, _file_card, CARD_MARKS)
    return draft


def read_rows(elements: Sequence[Element]) -> tuple[tuple[str, ...], ...]:
    """The words of a table, a row for each line."""
    rows: dict[int, list[str]] = {}
    for element in elements:
        if element.kind is Kind.WORD:
            rows.setdefault(element.line, []).append(element.value)
    return tuple(tuple(row) for _, row in sorted(rows.items()))


def read_file_call(text: str) -> Call:
    """The call that a file writes so. Raises `IllegalMove`."""
    if match := _BID.fullmatch(text):
        return Bid(int(match[1]), strain_number(match[2]))
    if found := _CALLS.get(text.lower()):
        return found
    raise IllegalMove(
        Text("{text} is no call; calls are Pass, X, XX, AP and bids like 1NT", text=quoted(text))
    )


def _file_card(text: str) -> Card:
    try:
        return Card.read(text)
    except IllegalMove:
        raise IllegalMove(
            Text("{text} is no card; a card is its suit and rank, like SA", text=quoted(text))
        ) from None


def _pieces(element: Element) -> Iterator[re.Match[str]]:
    """A word taken apart, such as `1NT!=1=` or `*`."""
    text = "-" if element.value in _FILLERS else element.value
    at = 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if not piece:
            raise BadSection(element.line, Text("{text} can't be read here", text=quoted(text)))
        yield piece
        at = piece.end()


def _take(
    draft: Draft,
    piece: re.Match[str],
    element: Element,
    read: Callable[[str], Call | Card],
    offset: int,
) -> None:
    """One piece of a section; `offset` is where the marks of this section begin."""
    if piece["action"]:
        try:
            draft.add(read(piece["action"]), element.line)
        except IllegalMove as error:
            raise BadSection(element.line, error.sentence) from error
    elif piece["absent"]:
        draft.add(None, element.line)
    elif piece["ending"]:
        draft.ending = piece["ending"]
    elif piece["irregular"]:
        draft.irregularities.append(piece["irregular"].upper())
    elif not draft.turns:
        raise BadSection(
            element.line, Text("{text} has no call or card before it", text=quoted(element.value))
        )
    elif piece["note"]:
        draft.change(note=int(piece["note"].strip("=")))
    else:
        number = int(piece["mark"][1:]) if piece["mark"] else _suffix(piece, element) + offset
        draft.change(marks=(*draft.turns[-1].marks, number))


def _suffix(piece: re.Match[str], element: Element) -> int:
    if piece["suffix"] not in SUFFIXES:
        raise BadSection(
            element.line, Text("{text} can't be read here", text=quoted(element.value))
        )
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
        auction = auction.add(turn.action)
    return None
