"""Individuals: 4T or 4T + 1 players, and everybody has another partner in every round."""

from __future__ import annotations

from functools import cache

from igroteka.club.movements.cyclic import kept_patterns
from igroteka.club.movements.movement import Movement
from igroteka.club.movements.search_individual import find_individual
from igroteka.contract import BadOption
from igroteka.text import Text

KIND = "individual"
TRIES = 5
"""How long a pattern that is not kept is searched for: a second or two."""


@cache
def individual(players: int) -> Movement:
    """Everybody is everybody's partner once; many players share the sets of a round.

    Raises `BadOption` for another number of players.
    """
    if players % 4 > 1:
        raise BadOption(
            Text(
                "an individual needs 4, 5, 8, 9, 12, 13, … players, but there are {number}",
                number=players,
            )
        )
    rounds = players - 1 if players % 4 == 0 else players
    found = kept_patterns("individuals").get((players, rounds))
    found = found or find_individual(players, players // 4, TRIES, seed=1)
    if found is None:
        raise BadOption(Text("no individual for {number} players was found", number=players))
    return found.movement(KIND, Text("individual"))
