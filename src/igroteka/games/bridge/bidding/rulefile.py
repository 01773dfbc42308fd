"""The rule file: what a rule says, read from TOML and checked word by word."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from igroteka.contract import IgrotekaError
from igroteka.text import Text, quoted

MANY: Final = 99
SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
VARIABLES: Final = ("M", "o", "m", "n", "t", "x", "y", "z")
"""A major and the other one, a minor and the other one, the suit below the major, any suits."""

_TERMS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("hcp", "points", "opening", "aces", "total", "most"), 0),
    **dict.fromkeys(("balanced", "unbalanced", "semibalanced", "aces_total", "stops"), 0),
    **dict.fromkeys(("forced", "free", "level", "last", "seat", "below_game"), 0),
    **dict.fromkeys(("theirs_last", "ours_last", "vulnerable", "they_vulnerable"), 0),
    **dict.fromkeys(("support", "fit", "fit_total", "top", "honours", "stop", "longest"), 1),
    **dict.fromkeys(("others", "unbid", "theirs", "partners", "mine", "new"), 1),
    **dict.fromkeys(("longer", "above"), 2),
}
"""The words of needs, and how many suits follow each."""
_RANGE: Final = re.compile(r"(\d{1,4})(\+|-(\d{1,4}))?")
_CALL: Final = re.compile(r"pass|XX?|([1-7]|low|jump|game|slam) ?(NT|[CDHS]|[Momntxyz])")


class BadRule(IgrotekaError):  # noqa: N818 - named after what is wrong
    """A rule file that can't be read; the text names the rule and the word."""


class Need(NamedTuple):
    """One requirement: a measure, the suits it is about, and its bounds."""

    term: str
    suits: tuple[str, ...]
    low: int
    high: int

    def __str__(self) -> str:
        high = "+" if self.high == MANY else "" if self.high == self.low else f"-{self.high}"
        bounds = f"{self.low}{high}" if (self.low, self.high) != (1, MANY) else ""
        return " ".join(filter(None, (self.term, *self.suits, bounds)))


class Example(NamedTuple):
    """A hand that a rule is for, and the calls before it from the dealer on."""

    auction: str
    hand: str
    vulnerable: bool = False
    """Whether both sides are."""
    they_vulnerable: bool = False
    """Whether only the other side is."""

    @property
    def vulnerability(self) -> int:
        """Bit 0 is the dealer's side, bit 1 the other."""
        others = 1 - len(self.auction.split()) % 2
        return 3 if self.vulnerable else self.they_vulnerable << others


@dataclass(frozen=True)
class Rule:
    """One rule: when, with which hand, what is called, and what it is called."""

    name: str
    after: tuple[str, ...]
    call: str
    needs: tuple[Need, ...]
    forcing: bool
    high_first: bool
    """Whether suits that the auction leaves open are tried from spades down."""
    example: Example | None

    @property
    def general(self) -> bool:
        """Whether it is for any auction, when nothing more exact is."""
        return "*" in self.after


def read_rules(path: Path) -> tuple[Rule, ...]:
    """The rules of a file in their order. Raises `BadRule`."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRule(
            Text("{path} can't be read as rules: {reason}", path=path, reason=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise BadRule(
            Text("{path} can't be read as rules: {reason}", path=path, reason=str(error))
        ) from error
    return rules_of(text, str(path))


def rules_of(text: str, path: str) -> tuple[Rule, ...]:
    """The rules that a file of this name says. Raises `BadRule`."""
    try:
        tables = tomllib.loads(text).get("rule")
    except ValueError as error:
        raise BadRule(
            Text("{path} can't be read as rules: {reason}", path=path, reason=str(error))
        ) from error
    except RecursionError as error:
        raise BadRule(
            Text("{path} can't be read as rules: it is nested too deep", path=path)
        ) from (error)
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise BadRule(Text("{path} has no rules; a rule begins with [[rule]]", path=path))
    return tuple(_rule(table, number) for number, table in enumerate(tables, start=1))


def _rule(table: Mapping[str, Any], number: int) -> Rule:
    name = str(table.get("name", f"number {number}"))
    unknown = set(table) - {"name", "after", "call", "needs", "forcing", "prefer", "example"}
    if unknown:
        raise BadRule(
            Text(
                "rule {name} has the field {field}, which means nothing",
                name=quoted(name),
                field=quoted(min(unknown)),
            )
        )
    for field in ("after", "call", "needs"):
        if field not in table:
            raise BadRule(
                Text("rule {name} lacks the field {field}", name=quoted(name), field=quoted(field))
            )
    after = table["after"] if isinstance(table["after"], list) else [table["after"]]
    if not all(isinstance(text, str) for text in (*after, table["call"], table["needs"])):
        raise BadRule(Text("rule {name}: after, call and needs should be texts", name=quoted(name)))
    if not _CALL.fullmatch(table["call"]):
        raise BadRule(
            Text(
                "rule {name} has the call {call}, which is none",
                name=quoted(name),
                call=quoted(table["call"]),
            )
        )
    example = _example(table["example"], name) if "example" in table else None
    needs = tuple(_need(text, name) for text in table["needs"].split(",") if text.strip())
    return Rule(
        name,
        tuple(after),
        table["call"],
        needs,
        bool(table.get("forcing", False)),
        table.get("prefer", "low") == "high",
        example,
    )


def _example(fields: Any, rule: str) -> Example:
    try:
        return Example(
            str(fields["auction"]),
            str(fields["hand"]),
            bool(fields.get("vulnerable", False)),
            bool(fields.get("they_vulnerable", False)),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise BadRule(
            Text("rule {rule}: an example has an auction and a hand", rule=quoted(rule))
        ) from error


def _need(text: str, rule: str) -> Need:
    words = text.split()
    if words[0] in SUIT_WORDS or words[0] in VARIABLES:
        words.insert(0, "length")
    term, *rest = words
    suits = 1 if term == "length" else _TERMS.get(term)
    if suits is None or len(rest) < suits or not _are_suits(rest[:suits]):
        raise BadRule(
            Text(
                "rule {rule} needs {need}, which can't be understood",
                rule=quoted(rule),
                need=quoted(text.strip()),
            )
        )
    low, high = _bounds(rest[suits:], rule, text.strip())
    return Need(term, tuple(rest[:suits]), low, high)


def _are_suits(words: Sequence[str]) -> bool:
    return all(word in SUIT_WORDS or word in VARIABLES for word in words)


def _bounds(words: Sequence[str], rule: str, need: str) -> tuple[int, int]:
    """`5+`, `12-14`, `4`; a need without a range just has to be there."""
    if not words:
        return 1, MANY
    match = _RANGE.fullmatch(words[0]) if len(words) == 1 else None
    if not match:
        raise BadRule(
            Text(
                "rule {rule} needs {need}, whose range should be like 5+, 12-14 or 4",
                rule=quoted(rule),
                need=quoted(need),
            )
        )
    low = int(match[1])
    if match[2] is None:
        return low, low
    return low, int(match[3]) if match[3] else MANY
