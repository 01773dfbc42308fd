"""A result as players write it: `4♠X S -1 ♥K`, `3NT+1`, `2♥=`, `pass`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.cards import Card
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.scoring.contract_score import score
from igroteka.text import Text, quoted

_RESULT: Final = re.compile(
    r"(?P<contract>[1-7]\s*(?:♣|♦|♥|♠|NT|[CDHSN])\s*(?:XX|X|\*\*|\*)?)"
    r"\s*(?:(?:by\s*)?(?P<declarer>[NESW]))??\s*(?P<made>=|[+-]\s*\d{1,2})"
    r"\s*(?P<lead>(?:♣|♦|♥|♠|[CDHS])(?:10|[2-9TJQKA]))?",
    re.IGNORECASE,
)
_PASSED: Final = ("pass", "passed", "passed out", "ap", "all pass")


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
        plain = text.strip().replace("−", "-").replace("–", "-")
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
        written = re.sub(r"\s", "", match["contract"])
        contract = Contract.read(f"{written} {match['declarer'] or ''}")
        made = match["made"].replace(" ", "")
        tricks = contract.needed + (0 if made == "=" else int(made))
        if tricks not in range(14):
            raise IgrotekaError(
                Text("{text} would be {tricks} tricks of 13", text=quoted(text), tricks=tricks)
            )
        return cls(contract, tricks, Card.read(match["lead"]) if match["lead"] else None)

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
