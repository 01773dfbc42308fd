"""A game of bridge as files keep it: tags, auction, play, tables, notes and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from igroteka.contract import IgrotekaError, Seat
from igroteka.games.bridge.boards import LETTERS, SEATS, VULNERABILITIES, Board
from igroteka.games.bridge.cards import DECK, Card, Cards, hand_text, read_hand
from igroteka.games.bridge.contracts import Bid, Call, Contract, Other
from igroteka.games.bridge.public import winner
from igroteka.games.bridge.scoring.contract_score import score
from igroteka.text import Text, plural, quoted

MANDATORY: Final = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable",
    "Deal", "Scoring", "Declarer", "Contract", "Result",
)  # fmt: skip
"""The tags that every exported game has, in this order."""


def own_value(text: str) -> str:
    """A text as a tag's value; one that would repeat the game before loses its `#` signs."""
    text = text.strip()
    repeats = text == "#" or text.startswith("##")
    return text.lstrip("# ") or "?" if repeats else text


@dataclass(frozen=True)
class Turn:
    """One call or one card, with everything that was said about it."""

    action: Call | Card | None
    """None stands for `-`: nobody called, or the card is not known."""
    irregularities: tuple[str, ...] = ()
    """Letters after `^`: I insufficient, S skipped, R revoke, L lead out of turn."""
    marks: tuple[int, ...] = ()
    """Numbers of the standard's glyphs: 1 good, 2 poor, …"""
    note: int | None = None
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """An auction from the dealer on, or a play in columns from the opening leader on.

    In a play every four turns are a trick, and a seat keeps its column whoever leads.
    """

    first: Seat
    turns: tuple[Turn, ...] = ()
    ending: str = ""
    """`*` if the rest is not told, `+` if it is still going on."""
    notes: Mapping[int, str] = field(default_factory=dict)

    @property
    def regular(self) -> bool:
        """Whether it was played by the rules, so that a program can follow it."""
        return not any(turn.irregularities for turn in self.turns)


@dataclass(frozen=True)
class Tabular:
    """A section with rows and columns, such as the scores of all pairs."""

    name: str
    columns: str
    """As the tag's value states them."""
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class GameText:
    """One game of a file. Values of tags are in the form that the standard exports."""

    tags: Mapping[str, str]
    auction: Section | None = None
    play: Section | None = None
    tables: tuple[Tabular, ...] = ()
    comments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Comments by the tag that they follow; before the first tag, by the empty text."""
    line: int = field(default=0, compare=False)
    """Where the game begins in its file."""

    def tag(self, name: str) -> str:
        """The value of a tag; empty if it is absent, unknown or does not apply."""
        value = self.tags.get(name, "")
        return "" if value == "?" else value

    @property
    def number(self) -> int | None:
        """The board's number."""
        return number_in(self.tag("Board"))

    @property
    def dealer(self) -> Seat | None:
        """Who dealt."""
        return seat_of(self.tag("Dealer"))

    @property
    def vulnerability(self) -> int | None:
        """Who is vulnerable, as in `Board`."""
        value = self.tag("Vulnerable")
        return VULNERABILITIES.index(value) if value in VULNERABILITIES else None

    @property
    def hands(self) -> tuple[Cards | None, ...]:
        """The hands of North, East, South and West; None for one that is not told."""
        return read_deal(self.tag("Deal")) if self.tag("Deal") else (None,) * 4

    @property
    def board(self) -> Board | None:
        """The board, if all four hands, the dealer and the vulnerability are known."""
        north, east, south, west = self.hands
        if None in (north, east, south, west) or self.dealer is None or self.vulnerability is None:
            return None
        hands = (north or 0, east or 0, south or 0, west or 0)
        if any(hand.bit_count() != 13 for hand in hands):
            return None
        return Board(hands, self.number or 1, self.dealer, self.vulnerability)

    @property
    def contract(self) -> Contract | None:
        """The contract; None if it is not known or the board was passed out."""
        text = self.tag("Contract")
        if not text or text == "Pass":
            return None
        contract = Contract.read(text)
        return Contract(contract.bid, contract.doubled, seat_of(self.tag("Declarer").lstrip("^")))

    @property
    def passed_out(self) -> bool:
        """Whether nobody bid."""
        return self.tag("Contract") == "Pass"

    @property
    def tricks(self) -> int | None:
        """How many tricks declarer took."""
        text = self.tag("Result").lstrip("^")
        declarer = seat_of(self.tag("Declarer").lstrip("^"))
        if declarer is not None and (sides := tricks_of_sides(text)):
            return sides[declarer % 2]
        return number_in(text)

    @property
    def north_south_points(self) -> int | None:
        """The score, if contract, declarer, tricks and vulnerability are known."""
        if self.passed_out:
            return 0
        contract, tricks, vulnerability = self.contract, self.tricks, self.vulnerability
        if contract is None or contract.declarer is None or tricks is None or vulnerability is None:
            return None
        side = contract.declarer % 2
        points = score(contract, tricks, bool(vulnerability >> side & 1))
        return -points if side else points

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls from the dealer on."""
        turns = self.auction.turns if self.auction else ()
        return tuple(turn.action for turn in turns if isinstance(turn.action, Bid | Other))

    def cards(self) -> Iterator[tuple[Seat, Card]]:
        """Who played what, in the order of play, up to the first card that is not known."""
        contract = self.contract
        if self.play and contract:
            yield from in_order(self.play, contract.strain)


_SEATS: Final = {
    name: seat for seat, full in enumerate(SEATS) for name in (full[0].lower(), full.lower())
}


def seat_of(text: str) -> Seat | None:
    """The seat that a letter or a whole name means; None if it means none."""
    return _SEATS.get(text.strip().lower())


_DIGITS: Final = re.compile(r"[0-9]{1,9}")
_TRICKS_OF_SIDES: Final = re.compile(
    r"(NS|EW)\s+([0-9]{1,2})(?:\s+(NS|EW)\s+([0-9]{1,2}))?", re.IGNORECASE
)


def number_in(text: str) -> int | None:
    """The number that a text is; None if it is none, or is longer than any that is counted."""
    return int(text) if _DIGITS.fullmatch(text) else None


def tricks_of_sides(text: str) -> tuple[int, int] | None:
    """The tricks of both sides in a Result like `NS 9 EW 4` or `NS 9`; None if it is no such."""
    match = _TRICKS_OF_SIDES.fullmatch(text)
    if not match:
        return None
    first = int(match[2])
    second = 13 - first if match[4] is None else int(match[4])
    if (
        min(first, second) < 0
        or first + second != 13
        or (match[3] or "").upper() == match[1].upper()
    ):
        return None
    return (first, second) if match[1].upper() == "NS" else (second, first)


def read_deal(text: str) -> tuple[Cards | None, ...]:
    """The hands, North first, that `N:AK.. … - …` means. Raises `IgrotekaError`."""
    first, colon, rest = text.strip().partition(":")
    seat = seat_of(first)
    if not colon or seat is None or len(first.strip()) != 1:
        raise IgrotekaError(
            Text("the deal {text} should begin with a seat and a colon, like N:", text=quoted(text))
        )
    words = rest.split()
    if len(words) != 4:
        raise IgrotekaError(
            plural(
                "the deal has {count} hand instead of 4; an unknown hand is -",
                "the deal has {count} hands instead of 4; an unknown hand is -",
                count=len(words),
            )
        )
    hands: list[Cards | None] = [None] * 4
    for at, word in enumerate(words):
        hands[(seat + at) % 4] = None if word == "-" else read_hand(word)
    _check_hands(hands)
    return tuple(hands)


def _check_hands(hands: list[Cards | None]) -> None:
    """Refuse a card in two hands and hands that can't be of one deal."""
    seen = 0
    for hand in hands:
        if both := seen & (hand or 0):
            card = str(Card(both.bit_length() - 1))
            raise IgrotekaError(Text("two hands hold {card}", card=card))
        seen |= hand or 0
    for seat, hand in enumerate(hands):
        if hand is not None and hand.bit_count() > 13:
            raise IgrotekaError(
                plural(
                    "{seat} has {count} card, more than 13",
                    "{seat} has {count} cards, more than 13",
                    count=hand.bit_count(),
                    seat=LETTERS[seat],
                )
            )


def complete(hands: tuple[Cards | None, ...]) -> tuple[Cards | None, ...]:
    """The hands, unknown where empty beside others; a fourth is filled in beside 39 cards."""
    if any(hands):
        hands = tuple(hand or None for hand in hands)
    known = [hand for hand in hands if hand is not None]
    if len(known) == 3 and all(hand.bit_count() == 13 for hand in known):
        rest = DECK ^ (known[0] | known[1] | known[2])
        return tuple(rest if hand is None else hand for hand in hands)
    return hands


def deal_text(hands: tuple[Cards | None, ...], first: Seat) -> str:
    """Hands as the Deal tag has them, from a seat on."""
    words = []
    for at in range(4):
        hand = hands[(first + at) % 4]
        words.append("-" if hand is None else hand_text(hand))
    return f"{LETTERS[first]}:{' '.join(words)}"


class Trick(NamedTuple):
    """The cards of one trick in the order of play; fewer than four if no more are known."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    """Who wins it, as far as it is known."""


def tricks_in_order(play: Section, strain: int) -> Iterator[Trick]:
    """The tricks of a play, up to the first card that is not known."""
    column = 0
    actions: list[Call | Card | None] = [turn.action for turn in play.turns]
    actions += [None] * (-len(actions) % 4)
    for at in range(0, len(actions), 4):
        cards: list[Card] = []
        for card in (*actions[at + column : at + 4], *actions[at : at + column]):
            if not isinstance(card, Card):
                break
            cards.append(card)
        if not cards:
            return
        trick = tuple(cards)
        leader, column = (play.first + column) % 4, (column + winner(trick, strain)) % 4
        yield Trick(leader, trick, (play.first + column) % 4)
        if len(trick) < 4:
            return


def in_order(play: Section, strain: int) -> Iterator[tuple[Seat, Card]]:
    """The cards of a play in the order in which they were played."""
    for trick in tricks_in_order(play, strain):
        for step, card in enumerate(trick.cards):
            yield (trick.leader + step) % 4, card


def in_columns(cards: Sequence[Card], first: Seat, strain: int) -> Section:
    """The play of these cards, given in the order of play, in columns from the leader on."""
    turns: list[Turn] = []
    leader = 0
    for at in range(0, len(cards), 4):
        trick = tuple(cards[at : at + 4])
        columns = [Turn(None)] * 4
        for step, card in enumerate(trick):
            columns[(leader + step) % 4] = Turn(card)
        turns += columns
        leader = (leader + winner(trick, strain)) % 4
    return Section(first, tuple(turns), "" if len(cards) == 52 else "*")
