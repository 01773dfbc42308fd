"""Which happenings matter to whom: a table's phone need not wake up for every other table."""

from __future__ import annotations

from igroteka.club.deeds import Concern
from igroteka.club.event import Event
from igroteka.club.links import CONTESTANT, TABLE, Role

_AT_TABLES = ("play", "arrival", "online")
"""Concerns that name a round and a table."""


def matters(event: Event, role: Role, concern: Concern) -> bool:
    """Whether somebody in this role wants to hear of a change to this thing."""
    kind = concern[0]
    if role.kind not in (TABLE, CONTESTANT) or kind not in (*_AT_TABLES, "call"):
        return True
    if kind == "call":
        return role.kind == TABLE and concern[1] == role.number
    number, table = int(concern[1]), int(concern[2])
    if role.kind == TABLE:
        return table == role.number
    seating = event.seatings.get((number, table))
    return seating is not None and role.number in seating[1].everybody
