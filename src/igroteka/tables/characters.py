"""Whom people play against: the characters of the house, each with a face and a strength.

A game's `opponents` say by their words with which bot each of them plays it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from igroteka.contract import IgrotekaError
from igroteka.players.spec import Spec
from igroteka.registry import game_class, game_names
from igroteka.text import Text, as_written


class Character(NamedTuple):
    """Somebody of the house who plays every game about as well."""

    name: Text
    face: str
    """The drawing's name among the faces of the site."""
    strength: int
    """From 1 to 5."""
    rank: Text
    rating: int
    """On the scale of the house's ratings, which it holds in place."""


CHARACTERS = {
    "beginner": Character(Text("Egor the Hare"), "hare", 1, Text("beginner"), 800),
    "easy": Character(Text("Simon the Hedgehog"), "hog", 2, Text("casual player"), 1100),
    "middling": Character(Text("Basil the Cat"), "cat", 3, Text("club player"), 1400),
    "strong": Character(Text("Martha the Fox"), "fox", 4, Text("expert"), 1800),
    "champion": Character(Text("Sophie the Owl"), "owl", 5, Text("master"), 2200),
}
"""By the word under which a game's `opponents` name the bot, weakest first."""


FRIEND = CHARACTERS["easy"]
"""Who plays with children, at whatever level."""


class Opponent(NamedTuple):
    """Somebody to play a game against."""

    bot: str
    """How it is written for programs."""
    name: Text
    character: Character | None
    """None where the game names it by a word of its own."""


def opponents(game: str) -> list[Opponent]:
    """Whom people can choose to play this game against, weakest first."""
    found = []
    for word, bot in game_class(game).opponents.items():
        character = CHARACTERS.get(word)
        found.append(Opponent(bot, character.name if character else word, character))
    return found


@lru_cache(maxsize=1000)
def character_of(game: str | None, bot: str) -> Character | None:
    """Who plays as this bot; without a game, if it is the same one in all games."""
    found = {each.character for each in _playing_as(game, bot)}
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=1000)
def bot_title(game: str | None, bot: str) -> Text:
    """What people call a bot: by its character, or plainly, without its parameters."""
    found = {each.name for each in _playing_as(game, bot)}
    return found.pop() if len(found) == 1 else as_written(bot.partition("(")[0])


def _playing_as(game: str | None, bot: str) -> Iterator[Opponent]:
    written = _spelled(bot)
    for name in game_names() if game is None else (game,):
        yield from (each for each in opponents(name) if _spelled(each.bot) == written)


def _spelled(bot: str) -> str:
    """A bot as the house spells it, with a space after each comma; a text that is none as it is."""
    try:
        return str(Spec.parse(bot))
    except IgrotekaError:
        return bot
