"""The rest of an evening by local search, from what is left of the old movement.

A step seats two pairs with a set, whoever that disturbs gets up, and who sits out is seated again
where that disturbs nobody. Steps that make the plan worse are taken back, the more surely the
longer the search lasts (simulated annealing). Steps are counted, not seconds, so equal arguments
give equal plans.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

from igroteka.basics.randomness import derive
from igroteka.club.remainder import Game, Remainder, Schedule, game, scheduled

STEPS = 25_000
HOT, COLD = 4.0, 0.4


def local_search(
    rest: Remainder, start: Iterable[Iterable[Game]], steps: int = STEPS, seed: int = 0
) -> Schedule:
    """The best schedule met on the way from the start."""
    rng = random.Random(derive(seed, "repair", *rest.present, rest.rounds))
    schedule = scheduled(rest, start)
    for number in range(rest.rounds):
        schedule.fill(number)
    best, value = schedule.games(), schedule.value
    for step in range(steps if len(rest.present) > 1 else 0):
        if schedule.played == rest.bound and _nothing_to_wish(schedule):
            break
        before = schedule.value
        schedule.journal.clear()
        _step(schedule, rng)
        loss = before - schedule.value
        heat = HOT * (COLD / HOT) ** (step / steps)
        if loss > 0 and rng.random() >= math.exp(-loss / heat):
            schedule.take_back()
        elif schedule.value > value + 1e-9:
            best, value = schedule.games(), schedule.value
    return scheduled(rest, best) if schedule.value < value else schedule


def _nothing_to_wish(schedule: Schedule) -> bool:
    """Whether no meeting is repeated and sit-outs are at most one apart."""
    repeated = any(
        count > max(1, schedule.rest.met.get(two, 0)) for two, count in schedule.meetings.items()
    )
    counts = schedule.sat_out.values()
    return not repeated and max(counts) - min(counts) <= 1


def _step(schedule: Schedule, rng: random.Random) -> None:
    """Seat two pairs somewhere, whoever gets up for it."""
    rest = schedule.rest
    number = rng.randrange(rest.rounds)
    idle = schedule.idle(number)
    one = rng.choice(idle) if idle and rng.random() < 0.8 else rng.choice(rest.present)
    other = rng.choice(rest.present)
    common = rest.common(one, other) if one != other else frozenset()
    if not common:
        return
    new = game(one, other, rng.choice(sorted(common)))
    if new in schedule.at[number].values():
        return
    touched = {number}
    for place, old in sorted(schedule.conflicts(number, new)):
        schedule.remove(place, old)
        touched.add(place)
    schedule.add(number, new)
    for each in sorted(touched):
        schedule.fill(each)
