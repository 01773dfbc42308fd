"""A result as players write it: `4SX-1`, `3NT+1`, `2♥=`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.contracts import Contract
from igroteka.text import Text, quoted

_RESULT: Final = re.compile(
    r"(?P<contract>[1-7](?:♣|♦|♥|♠|NT|[CDHSN])(?:XX|X|\*\*|\*)?)"
    r"\s*(?:(?:by\s*)?(?P<declarer>[NESW]))??\s*(?P<made>=|[+-]\s*\d{1,2})",
    re.IGNORECASE,
)
_PASSED: Final = ("pass", "passed", "passed out", "ap", "all pass")


class Result(NamedTuple):
    """A contract with the tricks that declarer took."""

    contract: Contract | None
    """None for a board that was passed out."""
    tricks: int

    @classmethod
    def read(cls, text: str) -> Result:
        """The result that `4SX-1`, `3NT N +1`, `2♥=` or `pass` means. Raises `IgrotekaError`."""
        plain = text.strip().replace("−", "-").replace("–", "-")
        if plain.lower() in _PASSED:
            return cls(None, 0)
        match = _RESULT.fullmatch(plain)
        if not match:
            raise IgrotekaError(
                Text(
                    "{text} is no result; it is a contract with =, +1 or -1, like 4SX-1 or "
                    "3NT=, or pass",
                    text=quoted(text),
                )
            )
        contract = Contract.read(f"{match['contract']} {match['declarer'] or ''}")
        made = match["made"].replace(" ", "")
        tricks = contract.needed + (0 if made == "=" else int(made))
        if tricks not in range(14):
            raise IgrotekaError(
                Text("{text} would be {tricks} tricks of 13", text=quoted(text), tricks=tricks)
            )
        return cls(contract, tricks)
