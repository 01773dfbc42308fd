"""The result of a board that was played at a live table."""

from __future__ import annotations

from typing import Final

from igroteka.contract import Seat
from igroteka.games.bridge.scoring.results import Result
from igroteka.games.bridge.scoring.table_results import TableResult
from igroteka.games.bridge.state import Position

FAULT: Final = ("40/60", "60/40")
"""Average minus to the side that could not go on, average plus to the other, by side."""
NOT_PLAYED: Final = "-"


def result_of(end: Position, failed: Seat | None) -> str:
    """What stands in the protocol of a board that ended so."""
    public = end.public
    if failed is not None:
        return FAULT[failed % 2]
    if not public.over:
        return NOT_PLAYED
    contract, tricks = public.contract, public.declarer_tricks
    if contract is None or tricks is None:
        return str(TableResult.of(Result(None, 0)))
    lead = public.cards[0] if public.cards else None
    return str(TableResult.of(Result(contract, tricks, lead)))
