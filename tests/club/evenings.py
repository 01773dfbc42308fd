"""Evenings to try things on: a log of happenings, written as one tells it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from igroteka.club.deeds import Deed, Person
from igroteka.club.director_deeds import Opened, Registered, Seated
from igroteka.club.event import Event
from igroteka.club.folding import NOBODY, after
from igroteka.club.happenings import Happening
from igroteka.club.movements.kinds import Plan, make_movement

START = datetime(2026, 11, 16, 19, 0, tzinfo=UTC)


class Evening:
    """An event that grows deed by deed, a minute apart."""

    def __init__(self) -> None:
        self.log: list[Happening] = []
        self.event: Event = NOBODY

    def happen(self, deed: Deed, who: str = "director") -> int:
        """One more deed; its number. Raises `Refused`."""
        number = len(self.log) + 1
        at = START + timedelta(minutes=number)
        happening = Happening(number, f"key {number}", who, at, deed)
        self.event = after(self.event, happening)
        self.log.append(happening)
        return number


def pair(number: int) -> Registered:
    """A pair with names of its own."""
    return Registered(number, (Person(f"North {number}"), Person(f"South {number}")))


def opened(scoring: str = "matchpoints", game: str = "bridge") -> Opened:
    """An event about which nothing special is said."""
    return Opened("Monday", "2026-11-16", game, scoring, {})


def howell_of(pairs: int, boards: int) -> Evening:
    """Pairs that are seated for a Howell and have played nothing."""
    evening = Evening()
    evening.happen(opened())
    for number in range(1, pairs + 1):
        evening.happen(pair(number))
    movement = make_movement("howell", Plan(pairs, boards))
    evening.happen(Seated("A", tuple(range(1, pairs + 1)), 1, movement))
    return evening
