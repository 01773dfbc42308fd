"""Evenings at which robots play at live tables."""

from __future__ import annotations

import time

from igroteka.club.links import Role
from igroteka.web.club.online import OnlineTables
from tests.web.clubs import Club
from tests.web.visiting import House

ROBOTS = "\n".join(["robot: simple – robot: simple"] * 4)
DIRECTOR = Role("director")


def online_tables(house: House) -> OnlineTables:
    found: OnlineTables = house.app.state.online
    return found


def wait_for_results(club: Club, count: int) -> None:
    end = time.monotonic() + 120
    while len(club.kept.event.plays) < count:
        assert time.monotonic() < end, "the protocol does not fill itself"
        time.sleep(0.1)
    club.house.wait_for(online_tables(club.house).all_entered)
