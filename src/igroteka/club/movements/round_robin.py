"""Everybody against everybody, where a side of the table is a colour: each has both alike often."""

from __future__ import annotations

from dataclasses import replace

from igroteka.club.movements.barometer import round_robin
from igroteka.club.movements.movement import Movement
from igroteka.text import Text

KIND = "round-robin"


def everybody_meets(contestants: int) -> Movement:
    """A round robin in which nobody has one side more than once oftener than the other.

    Sides change from round to round but for one time at most, when the last number is met.
    """
    whole = contestants + contestants % 2
    movement = round_robin(whole)
    rounds = tuple(
        tuple(
            seating.turned() if (r if place == 0 else place) % 2 else seating
            for place, seating in enumerate(seatings)
        )
        for r, seatings in enumerate(movement.rounds)
    )
    named = replace(movement, kind=KIND, title=Text("everybody against everybody"), rounds=rounds)
    return named.with_phantom(whole) if contestants % 2 else named
