"""A game as a row of pictures in text, for the terminal and the page."""

from __future__ import annotations

from igroteka.contract import Game
from igroteka.records.record import BadRecord, Record


def replay_frames(game: Game, record: Record) -> tuple[list[str], BadRecord | None]:
    """Every position as text with the action that led to it, and where the rules were left."""
    frames: list[str] = []
    try:
        start, steps = record.steps(game)
        frames.append(str(start.view(None)))
        for step in steps:
            seen = step.seen_by(None)
            who = "" if seen.seat is None else f"{game.seat_name(seen.seat)}: "
            frames.append(f"{who}{seen.words}\n\n{step.after.view(None)}")
    except BadRecord as error:
        return frames, error
    return frames, None
