"""What only a server says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from igroteka.contract import Seat
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.cards import Cards
from igroteka.games.bridge.protocol.lines import (
    OWNER,
    SEAT,
    Acted,
    ascii_text,
    hand_line,
    read_action_line,
    read_hand_line,
    seat_named,
    tidy,
)

START_OF_BOARD: Final = "Start of board"
END_OF_SESSION: Final = "End of session"
CLAIMS_ALLOWED: Final = "Claims allowed"
"""Ours; said to a client that announced claims, at a table that has them."""
REFUSED: Final = "Refused: "
ALREADY_DONE: Final = "already done: "
ERROR: Final = "Error: "
VULNERABLE: Final = ("Neither", "N/S", "E/W", "Both")
SCORINGS: Final = {"matchpoints": "MP", "points": "TP", "imps": "IMP"}
_SEATED: Final = re.compile(rf'{SEAT} \("?(.*?)"?\) seated[\s.]*', re.I)
_TEAMS: Final = re.compile(
    r'teams ?: ?n/s ?: ?"([^"]*)"[ .,]*e/w ?: ?"([^"]*)"[ .,]*(?:playing (\w+)[\s.]*)?', re.I
)
_BOARD: Final = re.compile(
    rf"board (?:number )?(\d{{1,9}})[. ]+dealer {SEAT}[. ]+(neither|n/s|e/w|both) vulnerable[\s.]*",
    re.I,
)
_CARDS: Final = re.compile(rf"{OWNER}'?s cards ?: ?(.*)", re.I)
_TO_LEAD: Final = re.compile(rf"{OWNER} to lead[\s.]*", re.I)
_PAST: Final = re.compile(r"resuming after (\d{1,9}) actions?[\s.]*", re.I)
_WORDS: Final = {
    START_OF_BOARD.lower(): START_OF_BOARD,
    END_OF_SESSION.lower(): END_OF_SESSION,
    CLAIMS_ALLOWED.lower(): CLAIMS_ALLOWED,
}


@dataclass(frozen=True)
class Seated:
    """The client has its seat."""

    seat: Seat


@dataclass(frozen=True)
class Teams:
    """Who plays, and for what if it was told."""

    names: tuple[str, str]
    scoring: str = "imps"


@dataclass(frozen=True)
class BoardFacts:
    """Number, dealer and vulnerability."""

    number: int
    dealer: Seat
    vulnerability: int


@dataclass(frozen=True)
class Hand:
    """The client's hand, or with no seat dummy's."""

    seat: Seat | None
    cards: Cards


@dataclass(frozen=True)
class ToLead:
    """A trick begins, from the client's own hand or with no seat from dummy."""

    seat: Seat | None


@dataclass(frozen=True)
class Past:
    """So many actions of the board are told at once, the client's own among them."""

    count: int


@dataclass(frozen=True)
class Refusal:
    """The client's last words can't be; an action that was made for it is told with it."""

    reason: str
    final: bool = False
    """Whether it is sent away."""
    instead: Acted | None = None


@dataclass(frozen=True)
class Word:
    """A line that is nothing but one of the fixed ones, or the timing of a board."""

    word: str


TIMING: Final = Word("Timing")
ServerLine = Seated | Teams | BoardFacts | Hand | ToLead | Past | Refusal | Word | Acted


def seated_line(seat: Seat, team: str) -> str:
    """The client has its seat."""
    return f'{SEATS[seat]} ("{team}") seated'


def teams_line(names: Sequence[str], scoring: str) -> str:
    """Who plays; for what is told unless it is IMPs, which everybody takes for granted."""
    sides = (_side(names[0], names[2]), _side(names[1], names[3]))
    playing = "" if scoring == "imps" else f". Playing {SCORINGS[scoring]}"
    return f'Teams : N/S : "{sides[0]}" E/W : "{sides[1]}"{playing}'


def _side(one: str, other: str) -> str:
    name = one if one == other else f"{one} & {other}"
    return ascii_text(name.replace('"', "'"))


def board_line(number: int, dealer: Seat, vulnerability: int) -> str:
    """Number, dealer and vulnerability of a board."""
    who = VULNERABLE[vulnerability]
    return f"Board number {number}. Dealer {SEATS[dealer]}. {who} vulnerable."


def cards_line(owner: str, cards: Cards) -> str:
    """The hand of a seat, or of `Dummy`."""
    return f"{owner}'s cards : {hand_line(cards)}"


def to_lead_line(owner: str) -> str:
    """The leader's, or with `Dummy` declarer's, word that a trick begins."""
    return f"{owner} to lead"


def past_line(count: int) -> str:
    """Ours: how many actions a client that comes back is told at once."""
    return f"Resuming after {count} actions"


def timing_line(seconds: Sequence[float], total: Sequence[float]) -> str:
    """How long the sides thought, on the board and in all."""
    sides = (
        f"{name} : this board  {_minutes(int(board))},  total  {_hours(int(all_boards))}."
        for name, board, all_boards in zip(("N/S", "E/W"), seconds, total, strict=True)
    )
    return f"Timing - {'  '.join(sides)}"


def _minutes(seconds: int) -> str:
    return f"{seconds // 60:02d}:{seconds % 60:02d}"


def _hours(seconds: int) -> str:
    return f"{seconds // 3600}:{_minutes(seconds % 3600)}"


def read_server_line(line: str) -> ServerLine | None:
    """What a server says; None for what a client need not understand.

    Raises `IgrotekaError` for a hand, a call or a card that can't be read.
    """
    line = tidy(line)
    lower = line.lower().rstrip(". ")
    if lower in _WORDS:
        return Word(_WORDS[lower])
    if lower.startswith("timing"):
        return TIMING
    if lower.startswith(ERROR.lower().strip()):
        return Refusal(line[len(ERROR) :], final=True)
    if lower.startswith(REFUSED.lower().strip()):
        reason = line[len(REFUSED) :]
        done = reason.lower().startswith(ALREADY_DONE)
        return Refusal(
            reason, False, read_action_line(reason[len(ALREADY_DONE) :]) if done else None
        )
    return _read_facts(line) or read_action_line(line)


def _read_facts(line: str) -> ServerLine | None:
    if match := _SEATED.fullmatch(line):
        return Seated(_seat(match[1]))
    if match := _TEAMS.fullmatch(line):
        scorings = {short: name for name, short in SCORINGS.items()}
        return Teams((match[1], match[2]), scorings.get((match[3] or "IMP").upper(), "imps"))
    if match := _BOARD.fullmatch(line):
        who = [name.lower() for name in VULNERABLE].index(match[3].lower())
        return BoardFacts(int(match[1]), _seat(match[2]), who)
    if match := _CARDS.fullmatch(line):
        return Hand(seat_named(match[1]), read_hand_line(match[2]))
    if match := _TO_LEAD.fullmatch(line):
        return ToLead(seat_named(match[1]))
    if match := _PAST.fullmatch(line):
        return Past(int(match[1]))
    return None


def _seat(word: str) -> Seat:
    seat = seat_named(word)
    assert seat is not None
    return seat
