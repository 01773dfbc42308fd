"""What comes from outside as the name of an action, read without trust."""

from __future__ import annotations

from typing import Final

from igroteka.basics.endings import FaultKind, PlayerFault
from igroteka.contract import Action, Game, IllegalMove, Json
from igroteka.text import Text, quoted

LONGEST_NOTATION: Final = 1000
SHOWN: Final = 80
"""Letters of a wrong answer that are told."""


def as_action(game: Game, choice: Action) -> Action:
    """What a player chose: an action, or the notation of one. Raises as `read_action`."""
    return read_action(game, choice) if isinstance(choice, str) else choice


def read_action(game: Game, answer: Json) -> Action:
    """The action that a text names. Raises `PlayerFault` for what names none."""
    if not isinstance(answer, str | int) or len(written := str(answer)) > LONGEST_NOTATION:
        shown = answer[:SHOWN] if isinstance(answer, str) else type(answer).__name__
        text = Text("{text} is no action of this game", text=quoted(shown))
        raise PlayerFault(FaultKind.BAD_ANSWER, text)
    try:
        return game.read(written)
    except IllegalMove as error:
        raise PlayerFault(FaultKind.ILLEGAL_MOVE, error.sentence) from error
