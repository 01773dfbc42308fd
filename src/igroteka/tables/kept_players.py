"""In a process of bots: the players that sit at live tables from move to move."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from igroteka.basics.randomness import Stream, derive
from igroteka.contract import Player, Seat
from igroteka.players.answers import as_action
from igroteka.players.external import end_idle
from igroteka.tables.questions import Choice, Question, started
from igroteka.text import as_written


class PlayerKey(NamedTuple):
    """A bot on its chair, from one start to its end."""

    table: int
    seat: Seat
    bot: str
    start: int
    """Another one whenever the bots of the table have to start anew."""


class Leaving(NamedTuple):
    """Somebody who is to be put away."""

    key: PlayerKey
    scores: tuple[float, ...] | None
    """What the game came to, if it is over."""


class KeptPlayers:
    """Players by their chairs. Where one is not here, it starts; so nothing is ever missing."""

    def __init__(self) -> None:
        self._players: dict[PlayerKey, tuple[Player, Stream]] = {}

    def choose(self, key: PlayerKey, question: Question) -> Choice:
        """What the bot on this chair does, and how it explains that.

        Its randomness at a move is the question's, whether it has just started or sat there before.
        """
        if key not in self._players:
            rng = Stream(derive(key.table, "start", key.seat))
            self._players[key] = started(question, rng), rng
        player, rng = self._players[key]
        rng.seed(question.seed)
        player.patience = question.patience
        action = as_action(player.game, player.choose(question.view))
        return Choice(action, as_written(player.explanation(question.view, action)))

    def put_away(self, leaving: Iterable[Leaving]) -> None:
        """Close these players, if they are here, each of them whatever the others do.

        A program outside is ended with the game that it played.
        """
        for key, scores in leaving:
            if key in self._players:
                player, _ = self._players.pop(key)
                with suppress(BaseException):  # no Ctrl-C comes here
                    player.close(scores)
        end_idle()
