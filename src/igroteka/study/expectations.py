"""What a bot expects in a position of a game, as a tree, and as much of it as people can read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from igroteka.bots import make_player_here
from igroteka.contract import Expected, Game, IgrotekaError, View
from igroteka.players.spec import Spec
from igroteka.records.record import Record
from igroteka.registry import bot_classes
from igroteka.study.review import SEED, seated
from igroteka.text import Text, all_of, plural

MOST_ANSWERS = 6
"""How many answers to one action are shown."""


class Expecting(NamedTuple):
    """A position, as the seat knew it that decides there, and who is asked what it expects."""

    game: Game
    bot: str
    number: int
    """Which action of the game is due, from 1."""
    view: View


def predictors(game: str) -> tuple[str, ...]:
    """The bots of a game that tell what they expect."""
    return tuple(name for name, bot in bot_classes(game).items() if bot.predicts())


def chosen_predictor(game: Game, name: str | None = None) -> str:
    """The named bot, or the first of the game that predicts. Raises `IgrotekaError` for none."""
    if name is not None:
        return str(Spec.parse(name))
    for found in predictors(game.name):
        return found
    raise IgrotekaError(Text("no bot of {game} tells what it expects", game=game.title))


def expected(asked: Expecting) -> tuple[Expected, ...]:
    """What the bot expects; nothing where it weighs nothing.

    Raises `IgrotekaError` for a bot that never tells. It is the same in every process.
    """
    # Where a tree is shown the game is open to who looks at it, as it is to who judges it.
    player = make_player_here(asked.game.name, asked.bot)
    if not player.predicts():
        raise IgrotekaError(_silent(asked))
    with seated(player, asked.game, asked.view, asked.number, SEED):
        return tuple(player.expects(asked.view))


def _silent(asked: Expecting) -> Text:
    others = predictors(asked.game.name)
    if not others:
        return Text("{name} does not tell what it expects", name=asked.bot)
    return Text(
        "{name} does not tell what it expects; ask {others}",
        name=asked.bot,
        others=all_of(others),
    )


def view_before(game: Game, record: Record, number: int) -> View:
    """What the seat knew that made this action of a record, numbered from 1.

    Raises `IgrotekaError` where there is none, or chance made it, and `BadRecord` where the record
    leaves the rules before.
    """
    count = len(record.actions or ())
    if not 1 <= number <= count:
        raise IgrotekaError(
            plural(
                "this game has {count} action and none with the number {number}",
                "this game has {count} actions and none with the number {number}",
                count,
                number=number,
            )
        )
    states = record.positions(game)
    state = next(state for place, state in enumerate(states, start=1) if place == number)
    if state.turn < 0:
        raise IgrotekaError(
            Text("action {number} was made by chance; nobody expected anything", number=number)
        )
    return state.view(state.turn)


class Shown(NamedTuple):
    """Some of several actions, the path that the bot goes by first, then those worth most to it."""

    first: Sequence[Expected]
    others: int
    """How many are left out."""

    @property
    def rest(self) -> Text:
        """The others in words."""
        return plural("and {count} other", "and {count} others", self.others)


def shown(among: Sequence[Expected], most: int = MOST_ANSWERS) -> Shown:
    """What people are shown of several actions: those on the best paths."""
    ordered = sorted(among, key=lambda each: (not each.best, -_worth(each)))
    return Shown(ordered[:most], max(0, len(ordered) - most))


def _worth(action: Expected) -> float:
    """The value of the best path through an action."""
    return max(map(_worth, action.answers), default=action.value)
