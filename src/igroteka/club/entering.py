"""What the game says of a deed before it goes into the log: results are read, checked, doubted."""

from __future__ import annotations

from dataclasses import replace

from igroteka.club.deeds import Confirmed, Corrected, Dealt, Deed, Entered, Slot
from igroteka.club.director_deeds import Changed, Opened
from igroteka.club.event import ALL, Event
from igroteka.club.event_results import hands_are_open
from igroteka.contract import BadOption
from igroteka.records.contest import Contest
from igroteka.text import Text, listed, quoted


def checked(event: Event, contest: Contest, deed: Deed, directs: bool = True) -> Deed:
    """The deed with its result or deal in the contest's own notation.

    Raises `BadOption` for what can't have happened. What the cards of a board speak against is told
    to the director, and to a table that has entered something and may see them: nobody else could
    ask for them so. It is confirmed by nobody.
    """
    if isinstance(deed, Entered | Confirmed) or (isinstance(deed, Corrected) and deed.result):
        told = directs or _has_entered(event, deed.slot)
        deal = event.deals.get(deed.board) if told else None
        return replace(deed, result=contest.read(deed.board, deed.result, deal))
    if isinstance(deed, Dealt):
        return replace(deed, deal=contest.read_deal(deed.board, deed.deal))
    if isinstance(deed, Opened | Changed):
        _check_settings(contest, deed)
    return deed


def _has_entered(event: Event, slot: Slot) -> bool:
    play = event.plays.get(slot)
    return play is not None and bool(play.result) and hands_are_open(event, slot.board)


def _check_settings(contest: Contest, deed: Opened | Changed) -> None:
    if deed.scoring is not None:
        contest.scoring(deed.scoring)
    known = {each.name: each for each in contest.settings}
    for name, value in (deed.settings or {}).items():
        if name in known:
            known[name].check(value)
        elif name == "online":
            _check_tables(value)
        elif name not in HOUSE_SETTINGS:
            raise BadOption(
                Text(
                    "an event has no setting {text}; there are {names}",
                    text=quoted(name),
                    names=listed([*known, *HOUSE_SETTINGS]),
                )
            )


def _check_tables(text: str) -> None:
    words = text.replace(",", " ").split()
    if words != [ALL] and not all(word.isdecimal() for word in words):
        raise BadOption(
            Text(
                "{text} names no tables: write their numbers, such as 1 3, or {all}",
                text=quoted(text),
                all=ALL,
            )
        )


HOUSE_SETTINGS = ("winners", "results", "hands", "online")
"""One or two lines; who sees results, and hands, while the event goes on; tables on the net."""


def doubt(event: Event, contest: Contest, slot: Slot, result: str) -> Text | None:
    """Why a table should be asked again about a result; None if it may well be true."""
    others = [
        play.result
        for play in event.plays.values()
        if play.slot.board == slot.board and play.slot != slot and play.result
    ]
    return contest.doubt(slot.board, result, others)
