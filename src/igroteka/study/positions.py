"""Positions as people write them, by which games are found again."""

from __future__ import annotations

from igroteka.contract import IgrotekaError
from igroteka.registry import game_class, game_names, make_game
from igroteka.text import Text, quoted


def landmarks(text: str, game: str | None = None) -> list[str]:
    """A position as a person writes it, in the words of every game and variant that can read it.

    Raises `IgrotekaError` if none can.
    """
    found: dict[str, None] = {}
    for name in game_names() if game is None else (game,):
        for options in game_class(name).option_sets:
            try:
                landmark = make_game(name, options).restore(text).landmark
            except IgrotekaError:
                continue
            if landmark is not None:
                found[landmark] = None
    if not found:
        whose = game_class(game).title if game else Text("a game in which nothing is hidden")
        raise IgrotekaError(Text("{text} is no position of {game}", text=quoted(text), game=whose))
    return list(found)
