"""Calls and contracts, with their notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from igroteka.contract import IgrotekaError, IllegalMove, Seat
from igroteka.games.bridge.boards import LETTERS
from igroteka.text import Text, quoted

STRAINS: Final = ("♣", "♦", "♥", "♠", "NT")
ASCII_STRAINS: Final = ("C", "D", "H", "S", "NT")
CLUB, DIAMOND, HEART, SPADE, NOTRUMP = range(5)

_BID: Final = re.compile(r"([1-7])(♣|♦|♥|♠|NT|[CDHSN])", re.IGNORECASE | re.ASCII)
_WORDS: Final = {"pass": "pass", "p": "pass", "x": "X", "dbl": "X", "double": "X", "d": "X"} | {
    "xx": "XX",
    "rdbl": "XX",
    "redouble": "XX",
    "r": "XX",
}


@dataclass(frozen=True, order=True)
class Bid:
    """A number of tricks over six and a strain; bids rise in the order of the auction."""

    level: int
    strain: int
    """An index of `STRAINS`."""

    @property
    def ascii(self) -> str:
        """The bid as files write it, `4S` or `1NT`."""
        return f"{self.level}{ASCII_STRAINS[self.strain]}"

    def __str__(self) -> str:
        return f"{self.level}{STRAINS[self.strain]}"


@dataclass(frozen=True)
class Other:
    """A call that is no bid: `pass`, `X` or `XX`."""

    word: str

    @property
    def ascii(self) -> str:
        """The call as files write it."""
        return self.word

    def __str__(self) -> str:
        return self.word


PASS: Final = Other("pass")
DOUBLE: Final = Other("X")
REDOUBLE: Final = Other("XX")
Call = Bid | Other


def read_call(text: str) -> Call:
    """The call that `1NT`, `4♠`, `4s`, `pass`, `X` or `dbl` means. Raises `IllegalMove`."""
    if word := _WORDS.get(text.strip().lower()):
        return Other(word)
    if match := _BID.fullmatch(text.strip()):
        return Bid(int(match[1]), strain_number(match[2]))
    raise IllegalMove(
        Text("{text} is no call; calls are pass, X, XX and bids like 1NT or 4♠", text=quoted(text))
    )


def strain_number(text: str) -> int:
    """The strain that a sign or a letter names."""
    if text in STRAINS:
        return STRAINS.index(text)
    return "CDHSN".index(text[0].upper())


_CONTRACT: Final = re.compile(
    r"([1-7])(♣|♦|♥|♠|NT|[CDHSN])(XX|X|\*\*|\*)?(?:\s*(?:by\s+)?([NESW]))?", re.IGNORECASE
)


@dataclass(frozen=True)
class Contract:
    """What was bid last, whether it is doubled, and by whom it is played."""

    bid: Bid
    doubled: int = 0
    """0 undoubled, 1 doubled, 2 redoubled."""
    declarer: Seat | None = None

    @property
    def level(self) -> int:
        return self.bid.level

    @property
    def strain(self) -> int:
        return self.bid.strain

    @property
    def needed(self) -> int:
        """How many tricks make it."""
        return 6 + self.bid.level

    def __str__(self) -> str:
        by = "" if self.declarer is None else f" {LETTERS[self.declarer]}"
        return f"{self.bid}{'X' * self.doubled}{by}"

    @classmethod
    def read(cls, text: str) -> Contract:
        """The contract that `4♠X`, `3NTXX` or `2hx by N` means. Raises `IgrotekaError`."""
        match = _CONTRACT.fullmatch(text.strip())
        if not match:
            raise IgrotekaError(
                Text(
                    "{text} is no contract; it is level, strain and doubling, like 4S, 3NTX, 2♥XX",
                    text=quoted(text),
                )
            )
        bid = Bid(int(match[1]), strain_number(match[2]))
        declarer = LETTERS.index(match[4].upper()) if match[4] else None
        return cls(bid, len(match[3] or ""), declarer)
