"""LIN in: hand records of Bridge Base Online, translated to elements of PBN and built like them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote_plus

from igroteka.games.bridge.boards import LETTERS
from igroteka.games.bridge.formats.game import number_in, own_value
from igroteka.games.bridge.formats.pbn_building import build
from igroteka.games.bridge.formats.pbn_lexer import Element, Kind
from igroteka.games.bridge.formats.pbn_reader import RawGame
from igroteka.games.bridge.formats.pbn_sections import NOTES
from igroteka.games.bridge.formats.reading import Reading, decoded, excerpt
from igroteka.text import Text

_ORDER: Final = "SWNE"
"""The order of hands and of players' names."""
_VULNERABLE: Final = {"o": "None", "0": "None", "-": "None", "n": "NS", "e": "EW", "b": "All"}
_SCORING: Final = {"I": "IMP", "P": "MP", "B": "IMP"}
_CALL: Final = re.compile(r"([1-7](?:NT|[CDHSN])|PASS|P|DBL|D|XX|X|RDBL|R)(!*)", re.IGNORECASE)
_CARD: Final = re.compile(r"[CDHS](?:10|[2-9TJQKA])", re.IGNORECASE)
_BETWEEN_CARDS: Final = re.compile(r"[\s,]")
_HAND: Final = re.compile(r"(?:[SHDC](?:10|[2-9TJQKA])*)*", re.IGNORECASE)
_SUIT: Final = re.compile(r"([SHDC])((?:10|[2-9TJQKA])*)", re.IGNORECASE)
_ROOM: Final = re.compile(r"([a-z]*)\s*([0-9]+)", re.IGNORECASE)
_RESULT: Final = re.compile(r"([1-7][CDHSN]T?X{0,2})([NESW])(=|[+-]\d+)", re.IGNORECASE)
_LINK: Final = re.compile(r"^[^\S\n]*https?://[^\s|]*[?&]lin=([^&\s]+).*", re.MULTILINE)
"""A link to a viewer of hands has the board in its address."""
_BLANKS: Final = str.maketrans("\n\t", "  ")
_TRICKS: Final = re.compile(r"[0-9]+")


@dataclass
class _Session:
    """What stands at the head of a file and holds for all its boards."""

    tags: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)


@dataclass
class _Hand:
    """One board at one table while it is read."""

    raw: RawGame
    number: str = ""
    room: str = ""
    players: list[str] = field(default_factory=list)
    notes: int = 0

    def tag(self, name: str, value: str, line: int) -> None:
        """Set a tag, unless it is set already."""
        self.raw.tags.setdefault(name, Element(Kind.TAG, line, own_value(value), name))

    def add(self, section: str, element: Element) -> None:
        """Put an element into the auction or the play."""
        self.tag(section, "", element.line)
        self.raw.following.setdefault(section, []).append(element)
        self.raw.last = section


def read_lin(content: bytes | str) -> Reading:
    """All boards of a file, and a problem with its line for everything that can't be read."""
    reading = Reading()
    text = decoded(content) if isinstance(content, bytes) else content
    session = _Session()
    text = _LINK.sub(lambda link: unquote_plus(link[1]), text)
    for at, hand in enumerate(_hands(text, session, reading)):
        _finish(hand, session, at)
        if game := build(hand.raw, reading):
            reading.games.append(game)
    return reading.in_order()


def _commands(text: str, reading: Reading) -> Iterator[tuple[str, str, int]]:
    """The two-letter commands of a file with their values and lines."""
    pieces = text.replace("\r\n", "\n").replace("\r", "\n").split("|")
    line = 1
    for at in range(0, len(pieces) - 1, 2):
        code, value = pieces[at], pieces[at + 1]
        line += code.count("\n")
        name = code.strip().lower()[-2:]
        if len(code.strip()) != 2:
            reading.report(
                line, Text("{text} is no command of two letters", text=excerpt(code.strip()))
            )
        yield name, (value if name == "nt" else value.translate(_BLANKS)).strip(), line
        line += value.count("\n")


def _hands(text: str, session: _Session, reading: Reading) -> Iterator[_Hand]:
    hand: _Hand | None = None
    waiting: list[Element] = []
    for code, value, line in _commands(text, reading):
        if code in ("vg", "qx", "pn", "md") and hand and "Deal" in hand.raw.tags:
            yield hand
            hand = None
        if code in ("qx", "md") and hand is None:
            hand = _Hand(RawGame(line, following={"": waiting}))
            waiting = []
        if hand is None or code in _HEADS:
            _head(session, code, value)
            if code == "nt" and value:
                waiting.append(_comment(value, line))
        if hand is not None:
            _body(hand, code, value, line, reading)
    if hand and "Deal" in hand.raw.tags:
        yield hand


_HEADS: Final = ("vg", "rs", "bn")


def _head(session: _Session, code: str, value: str) -> None:
    fields = [each.strip() for each in value.split(",")]
    if code == "vg":
        fields += [""] * (9 - len(fields))
        session.tags = {"Event": fields[0], "Stage": fields[1]}
        session.tags["Scoring"] = _SCORING.get(fields[2].upper()[:1], "")
        session.tags |= {"HomeTeam": fields[5], "VisitTeam": fields[7]}
    elif code == "pn":
        session.players = fields
    elif code == "rs":
        session.results = fields
    elif code == "bn":
        session.numbers = fields


def _body(hand: _Hand, code: str, value: str, line: int, reading: Reading) -> None:
    if code == "qx" and (match := _ROOM.fullmatch(value)):
        hand.number, hand.room = match[2], match[1].lower()[:1]
    elif code == "pn":
        hand.players = [each.strip() for each in value.split(",")]
    elif code == "md":
        _deal(hand, value, line, reading)
    elif code == "sv" and value:
        hand.tag("Vulnerable", _VULNERABLE.get(value.lower(), value), line)
    elif code == "ah" and (match := re.search(r"[0-9]+", value)):
        hand.number = hand.number or match[0]
    elif code == "mb":
        _calls(hand, value, line)
    elif code == "an" and value:
        _note(hand, value, line)
    elif code == "pc":
        cards = _CARD.findall(value)
        whole = "".join(cards) == _BETWEEN_CARDS.sub("", value)
        for card in cards if whole else [value]:
            hand.add("Play", _word(card.upper(), line))
    elif code == "mc" and _TRICKS.fullmatch(value):
        hand.tag("Result", value, line)
    elif code == "nt" and value:
        hand.raw.following.setdefault(hand.raw.last, []).append(_comment(value, line))


def _word(text: str, line: int) -> Element:
    return Element(Kind.WORDS, line, words=(text,))


def _comment(text: str, line: int) -> Element:
    """A comment; one with a brace has to stand on one line."""
    return Element(Kind.COMMENT, line, text.replace("\n", " ") if "}" in text else text)


def _deal(hand: _Hand, value: str, line: int, reading: Reading) -> None:
    """`3S…H…D…C…,…`: the dealer's number, then the hands from South on; the last may be missing."""
    dealer = value[:1] if value[:1].isdecimal() else ""
    words = []
    for text in value.removeprefix(dealer).split(",")[:4]:
        if not _HAND.fullmatch(text.strip()):
            reading.report(
                line,
                Text(
                    "{text} is no hand like SAK2HQ5DT987CJ432; it is left out",
                    text=excerpt(text.strip()),
                ),
            )
        suits = {suit.upper(): ranks.upper() for suit, ranks in _SUIT.findall(text)}
        words.append(".".join(suits.get(suit, "") for suit in "SHDC") if suits else "-")
    words += ["-"] * (4 - len(words))
    hand.tag("Deal", f"S:{' '.join(words)}", line)
    if dealer in ("1", "2", "3", "4"):
        hand.tag("Dealer", _ORDER[int(dealer) - 1], line)


def _calls(hand: _Hand, value: str, line: int) -> None:
    at = 0
    while at < len(value):
        match = _CALL.match(value, at)
        if not match:
            hand.add("Auction", _word(value[at:], line))
            return
        hand.add("Auction", _word(match[1].upper(), line))
        if match[2]:
            _note(hand, "alert", line)
        at = match.end()


def _note(hand: _Hand, text: str, line: int) -> None:
    """What a call means, as a note while numbers last, then as a comment."""
    words = hand.raw.following.get("Auction", [])
    if words and words[-1].words == (f"={hand.notes}=",):
        hand.raw.notes["Auction"][-1] = Element(Kind.TAG, line, f"{hand.notes}:{text}", "Note")
    elif hand.notes == NOTES or not words:
        hand.add("Auction", Element(Kind.COMMENT, line, text))
    else:
        hand.notes += 1
        hand.add("Auction", _word(f"={hand.notes}=", line))
        note = Element(Kind.TAG, line, f"{hand.notes}:{text}", "Note")
        hand.raw.notes.setdefault("Auction", []).append(note)


def _finish(hand: _Hand, session: _Session, at: int) -> None:
    """The tags that follow from the head of the file and from where the hand stands in it."""
    line = hand.raw.line
    closed = hand.room == "c"
    number = hand.number
    if not number and at < len(session.numbers):
        number = session.numbers[at]
    hand.tag("Board", number or str(at + 1), line)
    players = hand.players or session.players
    mine = players[4:8] if closed and len(players) >= 8 else players[:4]
    for seat, name in zip(_ORDER, mine, strict=False):
        if name:
            hand.tag(_SEAT_TAGS[seat], name, line)
    for name, value in session.tags.items():
        if value:
            hand.tag(name, value, line)
    if len(players) >= 8 or closed:
        hand.tag("Room", "Closed" if closed else "Open", line)
    _official_result(hand, session, closed)
    played = hand.raw.following.get("Play", [])
    if played and sum(len(element.words) for element in played) < 52:
        played.append(_word("*", line))


def _official_result(hand: _Hand, session: _Session, closed: bool) -> None:
    """The result in the head of the file, where the hand itself ends without one."""
    first = number_in(session.numbers[0]) if session.numbers else 1
    number = number_in(hand.raw.tags["Board"].value)
    if number is None or first is None:
        return
    place = 2 * (number - first) + closed
    known = 0 <= place < len(session.results)
    match = _RESULT.fullmatch(session.results[place]) if known else None
    if match:
        line = hand.raw.line
        hand.tag("Contract", match[1], line)
        hand.tag("Declarer", match[2], line)
        hand.tag("Result", match[3], line)


_SEAT_TAGS: Final = dict(zip(LETTERS, ("North", "East", "South", "West"), strict=True))
