"""Repair in the middle of an evening: what was played stays, the rest is planned anew.

Pairs withdraw, come late (with the next numbers) or have missed a table. Nobody repeats a board;
as many tables as can be are played, with few repeated meetings and few people who move other than
planned. If that leaves many idle, sets may be shared by one table more and, if that is not enough,
sets that were not in play are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from igroteka.club.movements.movement import Movement, Round, check_contestant
from igroteka.club.movements.swiss import drawn_after
from igroteka.club.remainder import Game, Remainder, Schedule, game, scheduled, with_few_fresh
from igroteka.club.repair_program import integer_program
from igroteka.club.repair_search import local_search
from igroteka.club.seats import seated
from igroteka.contract import BadOption
from igroteka.text import Text

SEARCH_SECONDS = 5.0
"""What a director waits for the local search at most; more time goes to the integer program."""
ENOUGH = 0.9
"""With this share of the tables nothing more is changed than has to be."""


@dataclass(frozen=True)
class Change:
    """What happened to an evening, and when."""

    after: int
    """How many rounds are played."""
    withdrawn: frozenset[int] = frozenset()
    late: int = 0
    """How many pairs came."""
    missed: frozenset[tuple[int, int]] = frozenset()
    """Rounds, from 1, and tables at which nothing was played, as it was too slow."""
    unmoved: frozenset[int] = frozenset()
    """Pairs that can't move."""


def repair(movement: Movement, change: Change, seconds: float = SEARCH_SECONDS) -> Movement:
    """The whole evening with its remaining rounds planned anew.

    Raises `BadOption` for a change that can't be.
    """
    _check(movement, change)
    played = _played(movement, change)
    gone, total = change.withdrawn, movement.contestants + change.late
    if movement.kind == "swiss":
        rest = _drawn(movement, played, total, gone)
    elif movement.kind in ("individual", "teams"):
        rest = _without(movement, change)
    else:
        rest = _planned(movement, change, played, seconds)
    title = Text(
        "{movement}, changed after round {number}", movement=movement.title, number=change.after
    )
    return replace(movement, title=title, contestants=total, rounds=(*played, *rest))


def _check(movement: Movement, change: Change) -> None:
    if not 0 <= change.after < len(movement.rounds):
        raise BadOption(
            Text(
                "after round {number} nothing is left to plan: there are {rounds} rounds",
                number=change.after,
                rounds=len(movement.rounds),
            )
        )
    for each in sorted(change.withdrawn | change.unmoved):
        check_contestant(each, movement.contestants)
    if change.late and movement.kind in ("individual", "teams"):
        raise BadOption(Text("nobody can come late to {movement}", movement=movement.title))


def _played(movement: Movement, change: Change) -> tuple[Round, ...]:
    return tuple(
        tuple(s for s in seatings if (number, s.table) not in change.missed)
        for number, seatings in enumerate(movement.rounds[: change.after], start=1)
    )


def _without(movement: Movement, change: Change) -> tuple[Round, ...]:
    """The remaining rounds without the tables, of teams the matches, of those who have gone."""
    gone = set(change.withdrawn)
    if movement.kind == "teams":
        gone |= {each + 1 if each % 2 else each - 1 for each in gone}
    return tuple(
        tuple(s for s in seatings if not gone & set(s.everybody))
        for seatings in movement.rounds[change.after :]
    )


def _drawn(
    movement: Movement, played: Sequence[Round], total: int, gone: Collection[int]
) -> tuple[Round, ...]:
    """Further rounds of a Swiss, as they are while all matches are tied."""
    scores = {each: 0.0 for each in range(1, total + 1) if each not in gone}
    rest = movement.rounds[len(played) :]
    so_far = replace(movement, rounds=(*played, *rest))
    return drawn_after(so_far, len(played), scores).rounds[len(played) :]


def _planned(
    movement: Movement, change: Change, played: Sequence[Round], seconds: float
) -> tuple[Round, ...]:
    planned = _with_late(movement, change)
    rest = _remainder(planned, change, played)
    best = _best(rest, seconds)
    if best.played < ENOUGH * rest.bound:
        rest = rest._replace(copies=rest.copies + 1)
        best = _best(rest, seconds)
    if best.played < ENOUGH * rest.bound:
        rest = _with_fresh(rest, movement.sets)
        best = _best(rest, seconds)
    games = with_few_fresh(rest, best.games())
    return seated(planned, change.after, played, games, change.unmoved)


def _best(rest: Remainder, seconds: float) -> Schedule:
    """The better of local search and, where that left something open and time is left, program."""
    best = local_search(rest, rest.planned)
    if best.played < rest.bound and seconds > SEARCH_SECONDS:
        solved = integer_program(rest, seconds - SEARCH_SECONDS)
        again = scheduled(rest, solved or ())
        best = max(best, again, key=lambda each: each.value)
    return best


def _with_fresh(rest: Remainder, sets: int) -> Remainder:
    """The remainder with a set more for every round, that nobody has played."""
    fresh = frozenset(range(sets + 1, sets + 1 + rest.rounds))
    unplayed = {each: own | fresh for each, own in rest.unplayed.items()}
    return rest._replace(unplayed=unplayed, fresh=fresh)


def _remainder(planned: Movement, change: Change, played: Sequence[Round]) -> Remainder:
    total = planned.contestants + change.late
    present = tuple(each for each in range(1, total + 1) if each not in change.withdrawn)
    so_far = [s for seatings in played for s in seatings]
    had = {(each, s.board_set) for s in so_far for each in s.everybody}
    sets = range(1, planned.sets + 1)
    before = replace(planned, rounds=tuple(played)).sit_outs()
    return Remainder(
        present,
        {each: frozenset(n for n in sets if (each, n) not in had) for each in present},
        Counter((min(s.everybody), max(s.everybody)) for s in so_far),
        {each: before.get(each, 0) for each in present},
        planned.copies,
        tuple(_games(each, change.withdrawn) for each in planned.rounds[change.after :]),
        change.unmoved,
    )


def _with_late(movement: Movement, change: Change) -> Movement:
    """The movement in which who came late takes the places of those who have gone."""
    late = range(movement.contestants + 1, movement.contestants + change.late + 1)
    return movement.renumbered(dict(zip(sorted(change.withdrawn), late, strict=False)))


def _games(seatings: Round, gone: Collection[int]) -> tuple[Game, ...]:
    """The games of a planned round, without those who have gone."""
    return tuple(
        game(s.ns[0], s.ew[0], s.board_set) for s in seatings if not set(gone) & set(s.everybody)
    )
