"""What both sides say: calls, cards, hands and claims. Written exactly, read leniently."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from igroteka.contract import IgrotekaError, Seat
from igroteka.games.bridge.boards import LETTERS, SEATS
from igroteka.games.bridge.cards import RANKS, Card, Cards, holding, read_hand
from igroteka.games.bridge.contracts import DOUBLE, PASS, REDOUBLE, Bid, Call, read_call
from igroteka.games.bridge.notation import AGREE, REFUSE, Action, Answer, Claim
from igroteka.text import NOTHING, Text, as_written, quoted

SEAT: Final = r"(north|east|south|west|[nesw])\b"
"""A seat by its name or letter, in a pattern that does not look at case."""
OWNER: Final = r"(north|east|south|west|dummy|[nesw])\b"
_VERBS: Final = {PASS: "passes", DOUBLE: "doubles", REDOUBLE: "redoubles"}
_ALERT: Final = r"(?:[\s.]*\b(alert|infos?)\b[\s.:]*(.*?))?[\s.]*"
_CALL: Final = re.compile(
    rf"{SEAT} (pass|double|redouble|bid)(?:e?s|)\b ?(?:([1-7] ?n?[a-z])(?:t\b|\b))?{_ALERT}", re.I
)
_CARD: Final = re.compile(rf"{OWNER}(?:'?s)? plays? ([^.]*?)[\s.]*", re.I)
_RANK_FIRST: Final = re.compile(rf"(10|[{RANKS}]) ?([CDHS])", re.I)
_SUIT: Final = re.compile(r"([SHDC])[ :]*((?:(?:10|[2-9TJQKA-]) ?)*)[., ]*", re.I)
_CLAIM: Final = re.compile(rf"{SEAT} claims (\d{{1,9}})(?: tricks?)?(?: ?: ?(.*?)|[\s.]*)", re.I)
_ANSWER: Final = re.compile(rf"{SEAT} (agree|refuse)s?(?: to)?(?: the claim)?[\s.]*", re.I)
_ASCII: Final = str.maketrans(dict(zip("♣♦♥♠–—·", "CDHS--,", strict=True)))


@dataclass(frozen=True)
class Acted:
    """A line that tells an action: of whom, what, and what was said of it."""

    seat: Seat | None
    """Whose call or card it is; None is dummy, by that word."""
    action: Action
    explanation: Text = NOTHING
    hand: Cards = 0
    """The cards that a claimer shows."""


def tidy(line: str) -> str:
    """A line without blanks at its ends and repeated ones."""
    return " ".join(line.split())


def ascii_text(text: str) -> str:
    """A sentence in the only letters that lines have: suits as C, D, H, S."""
    return tidy(text.translate(_ASCII)).encode("ascii", "replace").decode()


def seat_named(word: str) -> Seat | None:
    """The seat that a name or a letter means; None is dummy."""
    letter = word[0].upper()
    return LETTERS.index(letter) if letter in LETTERS else None


def action_line(seat: Seat, action: Action, explanation: str = "", hand: Cards = 0) -> str:
    """What is said of an action; `seat` is the one whose call or card it is."""
    name = SEATS[seat]
    if isinstance(action, Card):
        return f"{name} plays {action.ascii[1]}{action.ascii[0]}"
    if isinstance(action, Claim):
        shown = f" : {hand_line(hand)}" if hand else ""
        return f"{name} claims {action.tricks} tricks{shown}"
    if isinstance(action, Answer):
        return f"{name} agrees to the claim" if action == AGREE else f"{name} refuses the claim"
    alert = f" Alert. {ascii_text(explanation)}" if explanation else ""
    return f"{name} {call_words(action)}{alert}"


def call_words(call: Call) -> str:
    """`passes`, `doubles`, `bids 1NT`: never with a dot, which breaks a known robot."""
    return f"bids {call.ascii}" if isinstance(call, Bid) else _VERBS[call]


def read_action_line(line: str) -> Acted | None:
    """The action that a line tells; None for a line about something else.

    Raises `IgrotekaError` where a card or a call can't be read.
    """
    line = tidy(line)
    if match := _CARD.fullmatch(line):
        return Acted(seat_named(match[1]), read_card(match[2]))
    if match := _CALL.fullmatch(line):
        words = match[5] or ""
        said = as_written(words) if words else Text("alerted without a word")
        explanation = said if match[4] else NOTHING
        return Acted(seat_named(match[1]), _read_call(match[2], match[3], line), explanation)
    if match := _CLAIM.fullmatch(line):
        hand = read_hand_line(match[3]) if match[3] else 0
        return Acted(seat_named(match[1]), Claim(int(match[2])), hand=hand)
    if match := _ANSWER.fullmatch(line):
        return Acted(seat_named(match[1]), AGREE if match[2].lower() == "agree" else REFUSE)
    return None


def _read_call(verb: str, bid: str | None, line: str) -> Call:
    if verb.lower() == "bid" and bid:
        return read_call(bid.replace(" ", ""))
    for call, words in _VERBS.items():
        if not bid and words.startswith(verb.lower()):
            return call
    raise IgrotekaError(
        Text(
            "{text} is no call; calls are passes, doubles, redoubles and bids like bids 1NT",
            text=quoted(line),
        )
    )


def read_card(text: str) -> Card:
    """The card that `3C`, `c3`, `TS` or `10s` means. Raises `IgrotekaError`."""
    match = _RANK_FIRST.fullmatch(text.strip())
    return Card.read(match[2] + match[1] if match else text.replace(" ", ""))


def hand_line(hand: Cards) -> str:
    """A hand as lines have it: `S A T 9 5. H K 6 5. D Q J 8 7 6 4. C -.`"""
    suits = ((letter, holding(hand, "CDHS".index(letter))) for letter in "SHDC")
    return " ".join(f"{letter} {' '.join(ranks) or '-'}." for letter, ranks in suits)


def read_hand_line(text: str) -> Cards:
    """The hand that a line shows, suits and ranks in any order. Raises `IgrotekaError`."""
    suits: dict[str, str] = {}
    at = 0
    text = tidy(text)
    while match := _SUIT.match(text, at):
        suits[match[1].upper()] = match[2].replace(" ", "")
        at = match.end()
    hand = read_hand(".".join(suits.get(letter, "") for letter in "SHDC"))
    if at < len(text) or len(suits) != 4 or hand.bit_count() != 13:
        raise IgrotekaError(
            Text(
                "{text} is no hand of thirteen cards, like S A T 9 5. H K 6 5. D Q J 8 7 6 4. C -.",
                text=quoted(text),
            )
        )
    return hand
