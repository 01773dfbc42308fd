"""Howells: everybody meets everybody, or in a short one as many as there are rounds."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from igroteka.club.movements.balance import balance
from igroteka.club.movements.barometer import best_turned, round_robin
from igroteka.club.movements.cyclic import Pattern, kept_patterns
from igroteka.club.movements.movement import Movement
from igroteka.club.movements.search import find_howell
from igroteka.text import Text

KIND = "howell"
SHORT = "short-howell"
TRIES = 6
"""How long a pattern that is not kept is searched for: a second or two."""


@cache
def pattern(pairs: int, rounds: int) -> Pattern | None:
    """The best pattern known for an even number of pairs, or one found now."""
    kept = kept_patterns("howells")
    if (pairs, rounds) in kept or not pairs // 2 < rounds < pairs:
        return kept.get((pairs, rounds))
    return find_howell(pairs, rounds, 1, TRIES, seed=1)


@cache
def howell(pairs: int) -> Movement:
    """The full Howell; an odd number of pairs has a phantom. Few pairs share the sets."""
    whole = pairs + pairs % 2
    found = pattern(whole, whole - 1)
    title = Text("Howell")
    movement = found.movement(KIND, title) if found else None
    if movement is None or movement.copies == movement.tables:
        shared = best_turned(replace(round_robin(whole), kind=KIND, title=title))
        if movement is None or balance(shared) > balance(movement):
            movement = shared
    return best_phantom(movement) if pairs % 2 else movement


def short_lengths(pairs: int) -> range:
    """How many rounds a short Howell may have in which everybody plays all sets."""
    tables = (pairs + 1) // 2
    return range(tables + 1, 2 * tables - 1)


@cache
def short_howell(pairs: int, rounds: int) -> Movement:
    """A Howell of fewer rounds, without repeated meetings.

    Where everybody plays every set if such a one is known, else the first rounds of the full one.
    """
    whole = pairs + pairs % 2
    title = Text("short Howell")
    found = pattern(whole, rounds) if rounds in short_lengths(pairs) else None
    if found is None:
        return replace(howell(pairs).first_rounds(rounds), kind=SHORT, title=title)
    movement = found.movement(SHORT, title)
    return best_phantom(movement) if pairs % 2 else movement


def best_phantom(movement: Movement) -> Movement:
    """The movement without that pair whose absence spoils the balance least."""
    choices = [movement.with_phantom(each) for each in range(movement.contestants, 0, -1)]
    return max(choices, key=balance)
