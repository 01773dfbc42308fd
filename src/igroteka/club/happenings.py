"""The log of an event: who did what, and when; nothing in it is ever changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Any, NamedTuple

from igroteka.club.deeds import (
    Arrived,
    Called,
    Confirmed,
    Corrected,
    Dealt,
    Deed,
    Disputed,
    Entered,
    Person,
    SidesSet,
    TableOpened,
)
from igroteka.club.director_deeds import (
    Changed,
    ClockSet,
    Closed,
    Opened,
    Penalised,
    Registered,
    Removed,
    RoundBegun,
    Seated,
    Substituted,
    Undone,
    Withdrew,
)
from igroteka.club.movements.movement import Movement
from igroteka.contract import BadOption
from igroteka.text import Text, quoted

LONGEST_TEXT = 2000


KINDS: Mapping[str, type[Deed]] = {
    each.kind: each
    for each in (
        Opened,
        Changed,
        Registered,
        Removed,
        Seated,
        Withdrew,
        Substituted,
        Arrived,
        Entered,
        Confirmed,
        Disputed,
        Corrected,
        SidesSet,
        Penalised,
        Dealt,
        TableOpened,
        RoundBegun,
        ClockSet,
        Called,
        Closed,
        Undone,
    )
}
"""Every kind of deed, by the word that the log has for it."""


class Happening(NamedTuple):
    """An entry of the log."""

    number: int
    key: str
    """Chosen by who sends it: what comes twice is stored once."""
    who: str
    at: datetime
    deed: Deed


def read_deed(kind: str, body: Any) -> Deed:
    """A deed as the log or a phone has it. Raises `BadOption` for what is none."""
    if kind not in KINDS or not isinstance(body, Mapping):
        raise BadOption(Text("nothing of the kind {kind} can happen", kind=quoted(str(kind))))
    values = {}
    for each in fields(KINDS[kind]):
        if each.name in body:
            values[each.name] = _read(kind, each.name, str(each.type), body[each.name])
        elif each.default is MISSING:
            raise BadOption(Text("{kind} needs {field}", kind=quoted(kind), field=each.name))
    return KINDS[kind](**values)


def _read(kind: str, name: str, annotation: str, value: Any) -> Any:
    """A field of a deed, by what its annotation says."""
    try:
        if value is None and annotation.endswith("| None"):
            return None
        return _READERS[annotation.removesuffix(" | None")](value)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise BadOption(
            Text(
                "{kind}: {field} can't be {text}",
                kind=quoted(kind),
                field=name,
                text=quoted(str(value)[:40]),
            )
        ) from None


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ValueError
    return value


def _number(value: Any) -> int:
    if type(value) is not int or abs(value) > 10**9:
        raise ValueError
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _person(value: Any) -> Person:
    member = value.get("member")
    return Person(
        _text(value["name"]),
        _text(value.get("rank", "")),
        None if member is None else _number(member),
        _text(value.get("bot", "")),
    )


_READERS: Mapping[str, Any] = {
    "str": _text,
    "int": _number,
    "float": lambda value: float(value) if -1e6 < float(value) < 1e6 else _number(None),
    "bool": _truth,
    "tuple[int, ...]": lambda value: tuple(map(_number, value)),
    "Person": _person,
    "tuple[Person, ...]": lambda value: tuple(map(_person, value)),
    "Mapping[str, str]": lambda value: {_text(k): _text(v) for k, v in value.items()},
    "Movement": Movement.from_kept,
}
