"""Conditions on hands, written as players say them: `north: 15-17 hcp balanced or 5+s 4+h`.

    condition  =  alternative { "or" alternative }
    alternative =  { [ "and" ] fact }
    fact       =  seat ":" | "not" fact | "(" condition ")" | range what | "balanced" |
                  "semibalanced" | pattern
    seat       =  north east south west, n e s w, or the pairs ns ew
    range      =  15-17 | 15+ | 10- | 15
    what       =  hcp, controls, aces, kings; spades hearts diamonds clubs, s h d c, ♠ ♥ ♦ ♣
    pattern    =  5431 in any suits, or 5=4=3=1 for spades, hearts, diamonds, clubs

Facts after a seat are about its hand, after a pair about both hands together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from igroteka.contract import IgrotekaError
from igroteka.games.bridge import possible
from igroteka.games.bridge.boards import SEATS, Board
from igroteka.games.bridge.cards import Cards, each
from igroteka.games.bridge.possible import Bounds
from igroteka.text import Text, joined, quoted

Counts: TypeAlias = npt.NDArray[np.int64]
"""Of many deals, for each seat, how much of each measure: deals × seats × measures."""
Predicate: TypeAlias = Callable[[Counts], npt.NDArray[np.bool_]]
"""Which of many deals fit."""


@dataclass(frozen=True)
class Condition:
    """A condition as a function, and what it leaves possible."""

    fit: Predicate
    bounds: Bounds

    def __call__(self, counts: Counts) -> npt.NDArray[np.bool_]:
        return self.fit(counts)


MEASURES: Final = ("clubs", "diamonds", "hearts", "spades", "hcp", "controls", "aces", "kings")
_NAMES: Final = {
    "c": 0, "♣": 0, "club": 0, "d": 1, "♦": 1, "diamond": 1, "h": 2, "♥": 2, "heart": 2,
    "s": 3, "♠": 3, "spade": 3, "points": 4, "point": 4, "control": 5, "ace": 6, "king": 7,
    **{name: at for at, name in enumerate(MEASURES)},
}  # fmt: skip
_WHO: Final = {
    **{seat.lower(): (at,) for at, seat in enumerate(SEATS)},
    **{seat[0].lower(): (at,) for at, seat in enumerate(SEATS)},
    "ns": (0, 2), "ew": (1, 3),
}  # fmt: skip
MANY: Final = 99
"""More than any measure of a hand."""
NESTED: Final = 50
"""So many brackets and `not` at most."""
_BALANCED: Final = ("4333", "4432", "5332")
_SEMIBALANCED: Final = (*_BALANCED, "5422", "6322")

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<who>[a-z]+)\s*:|(?P<exact>\d=\d=\d=\d)|(?P<pattern>\d{4})(?!\d)"
    r"|(?P<low>\d{1,4})\s*(?:(?P<plus>\+)|-\s*(?P<high>\d{1,4})|(?P<minus>-))?\s*(?P<what>[a-z♣♦♥♠]+)"
    r"|(?P<word>[a-z]+)|(?P<mark>[()]))",
    re.IGNORECASE,
)


def weights() -> Counts:
    """How much each card adds to each measure: cards × measures."""
    table = np.zeros((52, len(MEASURES)), dtype=np.int64)
    for card in range(52):
        rank = card % 13
        table[card, card // 13] = 1
        table[card, 4] = max(0, rank - 8)
        table[card, 5] = {12: 2, 11: 1}.get(rank, 0)
        table[card, 6] = rank == 12
        table[card, 7] = rank == 11
    return table


def fits(predicate: Predicate, board: Board) -> bool:
    """Whether one board fits."""
    owned = np.array([[hand >> card & 1 for card in range(52)] for hand in board.hands])
    return bool(predicate((owned @ weights())[np.newaxis])[0])


def check_possible(
    conditions: Sequence[Condition], texts: Sequence[str], given: Sequence[Cards] = ()
) -> None:
    """Refuse conditions that no deal fits, as far as that is seen at once.

    `texts` is how they were written, `given` what each hand holds. Raises `IgrotekaError`.
    """
    bounds = possible.both([*(condition.bounds for condition in conditions), *_held(given)])
    if bounds.wrong:
        raise IgrotekaError(
            Text(
                "no deal fits {wanted}: {reason}",
                wanted=joined("; ", texts),
                reason=bounds.wrong,
            )
        )


def _held(given: Sequence[Cards]) -> Iterator[Bounds]:
    """What hands with these cards have at least, and at most with the best that are left."""
    table, free = weights(), [card for card in range(52) if not any(h >> card & 1 for h in given)]
    best = np.sort(table[free], axis=0)[::-1]
    for seat, hand in enumerate(given):
        least = table[list(each(hand))].sum(axis=0)
        most = least + best[: 13 - hand.bit_count()].sum(axis=0)
        for measure in range(len(MEASURES)):
            yield possible.between((seat,), measure, int(least[measure]), int(most[measure]))


def read_condition(text: str) -> Condition:
    """The condition that a text states. Raises `IgrotekaError` and says what is not known."""
    return _Parser(text).run()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._tokens()
        self.at = 0
        self.who: tuple[int, ...] | None = None

    def run(self) -> Condition:
        nested = [each for each in self.tokens if each[0].strip().lower() in ("(", "not")]
        if len(nested) > NESTED:
            raise self._error(Text("it has more than {most} brackets", most=NESTED))
        found = self._condition()
        if self.at < len(self.tokens):
            word = quoted(self.tokens[self.at][0].strip())
            raise self._error(Text("{word} stands where nothing opened it", word=word))
        return found

    def _tokens(self) -> list[re.Match[str]]:
        found, at = [], 0
        text = self.text.rstrip(" \t\n,;").replace(",", " ")
        while at < len(text):
            match = _TOKEN.match(text, at)
            if not match:
                rest = quoted(text[at:].strip())
                raise self._error(Text("{word} can't be read", word=rest))
            found.append(match)
            at = match.end()
        return found

    def _error(self, reason: Text) -> IgrotekaError:
        return IgrotekaError(
            Text(
                "in the condition {text}: {reason}; one is written like north: 15-17 hcp "
                "balanced, or ns: 8+s",
                text=quoted(self.text),
                reason=reason,
            )
        )

    def _word(self) -> str:
        """The next token if it is a word or a bracket, in lower case."""
        if self.at == len(self.tokens):
            return ""
        token = self.tokens[self.at]
        return (token["word"] or token["mark"] or "").lower()

    def _condition(self) -> Condition:
        found = self._alternative()
        while self._word() == "or":
            self.at += 1
            found = _either(found, self._alternative())
        return found

    def _alternative(self) -> Condition:
        facts: list[Condition] = []
        while self.at < len(self.tokens) and self._word() not in ("or", ")"):
            if self._word() == "and":
                self.at += 1
                continue
            if who := self.tokens[self.at]["who"]:
                if who.lower() not in _WHO:
                    raise self._error(Text("{word} is neither a seat nor a pair", word=quoted(who)))
                self.who = _WHO[who.lower()]
                self.at += 1
                continue
            facts.append(self._fact())
        if not facts:
            raise self._error(Text("something is missing"))
        return _all(facts)

    def _fact(self) -> Condition:
        word = self._word()
        if word == "not":
            self.at += 1
            if self.at == len(self.tokens):
                raise self._error(Text("nothing follows {word}", word="not"))
            return _not(self._fact())
        if word == "(":
            return self._bracket()
        token = self.tokens[self.at]
        self.at += 1
        if self.who is None:
            raise self._error(Text("it does not say whose hand is meant"))
        if token["what"]:
            return self._range(token, self.who)
        if token["exact"]:
            return _exact(self._hand(), [int(digit) for digit in token["exact"].split("=")])
        if token["pattern"]:
            return _shapes(self._hand(), [self._checked(token["pattern"])])
        if word in ("balanced", "semibalanced"):
            return _shapes(self._hand(), _BALANCED if word == "balanced" else _SEMIBALANCED)
        raise self._error(Text("{word} is not known", word=quoted(token[0].strip())))

    def _bracket(self) -> Condition:
        self.at += 1
        who = self.who
        found = self._condition()
        if self._word() != ")":
            raise self._error(Text("a bracket is not closed"))
        self.at += 1
        self.who = who
        return found

    def _hand(self) -> int:
        """The seat whose shape is meant."""
        assert self.who is not None
        if len(self.who) > 1:
            raise self._error(Text("only one hand has a shape, two together have not"))
        return self.who[0]

    def _checked(self, pattern: str) -> str:
        if sum(map(int, pattern)) != 13:
            raise self._error(Text("the pattern {pattern} has not 13 cards", pattern=pattern))
        return pattern

    def _range(self, token: re.Match[str], who: tuple[int, ...]) -> Condition:
        measure = _NAMES.get(token["what"].lower())
        if measure is None:
            raise self._error(Text("{word} can't be counted in a hand", word=quoted(token["what"])))
        low = int(token["low"])
        high = int(token["high"]) if token["high"] else low
        if token["plus"]:
            high = MANY
        if token["minus"]:
            low, high = 0, low
        if low > high:
            raise self._error(Text("{low}-{high} is no range", low=low, high=high))
        return _between(who, measure, low, high)


def _between(who: tuple[int, ...], measure: int, low: int, high: int) -> Condition:
    def fit(counts: Counts) -> Any:
        total = counts[:, who, measure].sum(axis=1)
        return (low <= total) & (total <= high)

    return Condition(fit, possible.between(who, measure, low, high))


def _exact(seat: int, lengths: list[int]) -> Condition:
    """Spades, hearts, diamonds and clubs of exactly these lengths."""

    def fit(counts: Counts) -> Any:
        return (counts[:, seat, 3::-1] == lengths).all(axis=1)

    return Condition(fit, possible.lengths(seat, [lengths[::-1]]))


def _shapes(seat: int, patterns: Sequence[str]) -> Condition:
    wanted = [sorted(map(int, pattern)) for pattern in patterns]

    def fit(counts: Counts) -> Any:
        lengths = np.sort(counts[:, seat, :4], axis=1)
        return np.any([(lengths == pattern).all(axis=1) for pattern in wanted], axis=0)

    ends = [[pattern[end]] * 4 for pattern in wanted for end in (0, -1)]
    return Condition(fit, possible.lengths(seat, ends))


def _all(facts: Sequence[Condition]) -> Condition:
    bounds = possible.both(fact.bounds for fact in facts)
    return Condition(lambda counts: np.all([fact(counts) for fact in facts], axis=0), bounds)


def _either(one: Condition, two: Condition) -> Condition:
    return Condition(
        lambda counts: one(counts) | two(counts), possible.either(one.bounds, two.bounds)
    )


def _not(fact: Condition) -> Condition:
    return Condition(lambda counts: ~fact(counts), possible.anything())
