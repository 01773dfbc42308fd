"""What a record came to for each side of the table."""

from __future__ import annotations

from collections.abc import Sequence

from igroteka.basics.points import points, side_points
from igroteka.contract import Game, Play
from igroteka.records.record import Fault, Record


def play_of(game: Game, record: Record, side: int) -> Play:
    """A record as one play of a duplicated deal, for the player who sat at this side."""
    faulty = None
    if record.fault:
        seat = record.fault.seat
        faulty = next(number for number, seats in enumerate(game.sides) if seat in seats)
    return Play(side, record.scores, faulty)


def record_points(game: Game, record: Record) -> tuple[float, ...] | None:
    """What each side got; a side with a fault is below all others. None if it is unfinished."""
    return end_points(game, record.scores, record.fault)


def end_points(
    game: Game, scores: Sequence[float] | None, fault: Fault | None
) -> tuple[float, ...] | None:
    """What each side gets for such an end; None if it is none."""
    if fault:
        return points([-1.0 if fault.seat in side else 0.0 for side in game.sides])
    return None if scores is None else side_points(game, scores)
