"""The notation of what a table got on a board, as the log, files, commands and pages have it.

    4♠X S -1 ♥K             contract, doubling, declarer, tricks beside those needed, the lead
    pass                    passed out
    -                       not played
    420, -50                the score of North–South alone
    60/40                   percent of each side
    +3/-3 IMP               IMPs of each side
    50% 4♠ S =; 50% 4♠ S -1 a weighted score
    4♠ S = | 4♠ S -1        what North–South get, and what East–West
    B: 4♠ S =               a version of a fouled board

Each side of a split score may be anything that one side can get: `60%`, `+3 IMP`, `-` for nothing.
Suits may be typed as letters, Russian ones too: `4п С -1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from igroteka.contract import IgrotekaError
from igroteka.games.bridge.scoring.entries import (
    Award,
    Entry,
    Given,
    Weighted,
    check_weights,
    plain,
    signed,
)
from igroteka.games.bridge.scoring.results import NoResult, Result
from igroteka.text import Text, quoted

Played: TypeAlias = Result | int
"""A result, or the score of North–South where only that is known."""


class Part(NamedTuple):
    """One of the results that a weighted score is made of."""

    weight: Fraction
    played: Played


Share: TypeAlias = Award | tuple[Part, ...] | None
"""What one side gets; None is nothing."""

_NUMBER: Final = r"\d{1,3}(?:[.,]\d{1,4})?"
_VERSION: Final = re.compile(r"(\w{1,8})\s*:\s*(.*)", re.DOTALL)
_PERCENTS: Final = re.compile(rf"({_NUMBER})\s*%?\s*/\s*({_NUMBER})\s*%?")
_IMPS: Final = re.compile(rf"([+-]?{_NUMBER})\s*/\s*([+-]?{_NUMBER})\s*IMPS?", re.IGNORECASE)
_ONE_PERCENT: Final = re.compile(rf"({_NUMBER})\s*%")
_ONE_IMP: Final = re.compile(rf"([+-]?{_NUMBER})\s*IMPS?", re.IGNORECASE)
_WEIGHT: Final = re.compile(rf"({_NUMBER})\s*%\s*(?:of\s+)?(\S.*)")
_SCORE: Final = re.compile(r"[+-]?\d{1,5}")
_NOTHING: Final = "-"


@dataclass(frozen=True)
class TableResult:
    """What each side of a table got; equal for both unless it was given otherwise."""

    ns: Share = None
    ew: Share = None
    version: str = ""

    @classmethod
    def read(cls, text: str) -> TableResult:
        """The result that a text in this notation means. Raises `IgrotekaError`."""
        written = " ".join(text.split()).replace("−", "-").replace("–", "-")
        match = _VERSION.fullmatch(written)
        version, written = (match[1], match[2].strip()) if match else ("", written)
        if match := _PERCENTS.fullmatch(written):
            return cls(Award(_fraction(match[1])), Award(_fraction(match[2])), version)
        if match := _IMPS.fullmatch(written):
            return cls(_imps(match[1]), _imps(match[2]), version)
        first, bar, second = written.partition("|")
        ns = _read_share(first.strip(), text)
        return cls(ns, _read_share(second.strip(), text) if bar else ns, version)

    @classmethod
    def of(cls, played: Played) -> TableResult:
        """The result of a table that played the board."""
        share = (Part(Fraction(1), played),)
        return cls(share, share)

    def __str__(self) -> str:
        version = f"{self.version}: " if self.version else ""
        return version + self._text()

    def _text(self) -> str:
        ns, ew = self.ns, self.ew
        if isinstance(ns, Award) and isinstance(ew, Award) and ns.unit == ew.unit:
            if ns.unit == "IMP":
                return f"{signed(ns.amount)}/{signed(ew.amount)} IMP"
            return f"{plain(ns.amount)}/{plain(ew.amount)}"
        if ns == ew:
            return _share_text(ns)
        return f"{_share_text(ns)} | {_share_text(ew)}"

    @property
    def played(self) -> Played | None:
        """The result of a table that played the board and was given nothing else."""
        if self.ns == self.ew and isinstance(self.ns, tuple) and len(self.ns) == 1:
            return self.ns[0].played
        return None

    @property
    def results(self) -> tuple[Result, ...]:
        """Every contract that is mentioned."""
        return tuple(each for each in self._mentioned if isinstance(each, Result))

    @property
    def scores(self) -> tuple[int, ...]:
        """Every score that is written as a number."""
        return tuple(each for each in self._mentioned if isinstance(each, int))

    @property
    def _mentioned(self) -> Iterable[Played]:
        shares = [share for share in (self.ns, self.ew) if isinstance(share, tuple)]
        return dict.fromkeys(part.played for share in shares for part in share)

    def entry(self, vulnerability: int) -> Entry:
        """The scores, given who is vulnerable."""
        if self.played is not None:
            return Entry(_score(self.played, vulnerability), version=self.version)
        if self.ns is None and self.ew is None:
            return Entry(version=self.version)
        given = (_given(self.ns, vulnerability), _given(self.ew, vulnerability))
        return Entry(given=given, version=self.version)


def read_entry(text: str, vulnerability: int = 0) -> Entry:
    """The scores of a result in this notation. Raises `IgrotekaError`."""
    return TableResult.read(text).entry(vulnerability)


def _read_share(written: str, text: str) -> Share:
    """What one side gets; `text` is all that was written."""
    if written == _NOTHING:
        return None
    if match := _ONE_PERCENT.fullmatch(written):
        return Award(_fraction(match[1]))
    if match := _ONE_IMP.fullmatch(written):
        return _imps(match[1])
    if ";" not in written and not _WEIGHT.fullmatch(written):
        return (Part(Fraction(1), _read_played(written, text)),)
    parts = []
    for each in filter(None, map(str.strip, written.split(";"))):
        if not (match := _WEIGHT.fullmatch(each)):
            raise IgrotekaError(
                Text(
                    "{text} should begin with its weight, like 50% 4S S =; 50% 4S S -1",
                    text=quoted(each),
                )
            )
        parts.append(Part(_fraction(match[1]) / 100, _read_played(match[2].strip(), text)))
    check_weights([part.weight for part in parts])
    return tuple(parts)


def _read_played(written: str, text: str) -> Played:
    if _SCORE.fullmatch(written):
        return int(written)
    try:
        result = Result.read(written)
    except NoResult as error:
        raise _refusal(text) from error
    if result.contract is not None and result.contract.declarer is None:
        raise IgrotekaError(
            Text("{text} does not say who declares: N, E, S or W", text=quoted(written))
        )
    return result


def _refusal(text: str) -> IgrotekaError:
    return IgrotekaError(
        Text(
            "{text} is no result of a table; it is contract, declarer and tricks like 4S N = or "
            "3NTX E -1, pass, the score of North–South like 420 or -50, artificial scores like "
            "60/40, or - for a board that was not played",
            text=quoted(text),
        )
    )


def _share_text(share: Share) -> str:
    if share is None:
        return _NOTHING
    if isinstance(share, Award):
        return str(share)
    if len(share) == 1:
        return str(share[0].played)
    return "; ".join(f"{plain(100 * weight)}% {played}" for weight, played in share)


def _given(share: Share, vulnerability: int) -> Given:
    if not isinstance(share, tuple):
        return share
    return tuple(Weighted(weight, _score(played, vulnerability)) for weight, played in share)


def _score(played: Played, vulnerability: int) -> int:
    return played if isinstance(played, int) else played.north_south(vulnerability)


def _imps(text: str) -> Award:
    return Award(_fraction(text), "IMP")


def _fraction(text: str) -> Fraction:
    return Fraction(text.replace(",", "."))
