"""A game as a row of pictures in text, for the terminal and the page."""

from __future__ import annotations

from igroteka.contract import Game
from igroteka.records.record import BadRecord, Record


def replay_frames(game: Game, record: Record) -> tuple[list[str], BadRecord | None]:
    """Every position as text with the action that led to it, and where the rules were left."""
    frames: list[str] = []
    state = None
    try:
        for number, after in enumerate(record.positions(game)):
            if state is None:
                frames.append(str(after.view(None)))
            else:
                assert record.actions is not None
                action = game.read(record.actions[number - 1])
                who = f"{game.seat_name(state.turn)}: " if state.turn >= 0 else ""
                frames.append(f"{who}{state.view(None).explain(action)}\n\n{after.view(None)}")
            state = after
    except BadRecord as error:
        return frames, error
    return frames, None
