"""PBN: the values of tags as the standard exports them, from what files in the wild write."""

from __future__ import annotations

import re
from typing import Final

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.boards import LETTERS, VULNERABILITIES
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.formats.game import number_in, seat_of, tricks_of_sides
from igroteka.games.bridge.formats.reading import excerpt
from igroteka.text import Text

_VULNERABLE: Final = {
    "none": 0, "love": 0, "-": 0, "neither": 0, "nobody": 0,
    "ns": 1, "n-s": 1, "n/s": 1,
    "ew": 2, "e-w": 2, "e/w": 2,
    "all": 3, "both": 3,
}  # fmt: skip
_PASSED: Final = ("pass", "passed", "passed out", "ap", "all pass", "p", "passout", "pass out")
_DATE: Final = re.compile(r"(\d{4}|\?{4})[.\-/]?(\d\d|\?\?)[.\-/]?(\d\d|\?\?)")
_RELATIVE: Final = re.compile(r"([+-])\s*([0-9]{1,2})")
_REDOUBLED: Final = re.compile(r"(?<=[CDHSNT♣♦♥♠])R$", re.IGNORECASE)


def canonical(name: str, value: str) -> str:
    """A tag's value in the form of the export format. Raises `IgrotekaError` if it has none."""
    value = value.strip()
    if value in ("", "?"):
        return value
    change = _CANONICAL.get(name)
    return change(value) if change else value


def _dealer(value: str) -> str:
    seat = seat_of(value)
    if seat is None:
        raise IgrotekaError(Text("the dealer {text} is none of N, E, S and W", text=excerpt(value)))
    return LETTERS[seat]


def _declarer(value: str) -> str:
    seat = seat_of(value.lstrip("^"))
    if seat is None:
        raise IgrotekaError(
            Text("the declarer {text} is none of N, E, S and W", text=excerpt(value))
        )
    return ("^" if value.startswith("^") else "") + LETTERS[seat]


def _vulnerable(value: str) -> str:
    found = _VULNERABLE.get(value.lower())
    if found is None:
        raise IgrotekaError(
            Text("the vulnerability {text} is none of None, NS, EW and All", text=excerpt(value))
        )
    return VULNERABILITIES[found]


def _contract(value: str) -> str:
    if value.lower() in _PASSED:
        return "Pass"
    contract = Contract.read(_REDOUBLED.sub("XX", value.replace(" ", "")))
    return f"{contract.bid.ascii}{'X' * contract.doubled}"


def _board(value: str) -> str:
    number = number_in(value)
    if number is None and value.isdecimal():
        raise IgrotekaError(Text("the board {text} is no number of a board", text=excerpt(value)))
    return value if number is None else str(number)


def _date(value: str) -> str:
    match = _DATE.fullmatch(value)
    return ".".join(match.groups()) if match else value


_SIDES: Final = re.compile(r"NS|EW", re.IGNORECASE)


def tricks_of(value: str, contract: Contract | None) -> str:
    """A Result as a number of tricks; `+1`, `=` and `-2` are counted from the contract."""
    value = value.strip()
    if value in ("", "?"):
        return value
    irregular, digits = value.startswith("^"), value.lstrip("^")
    if contract and digits == "=":
        digits = str(contract.needed)
    elif contract and (match := _RELATIVE.fullmatch(digits)):
        digits = str(contract.needed + int(match[1] + match[2]))
    number = number_in(digits)
    if number is not None and number <= 13:
        return f"{'^' if irregular else ''}{number}"
    if tricks_of_sides(digits):
        return " ".join(value.upper().split())
    if _SIDES.match(digits):
        raise IgrotekaError(
            Text("the result {text} is not 13 tricks of both sides together", text=excerpt(value))
        )
    raise IgrotekaError(
        Text("the result {text} is no number of tricks from 0 to 13", text=excerpt(value))
    )


_CANONICAL: Final = {
    "Dealer": _dealer,
    "Declarer": _declarer,
    "Vulnerable": _vulnerable,
    "Contract": _contract,
    "Board": _board,
    "Date": _date,
}
