"""A result as players write it: `4♠X S -1 ♥K`, `3NT+1`, `2♥=`, `4п-1`, `pass`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.scoring import russian
from igroteka.games.bridge.scoring.contract_score import score
from igroteka.text import Text, quoted


def _one_of(words: Iterable[str]) -> str:
    """A pattern for any of these, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_SUITS: Final = [word for word, letter in russian.STRAINS.items() if letter != "NT"]
_RESULT: Final = re.compile(
    rf"(?P<level>[1-7])\s*(?P<strain>♣|♦|♥|♠|NT|[CDHSN]|{_one_of(russian.STRAINS)})"
    rf"\s*(?P<doubled>XX|X|\*\*|\*|{_one_of(russian.DOUBLINGS)})?"
    rf"\s*(?:(?:by\s*)?(?P<declarer>[NESW]|{_one_of(russian.SEATS)}))??"
    r"\s*(?P<made>=|[+-]\s*\d{1,2})"
    rf"\s*(?:(?P<led>♣|♦|♥|♠|[CDHS]|{_one_of(_SUITS)})\s*"
    rf"(?P<rank>10|[2-9TJQKA]|{_one_of(russian.RANKS)}))?",
    re.IGNORECASE,
)
_PASSED: Final = ("pass", "passed", "passed out", "ap", "all pass", *russian.PASSED)


def _letter(word: str | None, russian_words: Mapping[str, str]) -> str:
    """A word in the letters of the notation; empty if there is none."""
    return russian_words.get((word or "").lower(), word or "")


class NoResult(IgrotekaError):  # noqa: N818 - named after what is wrong
    """A text is not written like a result."""


class Result(NamedTuple):
    """A contract with the tricks that declarer took."""

    contract: Contract | None
    """None for a board that was passed out."""
    tricks: int
    lead: Card | None = None

    @classmethod
    def read(cls, text: str) -> Result:
        """The result that `4SX-1`, `3NT N +1 HK`, `2♥=` or `pass` means. Raises `IgrotekaError`."""
        plain = " ".join(text.split()).replace("−", "-").replace("–", "-")
        if plain.lower() in _PASSED:
            return cls(None, 0)
        match = _RESULT.fullmatch(plain)
        if not match:
            raise NoResult(
                Text(
                    "{text} is no result; it is a contract with =, +1 or -1, like 4SX-1 or "
                    "3NT=, or pass",
                    text=quoted(text),
                )
            )
        doubled = _letter(match["doubled"], russian.DOUBLINGS)
        declarer = _letter(match["declarer"], russian.SEATS)
        strain = _letter(match["strain"], russian.STRAINS)
        contract = Contract.read(f"{match['level']}{strain}{doubled} {declarer}")
        made = match["made"].replace(" ", "")
        tricks = contract.needed + (0 if made == "=" else int(made))
        if tricks not in range(14):
            raise IgrotekaError(
                Text("{text} would be {tricks} tricks of 13", text=quoted(text), tricks=tricks)
            )
        led, rank = _letter(match["led"], russian.STRAINS), _letter(match["rank"], russian.RANKS)
        return cls(contract, tricks, Card.read(led + rank) if rank else None)

    @property
    def made(self) -> str:
        """The tricks beside those needed: `=`, `+1`, `-2`; empty if the board was passed out."""
        if self.contract is None:
            return ""
        over = self.tricks - self.contract.needed
        return f"{over:+}" if over else "="

    def north_south(self, vulnerability: int) -> int:
        """The score of North–South, given who is vulnerable. Raises `IgrotekaError`.

        A result without a declarer has none.
        """
        if self.contract is None:
            return 0
        declarer = self.contract.declarer
        if declarer is None:
            raise IgrotekaError(
                Text("{text} does not say who declares: N, E, S or W", text=quoted(str(self)))
            )
        side = declarer % 2
        points = score(self.contract, self.tricks, bool(vulnerability >> side & 1))
        return -points if side else points

    def __str__(self) -> str:
        if self.contract is None:
            return "pass"
        lead = "" if self.lead is None else f" {self.lead}"
        return f"{self.contract} {self.made}{lead}"
