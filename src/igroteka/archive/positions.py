"""Where a game stands: the position after the last move of its main line, as it is found again."""

from __future__ import annotations

from collections.abc import Mapping

from igroteka.contract import IgrotekaError
from igroteka.registry import make_game


def position_after(
    game: str, options: Mapping[str, str], landmark: str | None, notation: str
) -> str | None:
    """The landmark after a move that was made in a position with this one.

    None where the position has none, or the move can't be made in it.
    """
    if landmark is None:
        return None
    try:
        rules = make_game(game, options)
        return rules.restore(landmark).play(rules.read(notation)).landmark
    except IgrotekaError:
        return None
