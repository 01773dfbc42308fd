"""What events of people read: results, deeds of phones, files of events, lists of names."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any

from fuzz.readers.games import GAMES
from fuzz.target import Target, text_of
from igroteka.club.deeds import Deed, Person
from igroteka.club.director_deeds import Opened, Registered, Seated
from igroteka.club.entering import checked
from igroteka.club.event import Event
from igroteka.club.event_file import from_file
from igroteka.club.event_results import results_of
from igroteka.club.folding import after, fold
from igroteka.club.happenings import Happening, read_deed
from igroteka.club.movements.kinds import Plan, make_movement
from igroteka.club.registering import read_list
from igroteka.contract import BadOption, IgrotekaError
from igroteka.records.contest import Contest
from igroteka.registry import contest, has_contest

NOW = datetime(2026, 11, 16, 19, 0, tzinfo=UTC)
MOST_DEEDS = 20


def results(game: str, data: bytes) -> None:
    """A result that somebody types: as the log has it, it reads as the same and can be said."""
    with suppress(IgrotekaError):
        _say(contest(game), contest(game).read(7, text_of(data)))


def _say(rules: Contest, result: str) -> None:
    assert rules.read(7, result) == result
    assert rules.words(7, result)
    assert len(rules.cells(7, result)) == len(rules.columns)
    rules.doubt(7, result, [result, result])


@cache
def _evening() -> Event:
    """Four pairs that are seated for a Howell of six boards."""
    pairs = (Registered(number, (Person("A"), Person("B"))) for number in range(1, 5))
    seated = Seated("A", (1, 2, 3, 4), 1, make_movement("howell", Plan(4, 6)))
    opened = Opened("Monday", "2026-11-16", "bridge", "matchpoints", {})
    return fold([_happening(at, deed) for at, deed in enumerate((opened, *pairs, seated), 1)])


def _happening(number: int, deed: Deed) -> Happening:
    return Happening(number, f"key {number}", "director", NOW, deed)


def deeds(data: bytes) -> None:
    """Deeds in JSON, one a line: what is taken reads back, and the event has results after it."""
    event, rules = _evening(), contest("bridge")
    for line in data.split(b"\n")[:MOST_DEEDS]:
        with suppress(IgrotekaError):
            sent = _sent(line)
            deed = read_deed(str(sent.get("kind")), sent.get("body"))
            assert read_deed(deed.kind, json.loads(json.dumps(deed.to_json()))) == deed
            assert deed.sentence
            event = after(event, _happening(event.last + 1, checked(event, rules, deed)))
    assert results_of(event, rules).standings is not None


def _sent(line: bytes) -> dict[str, Any]:
    """An object of JSON, as the door of phones hands it on."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def event_files(data: bytes) -> None:
    """An event that comes from another machine: its log can be folded."""
    with suppress(BadOption):
        _, log = from_file(data)
        fold([Happening(*each[:2], each.who, each.at, read_deed(each.kind, each.body))
              for each in log])  # fmt: skip


def people(data: bytes) -> None:
    """Names as a director pastes them, one contestant a line."""
    with suppress(BadOption):
        for each in read_list(_evening(), text_of(data), 2):
            assert len(each.people) == 2
            assert all(person.name for person in each.people)


TARGETS = (
    *(
        Target(f"club.{game}_results", partial(results, game))
        for game in GAMES
        if has_contest(game)
    ),
    Target("club.deeds", deeds),
    Target("club.event_files", event_files),
    Target("club.people", people),
)
