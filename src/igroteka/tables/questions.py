"""What is asked of bots; each question is answered in one of their processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from igroteka.basics.randomness import Stream
from igroteka.bots import make_player_for_view
from igroteka.contract import Action, Json, Player, State, View
from igroteka.players.answers import as_action
from igroteka.registry import make_game
from igroteka.text import NOTHING, Text


@dataclass(frozen=True)
class Question:
    """A decision to be made, with all and only what the seat may know."""

    game: str
    options: Mapping[str, str]
    bot: str
    view: View
    seed: int
    patience: float = 30.0


class Choice(NamedTuple):
    """What a bot does, and what it tells the opponents of that."""

    action: Action
    explanation: Text = NOTHING


class Advice(NamedTuple):
    """An action with its worth and what can be said about it."""

    action: Action
    value: float | None
    words: Text
    why: Text = NOTHING
    """What the action does, where something can be said of it."""


class Expectation(NamedTuple):
    """What a bot expects of its position."""

    value: float
    """From 0 (lost) to 1 (won)."""
    proven: bool


def advise(question: Question) -> list[Advice]:
    """The best actions in the bot's opinion, best first; its choice if it can't value them."""
    player = _seated(question)
    view = question.view
    try:
        values = list(player.analyse(view))[:3]
        found: Sequence[tuple[Action, float | None]] = values or [
            (as_action(player.game, player.choose(view)), None)
        ]
        whys = [player.remark(view, action) for action, _ in found]
        return [
            Advice(action, value, why or view.explain(action), why)
            for (action, value), why in zip(found, whys, strict=True)
        ]
    finally:
        player.close()


class Ended(NamedTuple):
    """A finished game that something may be said of."""

    game: str
    options: Mapping[str, str]
    end: State


def afterword(ended: Ended) -> Json:
    """What the game has to say of itself when it is over."""
    return make_game(ended.game, ended.options).afterword(ended.end)


def expectation(question: Question) -> Expectation | None:
    """What the bot expects of its position; None if it can't tell.

    Values are those of the seat to move; the other of two expects the rest.
    """
    player = _seated(question)
    view = question.view
    try:
        values = list(player.analyse(view))
        if not values or (view.turn != view.seat and player.game.seats != 2):
            return None
        best, value = max(values, key=lambda each: each[1])
        proven = player.proven(view, best)
    finally:
        player.close()
    return Expectation(value if view.turn == view.seat else 1 - value, proven)


def _seated(question: Question) -> Player:
    """A player for this question alone: it knows the view and nothing from before."""
    return started(question, Stream(question.seed))


def started(question: Question, rng: Stream) -> Player:
    """A player that begins with the view of this question."""
    game = make_game(question.game, question.options)
    player = make_player_for_view(question.game, question.bot)
    player.patience = question.patience
    assert question.view.seat is not None
    player.start(game, question.view.seat, rng)
    return player
