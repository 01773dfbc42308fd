"""A game as a row of pictures in text, for the terminal and the page."""

from __future__ import annotations

from collections.abc import Callable

from igroteka.basics.endings import Ending
from igroteka.contract import Game, Seat, State
from igroteka.records.record import BadRecord, Record


def replay_frames(
    game: Game, record: Record, seat: Seat | None = None
) -> tuple[list[str], BadRecord | None]:
    """Every position as text with the action that led to it, and where the rules were left.

    A game that is over lies open, unless a seat is named: then it is as that seat saw it.
    """
    draw = _drawing(record, seat)
    frames: list[str] = []
    try:
        start, steps = record.steps(game)
        frames.append(draw(start))
        for step in steps:
            seen = step.seen_by(seat)
            who = "" if seen.seat is None else f"{game.seat_name(seen.seat)}: "
            frames.append(f"{who}{seen.words}\n\n{draw(step.after)}")
    except BadRecord as error:
        return frames, error
    return frames, None


def _drawing(record: Record, seat: Seat | None) -> Callable[[State], str]:
    if seat is None and record.ending != Ending.UNFINISHED:
        return lambda state: state.face_up()
    return lambda state: str(state.view(seat))
