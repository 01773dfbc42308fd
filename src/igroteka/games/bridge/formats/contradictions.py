"""Where what a file states of a game differs from what the rest of it gives.

Every function gives the sentence that says so, or an empty one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from igroteka.contract import Seat
from igroteka.games.bridge.boards import LETTERS
from igroteka.games.bridge.contracts import Contract
from igroteka.games.bridge.formats.game import GameText
from igroteka.text import NOTHING, Text, plural

UNKNOWN: Final = ("", "?")
"""Values of a tag that states nothing."""
_POINTS: Final = r"([+-]?[0-9]{1,6})"
_SCORE: Final = re.compile(rf"(NS|EW|)\s*{_POINTS}(?:\s+(?:NS|EW)\s+{_POINTS})?", re.IGNORECASE)


def contract_word(contract: Contract | None) -> str:
    """A contract as its tag has it; None is a board passed out."""
    return f"{contract.bid.ascii}{'X' * contract.doubled}" if contract else "Pass"


def contract_against(tags: Mapping[str, str], contract: Contract | None) -> Text:
    """How the Contract differs from what the auction ends in."""
    told, found = tags.get("Contract", ""), contract_word(contract)
    if told in (*UNKNOWN, found):
        return NOTHING
    return Text("the contract is {told}, but the auction ends in {found}", told=told, found=found)


def declarer_against(tags: Mapping[str, str], declarer: Seat) -> Text:
    """How the Declarer differs from who declares by the auction; `^` says that it is so."""
    told, found = tags.get("Declarer", ""), LETTERS[declarer]
    if told in (*UNKNOWN, found) or told.startswith("^"):
        return NOTHING
    return Text("the declarer is {told}, but by the auction {found}", told=told, found=found)


def passed_out_against(tags: Mapping[str, str]) -> Text:
    """What a board that was passed out can't have: tricks. A declarer some programs leave there."""
    told = tags.get("Result", "")
    if tags.get("Contract") != "Pass" or told in (*UNKNOWN, "0"):
        return NOTHING
    return Text("the board was passed out, but the result is {told}", told=told)


def result_against(tricks: int, taken: int, lost: int) -> Text:
    """How declarer's tricks differ from those that were taken and lost in the play."""
    if taken <= tricks <= 13 - lost:
        return NOTHING
    if taken + lost == 13:
        return plural(
            "the result is {count} trick, but the play gives {taken}",
            "the result is {count} tricks, but the play gives {taken}",
            count=tricks,
            taken=taken,
        )
    return plural(
        "the result is {count} trick, but as far as the play is told declarer won {taken} and "
        "lost {lost}",
        "the result is {count} tricks, but as far as the play is told declarer won {taken} and "
        "lost {lost}",
        count=tricks,
        taken=taken,
        lost=lost,
    )


def score_against(game: GameText) -> Text:
    """How a Score differs from what contract, tricks and vulnerability give.

    Rubber bridge counts otherwise and is not judged.
    """
    if game.tags.get("Score", "") in UNKNOWN:
        return NOTHING
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
