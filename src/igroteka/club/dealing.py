"""The director gives an event its deals: those of a file, or shuffled by a seed."""

from __future__ import annotations

from collections.abc import Mapping

from igroteka.club.deeds import Dealt
from igroteka.club.event import Event
from igroteka.contract import IgrotekaError
from igroteka.records.contest import Contest
from igroteka.text import Text


def from_file(event: Event, contest: Contest, content: bytes) -> list[Dealt]:
    """The deals of a file that are of boards in play. Raises `IgrotekaError`."""
    deals = contest.read_deals(content)
    found = {board: deals[board] for board in _boards(event) if board in deals}
    if not found:
        raise IgrotekaError(Text("the file has none of the boards in play"))
    return _given(event, contest, found)


def by_seed(event: Event, contest: Contest, seed: int) -> list[Dealt]:
    """Deals for the boards that have none yet. Raises `IgrotekaError`."""
    missing = [board for board in _boards(event) if board not in event.deals]
    if not missing:
        raise IgrotekaError(Text("every board has its cards already"))
    return _given(event, contest, {board: contest.deal(board, seed) for board in missing})


def _boards(event: Event) -> list[int]:
    if not event.sections:
        raise IgrotekaError(Text("seat everybody first: then it is known which boards are played"))
    return event.boards


def _given(event: Event, contest: Contest, deals: Mapping[int, str]) -> list[Dealt]:
    """The deeds; a deal that does not fit what was entered of its board is refused."""
    for play in event.all_plays():
        if play.result and play.slot.board in deals:
            contest.read(play.slot.board, play.result, deals[play.slot.board])
    return [Dealt(board, deal) for board, deal in deals.items()]
