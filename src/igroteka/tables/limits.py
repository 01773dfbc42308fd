"""What parents allow their children holds at every table, whoever opened it and wherever."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from igroteka.archive import Archive
from igroteka.archive.children import children_named
from igroteka.tables.setting import Chair, least


async def keep_limits(archive: Archive, chairs: Sequence[Chair]) -> None:
    """Give children on these chairs no more hints and take-backs than their parents allow."""
    people = {each.player.casefold(): each for each in chairs if each.player and not each.bot}
    if not people:
        return
    found = await asyncio.to_thread(archive.read, children_named, people)
    for child, limits in found.items():
        chair = people[child.name.casefold()]
        chair.most_hints, chair.most_take_backs = limits.hints, limits.take_backs
        chair.hints = least(chair.hints, limits.hints)
        chair.take_backs = least(chair.take_backs, limits.take_backs)
