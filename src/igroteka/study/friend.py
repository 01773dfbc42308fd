"""How well a child's friend plays: as well as the child, so that each wins about half."""

from __future__ import annotations

from collections.abc import Iterable


def friends_level(results: Iterable[float], levels: int) -> int:
    """The friend's next level, from 0, after these results of the child, from 0 to 1 each.

    It begins with the lowest; a game that the child won takes it one up, one that it lost one
    down, and a draw leaves it.
    """
    level = 0
    for result in results:
        step = (result > 0.5) - (result < 0.5)
        level = min(max(level + step, 0), levels - 1)
    return level
