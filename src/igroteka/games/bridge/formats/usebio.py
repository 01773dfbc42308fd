"""USEBIO 1.3 out: the results of an event as XML, for the sites of clubs and unions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final
from xml.etree import ElementTree as ET

from igroteka.basics.explanation import shown
from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import LETTERS, SEATS
from igroteka.games.bridge.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, Cards, holding
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.formats.game import GameText
from igroteka.games.bridge.scoring.cross_imps import cross_imps
from igroteka.games.bridge.scoring.entries import Award, Entry
from igroteka.games.bridge.scoring.matchpoints import matchpoints, top_of
from igroteka.text import Text

VERSION: Final = "1.3"
_NOT_IN_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no document may hold, however it is written; names of players may."""


@dataclass(frozen=True)
class Pair:
    """A pair and how it did."""

    number: str
    players: tuple[str, str]
    direction: str = ""
    """`NS` or `EW` where the two are ranked apart."""
    place: str = ""
    total: Fraction | None = None
    percent: Fraction | None = None


@dataclass(frozen=True)
class Line:
    """One table's result on a board."""

    ns: str
    ew: str
    contract: Contract | None = None
    """With its declarer; None for a board passed out or not played."""
    tricks: int | None = None
    score: int | None = None
    """Points of North–South."""
    lead: Card | None = None
    awards: tuple[Award, Award] | None = None
    ns_points: Fraction | None = None
    ew_points: Fraction | None = None


@dataclass(frozen=True)
class Event:
    """An event of pairs at matchpoints or IMPs, as the file tells it."""

    name: str
    date: str
    """Day, month and year as `2024-01-31`; empty if it is not known."""
    pairs: Sequence[Pair]
    boards: Sequence[tuple[int, Sequence[Line]]]
    hands: Sequence[tuple[int, tuple[Cards, ...]]] = ()
    club: str = ""
    imps: bool = False
    butler: bool = False
    """Whether the IMPs are against a datum."""


def write_usebio(event: Event) -> str:
    """The event as a file."""
    root = ET.Element("USEBIO", Version=VERSION)
    if event.club:
        _leaf(ET.SubElement(root, "CLUB"), "CLUB_NAME", event.club)
    top = ET.SubElement(root, "EVENT", EVENT_TYPE="PAIRS")
    _leaf(top, "EVENT_DESCRIPTION", event.name)
    _leaf(top, "DATE", "/".join(reversed(event.date.split("-"))))
    imps = "BUTLER_IMPS" if event.butler else "CROSS_IMPS"
    _leaf(top, "BOARD_SCORING_METHOD", imps if event.imps else "MATCH_POINTS")
    participants = ET.SubElement(top, "PARTICIPANTS")
    for pair in event.pairs:
        _pair(participants, pair)
    for number, lines in event.boards:
        board = ET.SubElement(top, "BOARD")
        _leaf(board, "BOARD_NUMBER", str(number))
        for line in lines:
            _line(ET.SubElement(board, "TRAVELLER_LINE"), line, event.imps)
    if event.hands:
        _hands(ET.SubElement(root, "HANDSET"), event.hands)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def event_of(games: Iterable[GameText]) -> Event:
    """The event that games of a file make, pairs known by their players' names.

    Matchpoints, or cross-IMPs if the first game is scored in IMPs, are counted over the tables of
    each board. Raises `IgrotekaError` if a game has no
    board number or no players.
    """
    found = sorted(games, key=_number)
    imps = bool(found) and "IMP" in found[0].tag("Scoring").upper()
    numbers: dict[tuple[str, str], str] = {}
    boards, hands = [], []
    for number, tables in groupby(found, key=_number):
        played = list(tables)
        entries = [Entry(game.north_south_points) for game in played]
        worths = cross_imps(entries) if imps else matchpoints(entries)
        lines = [
            _line_of(game, numbers, worth.ns, worth.ew)
            for game, worth in zip(played, worths, strict=True)
        ]
        boards.append((number, lines))
        board = played[0].board
        if board:
            hands.append((number, board.hands))
    first = found[0] if found else None
    return Event(
        name=first.tag("Event") if first else "",
        date=first.tag("Date").replace(".", "-") if first else "",
        pairs=_ranked(numbers, boards),
        boards=boards,
        hands=hands,
        imps=imps,
    )


def _number(game: GameText) -> int:
    if game.number is None:
        raise IgrotekaError(Text("the game at line {line} has no board number", line=game.line))
    return game.number


def _line_of(
    game: GameText,
    numbers: dict[tuple[str, str], str],
    ns_points: Fraction | None,
    ew_points: Fraction | None,
) -> Line:
    sides = []
    for one, two in (("North", "South"), ("East", "West")):
        names = (game.tag(one), game.tag(two))
        if not all(names):
            raise IgrotekaError(
                Text(
                    "board {number} at line {line} does not name its players",
                    number=game.number,
                    line=game.line,
                )
            )
        sides.append(numbers.setdefault(names, str(len(numbers) + 1)))
    cards = list(game.cards())
    return Line(
        sides[0],
        sides[1],
        game.contract,
        game.tricks,
        game.north_south_points,
        cards[0][1] if cards else None,
        None,
        ns_points,
        ew_points,
    )


def _ranked(
    numbers: dict[tuple[str, str], str], boards: Sequence[tuple[int, Sequence[Line]]]
) -> list[Pair]:
    """All pairs with their totals and places; equal totals share a place."""
    totals = {number: (Fraction(0), 0) for number in numbers.values()}
    for _, lines in boards:
        for line in lines:
            for number, points in ((line.ns, line.ns_points), (line.ew, line.ew_points)):
                if points is not None:
                    total, most = totals[number]
                    totals[number] = total + points, most + top_of(len(lines))
    shares = {
        n: 100 * total / most if most else Fraction(50) for n, (total, most) in totals.items()
    }
    pairs = []
    for players, number in numbers.items():
        better = sum(other > shares[number] for other in shares.values())
        equal = sum(other == shares[number] for other in shares.values())
        place = f"{better + 1}{'=' if equal > 1 else ''}"
        pairs.append(Pair(number, players, "", place, totals[number][0], shares[number]))
    return sorted(pairs, key=lambda pair: -(pair.percent or 0))


def _pair(parent: ET.Element, pair: Pair) -> None:
    element = ET.SubElement(parent, "PAIR")
    _leaf(element, "PAIR_NUMBER", pair.number)
    if pair.direction:
        _leaf(element, "DIRECTION", pair.direction)
    if pair.total is not None:
        _leaf(element, "TOTAL_SCORE", _plain(pair.total))
    if pair.percent is not None:
        _leaf(element, "PERCENTAGE", _plain(pair.percent))
    _leaf(element, "PLACE", pair.place)
    for name in pair.players:
        _leaf(ET.SubElement(element, "PLAYER"), "PLAYER_NAME", name)


def _line(element: ET.Element, line: Line, imps: bool) -> None:
    _leaf(element, "NS_PAIR_NUMBER", line.ns)
    _leaf(element, "EW_PAIR_NUMBER", line.ew)
    contract = line.contract
    if contract:
        text = f"{contract.bid.ascii}{'X' * contract.doubled}"
        _leaf(element, "CONTRACT", text)
        _leaf(element, "PLAYED_BY", "" if contract.declarer is None else LETTERS[contract.declarer])
    elif line.score == 0 and not line.awards:
        _leaf(element, "CONTRACT", "PASS")
    if line.lead is not None:
        _leaf(element, "LEAD", line.lead.ascii)
    if contract and line.tricks is not None:
        _leaf(element, "TRICKS", str(line.tricks))
    _leaf(element, "SCORE", _score(line))
    unit = "CROSS_IMP_POINTS" if imps else "MATCH_POINTS"
    for side, points in (("NS", line.ns_points), ("EW", line.ew_points)):
        if points is not None:
            _leaf(element, f"{side}_{unit}", _plain(points))


def _score(line: Line) -> str:
    if line.awards:
        ns, ew = (round(award.percent) for award in line.awards)
        return f"A{ns:02}{ew:02}"
    return "" if line.score is None else str(line.score)


def _hands(parent: ET.Element, hands: Sequence[tuple[int, tuple[Cards, ...]]]) -> None:
    for number, four in hands:
        board = ET.SubElement(parent, "BOARD")
        _leaf(board, "BOARD_NUMBER", str(number))
        for seat, hand in zip(SEATS, four, strict=True):
            element = ET.SubElement(board, "HAND")
            _leaf(element, "DIRECTION", seat)
            for name, suit in zip(
                ("CLUBS", "DIAMONDS", "HEARTS", "SPADES"),
                (CLUBS, DIAMONDS, HEARTS, SPADES),
                strict=True,
            ):
                _leaf(element, name, holding(hand, suit))


def _plain(figure: Fraction) -> str:
    return shown(figure).replace("−", "-")


def _leaf(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = _NOT_IN_XML.sub("", text)
