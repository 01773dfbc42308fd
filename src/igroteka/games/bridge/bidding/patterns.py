"""Fitting the `after` of a rule to an auction, and its letters to suits.

A pattern lists the calls since the first bid: ours plain, theirs in brackets, `-` their pass, `?`
whatever they called, `P` our pass. `1M`, `2x` stand for bids in some suit; a letter is the same
suit throughout a rule and different letters are different suits. `…` at the beginning is any number
of calls, `*` alone any auction that somebody opened, an empty pattern one that nobody did.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from igroteka.games.bridge.auction import BIDS
from igroteka.games.bridge.bidding.rulefile import BadRule
from igroteka.games.bridge.cards import suit_number
from igroteka.games.bridge.contracts import DOUBLE, NOTRUMP, PASS, REDOUBLE, Bid, Call
from igroteka.text import Text, quoted

Binding = Mapping[str, int]
"""What suit each letter stands for."""

_MAJORS: Final = (2, 3)
_OTHER: Final = {"o": "M", "n": "m"}
_CALL: Final = r"(?:P|XX?|\?|[1-7](?:NT|[CDHS]|[Momntxyz]))"
_TOKEN: Final = re.compile(rf"-|\?|{_CALL}|\({_CALL}(?:\|{_CALL})*\)")
_WORDS: Final = {"P": PASS, "-": PASS, "X": DOUBLE, "XX": REDOUBLE}


def bindings(pattern: str, calls: Sequence[Call]) -> Iterator[Binding]:
    """Every way in which the calls since the first bid fit the pattern."""
    if pattern == "*":
        if calls:
            yield {}
        return
    tokens = pattern.split()
    if tokens and tokens[0] == "…":
        tokens = tokens[1:]
        calls = calls[max(0, len(calls) - len(tokens)) :]
    if len(tokens) != len(calls):
        return
    bound: dict[str, int] = {}
    for token, call in zip(tokens, calls, strict=True):
        if not _fits(token.strip("()"), call, bound):
            return
    yield bound


def may_have_length(pattern: str, length: int) -> bool:
    """Whether so many calls could fit the pattern at all."""
    tokens = pattern.split()
    if pattern == "*":
        return length > 0
    if tokens and tokens[0] == "…":
        return length >= len(tokens) - 1
    return length == len(tokens)


def check_pattern(pattern: str, rule: str) -> None:
    """Raise `BadRule` for what is no call, and where the sides do not alternate, theirs last."""
    words = pattern.split()
    tokens = words[1:] if words[:1] == ["…"] else words if pattern != "*" else []
    for back, token in enumerate(reversed(tokens)):
        if not _TOKEN.fullmatch(token):
            raise BadRule(
                Text(
                    "rule {rule}: {token} in {pattern} is no call",
                    rule=quoted(rule),
                    token=quoted(token),
                    pattern=quoted(pattern),
                )
            )
        theirs = token in ("-", "?") or token.startswith("(")
        if theirs != (back % 2 == 0):
            raise BadRule(
                Text(
                    "rule {rule}: in {pattern} the calls of the sides do not alternate",
                    rule=quoted(rule),
                    pattern=quoted(pattern),
                )
            )


def _fits(token: str, call: Call, bound: dict[str, int]) -> bool:
    if token == "?":
        return True
    return any(_one_fits(each, call, bound) for each in token.split("|"))


def _one_fits(token: str, call: Call, bound: dict[str, int]) -> bool:
    if token in _WORDS:
        return call == _WORDS[token]
    if not isinstance(call, Bid) or call.level != int(token[0]):
        return False
    strain = token[1:]
    if strain == "NT" or call.strain == NOTRUMP:
        return strain == "NT" and call.strain == NOTRUMP
    if strain in "CDHS":
        return call.strain == suit_number(strain)
    return _bind(strain, call.strain, bound)


def _bind(letter: str, suit: int, bound: dict[str, int]) -> bool:
    """Let a letter stand for a suit, if it may."""
    if letter in bound:
        return bound[letter] == suit
    if letter == "M" and "t" in bound:
        return _set(bound, "M", suit) if suit == bound["t"] + 1 else False
    if letter == "t":
        return _set(bound, "t", suit) if suit + 1 in _MAJORS else False
    if letter in _OTHER:
        group = _MAJORS if letter == "o" else (0, 1)
        other = bound.get(_OTHER[letter])
        return _set(bound, letter, suit) if suit in group and suit != other else False
    if (letter == "M" and suit not in _MAJORS) or (letter == "m" and suit in _MAJORS):
        return False
    if suit in bound.values():
        return False
    return _set(bound, letter, suit)


def _set(bound: dict[str, int], letter: str, suit: int) -> bool:
    bound[letter] = suit
    return True


def completions(letters: Sequence[str], bound: Binding, high_first: bool) -> Iterator[Binding]:
    """Every way to give suits to the letters that the auction left open."""
    missing = [letter for letter in letters if letter not in bound]
    if not missing:
        yield bound
        return
    for suit in range(3, -1, -1) if high_first else range(4):
        grown = dict(bound)
        if _bind(missing[0], suit, grown):
            yield from completions(missing[1:], grown, high_first)


def called(text: str, bound: Binding, last: Bid | None) -> Call | None:
    """The call that a rule names, with its letters bound; None if there is no such bid."""
    if text in ("pass", "X", "XX"):
        return {"pass": PASS, "X": DOUBLE, "XX": REDOUBLE}[text]
    kind, letter = (text[0], text[1:]) if text[0].isdigit() else text.split()
    strain = _strain(letter, bound)
    if kind.isdigit():
        return Bid(int(kind), strain)
    low = next((bid for bid in BIDS if bid.strain == strain and (last is None or bid > last)), None)
    if low is None:
        return None
    level = {"low": low.level, "jump": low.level + 1, "slam": 6}.get(kind, _game_level(strain))
    bid = Bid(level, strain)
    return bid if low <= bid and level <= 7 else None


def _game_level(strain: int) -> int:
    return {0: 5, 1: 5, 2: 4, 3: 4, NOTRUMP: 3}[strain]


def _strain(letter: str, bound: Binding) -> int:
    if letter == "NT":
        return NOTRUMP
    return suit_number(letter) if letter in "CDHS" else bound[letter]
