"""An event as one file, by which it moves to another machine and goes on there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from igroteka.archive.events import StoredEvent, StoredHappening
from igroteka.club.deeds import Deed
from igroteka.club.director_deeds import Registered, Seated
from igroteka.club.event import MOST_CONTESTANTS
from igroteka.club.events import Kept
from igroteka.club.happenings import read_deed
from igroteka.contract import BadOption
from igroteka.text import Text

FORMAT = "igroteka event"
MOST_HAPPENINGS = 20_000
"""Of a file; an evening of a hundred tables has some six thousand."""
MOST_PLACES = 1_000_000
"""Boards at tables that all changes of the seats together may lead to."""


def to_file(kept: Kept) -> str:
    """The whole event, the secret of its links included: whoever has the file can direct it."""
    stored = kept.stored
    log = [
        {
            "number": each.number,
            "key": each.key,
            "kind": each.deed.kind,
            "body": each.deed.to_json(),
            "who": each.who,
            "at": each.at.isoformat(),
        }
        for each in kept.log
    ]
    about = {"code": stored.code, "secret": stored.secret, "game": stored.game}
    return json.dumps({"format": FORMAT, **about, "log": log}, ensure_ascii=False, indent=1)


def from_file(content: bytes) -> tuple[StoredEvent, list[StoredHappening]]:
    """The event of a file. Raises `BadOption` for what is none."""
    try:
        found = json.loads(content)
        if found["format"] != FORMAT:
            raise ValueError
        log = [
            StoredHappening(
                int(each["number"]),
                str(each["key"]),
                str(each["kind"]),
                each["body"],
                str(each["who"]),
                datetime.fromisoformat(each["at"]).astimezone(UTC),
            )
            for each in found["log"]
        ]
        code, secret, game = str(found["code"]), str(found["secret"]), str(found["game"])
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise BadOption(
            Text("this is no file of an event; it comes from the desk of its director")
        ) from None
    if len(log) > MOST_HAPPENINGS:
        raise BadOption(
            Text(
                "a file of an event has up to {most} happenings, but this one has {count}",
                most=MOST_HAPPENINGS,
                count=len(log),
            )
        )
    _check_size([read_deed(each.kind, each.body) for each in log])
    if not log or not (code.isalnum() and len(code) <= 16 and 0 < len(secret) <= 64):
        raise BadOption(Text("the file of the event is not whole"))
    return StoredEvent(0, code, secret, game, "", "", log[0].at, False), log


def _check_size(deeds: Sequence[Deed]) -> None:
    """Raise `BadOption` for more people or places than any event has."""
    people = {deed.number for deed in deeds if isinstance(deed, Registered)}
    if len(people) > MOST_CONTESTANTS:
        raise BadOption(
            Text(
                "a file of an event has up to {most} contestants, but this one has {count}",
                most=MOST_CONTESTANTS,
                count=len(people),
            )
        )
    sections, places = dict[str, int](), 0
    for number, deed in enumerate(deeds):
        if isinstance(deed, Seated):
            seatings = sum(map(len, deed.movement.rounds))
            sections[deed.section] = seatings * deed.movement.boards_a_set
            places += sum(sections.values()) + number
    if places > MOST_PLACES:
        raise BadOption(
            Text("the seats of this event are too many, or were changed too often, for one file")
        )
