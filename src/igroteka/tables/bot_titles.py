"""The words by which people choose bots."""

from __future__ import annotations

from functools import lru_cache

from igroteka.contract import IgrotekaError
from igroteka.players.spec import Spec
from igroteka.registry import game_class, game_names
from igroteka.text import Text


@lru_cache(maxsize=1000)
def bot_title(game: str | None, bot: str) -> Text | None:
    """The word for a bot that people choose by a word; without a game, if all games have one."""
    games = game_names() if game is None else (game,)
    opponents = [each for name in games for each in game_class(name).opponents.items()]
    found = {title for title, text in opponents if _spelled(text) == _spelled(bot)}
    return found.pop() if len(found) == 1 else None


def _spelled(bot: str) -> str:
    """A bot as the house spells it, with a space after each comma; a text that is none as it is."""
    try:
        return str(Spec.parse(bot))
    except IgrotekaError:
        return bot
