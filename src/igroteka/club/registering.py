"""Names as a director types or pastes them, one contestant a line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from igroteka.club.deeds import Person
from igroteka.club.director_deeds import Registered
from igroteka.club.event import Event
from igroteka.contract import BadOption
from igroteka.text import Text, plural, quoted

_BETWEEN = re.compile(r"\s+[–—-]+\s+|\s*[;,/&+\t]\s*| и | and ")
_NUMBER = re.compile(r"^\s*(\d{1,3})\s*[.):]\s*")
_ROBOT = re.compile(r"(?:robot|bot|робот)\s*[:=]\s*(\S.*)", re.IGNORECASE)
_RANK = re.compile(r"^(.*?)\s*\(([^()]*)\)\s*$")
LONGEST = 60


def read_people(line: str, players: int) -> tuple[Person, ...]:
    """The people of a line like `Anna Orlova (I) – Boris Ilin`. Raises `BadOption`."""
    line = "\t".join(" ".join(part.split()) for part in line.split("\t"))
    names = [part for part in _BETWEEN.split(line.strip()) if part.strip()]
    if len(names) != players:
        raise BadOption(
            plural(
                "{line} should be {count} name",
                "{line} should be {count} names with – or a comma between them",
                count=players,
                line=quoted(line.strip()),
            )
        )
    return tuple(_person(name) for name in names)


def _person(text: str) -> Person:
    if robot := _ROBOT.fullmatch(text.strip()):
        return Person(robot[1], bot=robot[1])
    match = _RANK.match(text)
    name, rank = (match[1], match[2].strip()) if match else (text, "")
    name = " ".join(name.split())
    if not name or len(name) > LONGEST:
        raise BadOption(
            Text("{text} is no name: it has 1 to {most} letters", text=quoted(text), most=LONGEST)
        )
    return Person(name, rank)


def read_list(
    event: Event, text: str, players: int, members: Sequence[tuple[int, str, str]] = ()
) -> list[Registered]:
    """What registers everybody of a list; who has a number before the name keeps it.

    `members` are the club's people, each number, name and rank: a name that only one of them has
    is theirs, and so is one that several have if the rank tells whose. Raises `BadOption` and
    names the line.
    """
    found: list[Registered] = []
    taken = set(event.contestants)
    for line in text.splitlines():
        if not line.strip():
            continue
        match = _NUMBER.match(line)
        number = int(match[1]) if match else next(n for n in range(1, 1000) if n not in taken)
        if number in taken or number < 1:
            raise BadOption(Text("number {number} is taken", number=number))
        taken.add(number)
        people = read_people(line[match.end() :] if match else line, players)
        found.append(Registered(number, tuple(_known(each, members) for each in people)))
    return found


def _known(person: Person, members: Sequence[tuple[int, str, str]]) -> Person:
    same = [each for each in members if each[1].casefold() == person.name.casefold()]
    if len(same) > 1:
        same = [each for each in same if each[2] == person.rank]
    if len(same) != 1:
        return person
    number, name, rank = same[0]
    return Person(name, person.rank or rank, number)
