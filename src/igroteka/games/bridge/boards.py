"""A board: four hands, who deals, who is vulnerable, and the cycle of sixteen."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Final

from igroteka.contract import IgrotekaError, Seat
from igroteka.games.bridge.cards import Card, Cards, as_set, hand_text, read_hand
from igroteka.text import Text, plural, quoted

NORTH, EAST, SOUTH, WEST = range(4)
SEATS: Final = (Text("North"), Text("East"), Text("South"), Text("West"))
LETTERS: Final = "NESW"
NS, EW = 0, 1
"""The sides; a seat's side is the rest of its number by two."""

VULNERABILITIES: Final = ("None", "NS", "EW", "All")
_CYCLE: Final = (0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2)
"""The vulnerability of boards 1 to 16."""

_TEXT: Final = re.compile(r"(\d{1,9}) ([NESW]) (None|NS|EW|All) (\S+) (\S+) (\S+) (\S+)")


@dataclass(frozen=True)
class Board:
    """Four hands of a whole deck with their number, dealer and vulnerability."""

    hands: tuple[Cards, Cards, Cards, Cards]
    """North, East, South, West."""
    number: int = 1
    dealer: Seat = NORTH
    vulnerability: int = 0
    """An index of `VULNERABILITIES`: bit 0 is North–South, bit 1 East–West."""

    def __post_init__(self) -> None:
        seen = 0
        for seat, hand in enumerate(self.hands):
            if hand.bit_count() != 13:
                raise IgrotekaError(
                    plural(
                        "{seat} has {count} card instead of 13",
                        "{seat} has {count} cards instead of 13",
                        count=hand.bit_count(),
                        seat=SEATS[seat],
                    )
                )
            if both := seen & hand:
                card = Card(both.bit_length() - 1)
                raise IgrotekaError(Text("two hands hold {card}", card=str(card)))
            seen |= hand

    def vulnerable(self, side: int) -> bool:
        """Whether a side (or the side of a seat) is vulnerable."""
        return bool(self.vulnerability >> (side % 2) & 1)

    def __str__(self) -> str:
        """One line: number, dealer, vulnerability, the hands of North, East, South and West."""
        hands = " ".join(map(hand_text, self.hands))
        vulnerability = VULNERABILITIES[self.vulnerability]
        return f"{self.number} {LETTERS[self.dealer]} {vulnerability} {hands}"

    @classmethod
    def read(cls, text: str) -> Board:
        """The board that wrote itself so. Raises `IgrotekaError` for another text."""
        match = _TEXT.fullmatch(text.strip())
        if not match:
            raise IgrotekaError(
                Text(
                    "{text} is no board; it is number, dealer, vulnerability and four hands, "
                    "like 1 N None AKQJ.T98.765.432 …",
                    text=quoted(text),
                )
            )
        north, east, south, west = map(read_hand, match.groups()[3:])
        return cls(
            (north, east, south, west),
            int(match[1]),
            LETTERS.index(match[2]),
            VULNERABILITIES.index(match[3]),
        )


def dealer_of(number: int) -> Seat:
    """Who deals a board of this number."""
    return (number - 1) % 4


def vulnerability_of(number: int) -> int:
    """Who is vulnerable on a board of this number, as in `Board.vulnerability`."""
    return _CYCLE[(number - 1) % 16]


def from_dealer(vulnerability: int, dealer: Seat) -> int:
    """The same vulnerability with bit 0 for the dealer's side and bit 1 for the other."""
    return vulnerability if dealer % 2 == 0 else vulnerability >> 1 | (vulnerability & 1) << 1


def numbered(hands: tuple[Cards, Cards, Cards, Cards], number: int) -> Board:
    """The board of this number with these hands, dealer and vulnerability by the cycle."""
    return Board(hands, number, dealer_of(number), vulnerability_of(number))


def shuffled(rng: random.Random, number: int) -> Board:
    """A random deal as the board of this number."""
    deck = list(range(52))
    rng.shuffle(deck)
    north, east, south, west = (as_set(deck[at : at + 13]) for at in range(0, 52, 13))
    return numbered((north, east, south, west), number)
