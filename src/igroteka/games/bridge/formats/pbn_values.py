"""PBN: the values of tags as the standard exports them, from what files in the wild write."""

from __future__ import annotations

import re
from typing import Final

from igroteka.contract import IgrotekaError, Seat
from igroteka.games.bridge.boards import LETTERS, VULNERABILITIES
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.formats.game import GameText, seat_of
from igroteka.text import NOTHING, Text, plural, quoted

_VULNERABLE: Final = {
    "none": 0, "love": 0, "-": 0, "neither": 0, "nobody": 0, "no": 0, "0": 0, "o": 0,
    "ns": 1, "n": 1, "n/s": 1, "n-s": 1,
    "ew": 2, "e": 2, "e/w": 2, "e-w": 2, "we": 2,
    "all": 3, "both": 3, "b": 3,
}  # fmt: skip
_PASSED: Final = ("pass", "passed", "passed out", "ap", "all pass", "p", "passout", "pass out")
_DATE: Final = re.compile(r"(\d{4}|\?{4})[.\-/]?(\d\d|\?\?)[.\-/]?(\d\d|\?\?)")
_RELATIVE: Final = re.compile(r"([+-])\s*(\d{1,2})")
_SCORE: Final = re.compile(r"(NS|EW|)\s*([+-]?\d+)(?:\s+(?:NS|EW)\s+([+-]?\d+))?", re.IGNORECASE)
_SIDES: Final = re.compile(r"(?:(?:NS|EW) \d{1,2} ?){1,2}")


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
        raise IgrotekaError(Text("the dealer {text} is none of N, E, S and W", text=quoted(value)))
    return LETTERS[seat]


def _declarer(value: str) -> str:
    seat = seat_of(value.lstrip("^"))
    if seat is None:
        raise IgrotekaError(
            Text("the declarer {text} is none of N, E, S and W", text=quoted(value))
        )
    return ("^" if value.startswith("^") else "") + LETTERS[seat]


def _vulnerable(value: str) -> str:
    found = _VULNERABLE.get(value.lower())
    if found is None:
        raise IgrotekaError(
            Text("the vulnerability {text} is none of None, NS, EW and All", text=quoted(value))
        )
    return VULNERABILITIES[found]


def _contract(value: str) -> str:
    if value.lower() in _PASSED:
        return "Pass"
    contract = Contract.read(value.replace(" ", ""))
    return f"{contract.bid.ascii}{'X' * contract.doubled}"


def _board(value: str) -> str:
    return str(int(value)) if value.isascii() and value.isdecimal() else value


def _date(value: str) -> str:
    match = _DATE.fullmatch(value)
    return ".".join(match.groups()) if match else value


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
    if digits.isascii() and digits.isdecimal() and int(digits) <= 13:
        return f"{'^' if irregular else ''}{int(digits)}"
    if _SIDES.fullmatch(digits):
        return value
    raise IgrotekaError(
        Text("the result {text} is no number of tricks from 0 to 13", text=quoted(value))
    )


def score_told(value: str, declarer: Seat | None) -> int | None:
    """North–South's points in a Score like `NS 420` or `EW -420`; without a side, declarer's.

    None for anything else, as for an adjusted score that is not one side's loss of the other's
    gain.
    """
    match = _SCORE.fullmatch(value.strip())
    if not match:
        return None
    side, points, others = match[1].upper(), int(match[2]), match[3]
    if (others is not None and int(others) != -points) or not (side or declarer is not None):
        return None
    east_west = side == "EW" if side else (declarer or 0) % 2 == 1
    return -points if east_west else points


def score_against(game: GameText) -> Text:
    """How a Score differs from what contract, tricks and vulnerability give; empty if it doesn't.

    Rubber bridge counts otherwise and is not judged.
    """
    contract, points = game.contract, game.north_south_points
    told = score_told(game.tag("Score"), contract.declarer if contract else None)
    rubber = game.tag("Scoring").lower().startswith(("rubber", "chicago"))
    if told is None or points is None or told == points or rubber:
        return NOTHING
    result = Text("a board passed out")
    if contract:
        result = plural(
            "{contract} with {count} trick",
            "{contract} with {count} tricks",
            count=game.tricks or 0,
            contract=contract,
        )
    return Text(
        "the score is NS {told}, but {result} scores NS {points}",
        told=told,
        result=result,
        points=points,
    )


_CANONICAL: Final = {
    "Dealer": _dealer,
    "Declarer": _declarer,
    "Vulnerable": _vulnerable,
    "Contract": _contract,
    "Board": _board,
    "Date": _date,
}
