"""What only clients say: the greeting, and what they are ready for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from igroteka.contract import IgrotekaError, Seat
from igroteka.games.bridge.boards import SEATS
from igroteka.games.bridge.protocol.lines import (
    OWNER,
    SEAT,
    Acted,
    ascii_text,
    read_action_line,
    seat_named,
    tidy,
)
from igroteka.records.line_protocol import Greeting
from igroteka.text import Text, quoted

VERSION: Final = 18
READ_VERSIONS: Final = (17, 18)
ANY_SEAT: Final = "ANYPL"
RESUMING: Final = "resuming"
CLAIMS: Final = "claims"
"""What a client of ours may append to its greeting, beside a password."""
_GREETING: Final = re.compile(
    r'connecting (?:"([^"]*)"|([^\s"]+)) as (\w+) using protocol version (\d{1,9})(?!\d)(.*)', re.I
)
_PASSWORD: Final = re.compile(r'password "([^"]*)"', re.I)
_READY: Final = re.compile(rf"{SEAT} (?:is )?ready (?:for|to) (.+?)[\s.]*", re.I)
_BID: Final = re.compile(rf"{OWNER}'?s? bid", re.I)
_CARD: Final = re.compile(rf"{OWNER}'?s? card(?: to trick (\d+))?", re.I)
_DUMMY: Final = re.compile(r"dummy(?:'?s cards)?", re.I)

TEAMS, START, DEAL, CARDS, BID, CARD, DUMMY = (
    *("teams", "start", "deal", "cards", "bid", "card", "dummy"),
)
"""The kinds of things that a client is ready for."""


@dataclass(frozen=True)
class Ready:
    """A client waits for something."""

    seat: Seat
    kind: str
    words: str
    """What it is ready for, in lower case."""


def greeting_line(
    team: str, seat: Seat | None, words: tuple[str, ...] = (), password: str = ""
) -> str:
    """How a client introduces itself; `words` and the password are ours and come last."""
    name = ANY_SEAT if seat is None else SEATS[seat]
    secret = (f'password "{password}"',) if password else ()
    first = f'Connecting "{_unquoted(team)}" as {name} using protocol version {VERSION}'
    return " ".join((first, *words, *secret))


def _unquoted(name: str) -> str:
    return ascii_text(name.replace('"', "'"))


def read_greeting(line: str) -> Greeting:
    """What a client's first line says. Raises `IgrotekaError`."""
    match = _GREETING.fullmatch(tidy(line))
    if not match:
        raise IgrotekaError(
            Text(
                "{text} is no greeting; the first line is like "
                'Connecting "Team" as South using protocol version 18',
                text=quoted(line),
            )
        )
    if int(match[4]) not in READ_VERSIONS:
        raise IgrotekaError(
            Text("protocol version {version} is not spoken here, but 18 is", version=match[4])
        )
    secret = _PASSWORD.search(match[5])
    words = _PASSWORD.sub(" ", match[5]).lower().replace(",", " ").replace(".", " ").split()
    return Greeting(
        name=(match[1] if match[1] is not None else match[2]).strip(),
        seat=_read_seat(match[3]),
        resuming=RESUMING in words,
        password=secret[1] if secret else "",
        abilities=frozenset({CLAIMS}.intersection(words)),
    )


def _read_seat(word: str) -> Seat | None:
    if word.upper() == ANY_SEAT:
        return None
    if not re.fullmatch(SEAT, word, re.I):
        raise IgrotekaError(
            Text(
                "{text} is no seat; seats are North, East, South, West, and ANYPL for any",
                text=quoted(word),
            )
        )
    return seat_named(word)


def ready_line(seat: Seat, kind: str, owner: str = "", trick: int = 0) -> str:
    """What a client says when it waits for a thing of this kind."""
    thing = {
        START: "to start",
        BID: f"for {owner}'s bid",
        CARD: f"for {owner}'s card to trick {trick}",
    }.get(kind, f"for {kind}")
    return f"{SEATS[seat]} ready {thing}"


def read_client_line(line: str) -> Ready | Acted:
    """What a client says after its greeting. Raises `IgrotekaError`."""
    if match := _READY.fullmatch(tidy(line)):
        kind = _kind(match[2].lower())
        seat = seat_named(match[1])
        if kind and seat is not None:
            return Ready(seat, kind, match[2].lower())
    elif acted := read_action_line(line):
        return acted
    raise IgrotekaError(
        Text(
            "{text} can't be read; a client says lines like South ready for teams, "
            "South ready for West's bid, South bids 1NT or South plays 3C",
            text=quoted(line),
        )
    )


def _kind(words: str) -> str:
    """What the words after `ready for` mean; empty if nothing."""
    if words in (TEAMS, START, DEAL, CARDS):
        return words
    patterns = {BID: _BID, CARD: _CARD, DUMMY: _DUMMY}
    return next((kind for kind, pattern in patterns.items() if pattern.fullmatch(words)), "")
