"""What the archive is told of games by who opens it: it knows no rules itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, Protocol

from sqlalchemy import Connection, Engine, event

from igroteka.contract import Game

_KEY: Final = "igroteka.rules"


class Rules(Protocol):
    """Who knows the games by their names, as the registry does."""

    def make_game(self, name: str, options: Mapping[str, str], /) -> Game:
        """The game with these options. Raises `IgrotekaError` if there is none such."""

    def bot_names(self, game: str, /) -> Collection[str]:
        """The names of the bots that play a game."""


def hand_over(engine: Engine, rules: Rules) -> None:
    """Let every connection of an engine know the rules."""

    @event.listens_for(engine, "connect")
    def _(connection: Any, record: Any) -> None:
        del connection
        record.info[_KEY] = rules


def rules_of(connection: Connection) -> Rules:
    """The rules that were handed over with the archive."""
    rules: Rules = connection.info[_KEY]
    return rules
