"""What every game reads: actions, deals, options; and actions played from a deal."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial

from fuzz.target import Target, text_of
from igroteka.contract import BadOption, Game, IgrotekaError, IllegalMove, State
from igroteka.games.substitution.rules import Substitution
from igroteka.registry import game_class, make_game

GAMES = ("draughts", "durak", "bridge", "substitution")
MOST_ACTIONS = 200


@cache
def _option_sets(name: str) -> tuple[Game, ...]:
    """The game in the ways in which the contract suite plays it."""
    return tuple(make_game(name, options) for options in game_class(name).option_sets)


def notation(name: str, data: bytes) -> None:
    """An action is written so that it reads as the same."""
    for game in _option_sets(name):
        with suppress(IllegalMove):
            action = game.read(text_of(data))
            assert game.read(str(action)) == action


def deals(name: str, data: bytes) -> None:
    """A start is written so that it reads as the same, and can be looked at and played."""
    for game in _option_sets(name):
        with suppress(IgrotekaError):
            _look_at(game, game.restore(text_of(data)))


def _look_at(game: Game, start: State) -> None:
    assert game.restore(start.deal) == start
    for seat in (None, *range(game.seats)):
        view = start.view(seat)
        assert str(view)
        view.to_json()
    for action in start.actions()[:1]:
        start.play(action)


def options(name: str, data: bytes) -> None:
    """Options, `name=value` a line, make a game that its own options make again."""
    lines = (line.partition("=") for line in text_of(data).split("\n") if line)
    with suppress(BadOption):
        game = game_class(name).configure({key: value for key, _, value in lines})
        assert type(game).configure(game.options) == game


def play(name: str, data: bytes) -> None:
    """Actions, one a line, are played or refused; a number stands for one of those that may be."""
    game = _option_sets(name)[0]
    state = game.deal(random.Random(1))
    for line in text_of(data).split("\n")[:MOST_ACTIONS]:
        legal = [outcome for outcome, _ in state.chances()] or state.actions()
        with suppress(IllegalMove):
            chosen = legal and line.isascii() and line[:1] == "#" and line[1:3].isdigit()
            action = legal[int(line[1:3]) % len(legal)] if chosen else game.read(line)
            state = state.play(action)


def grammar_text(data: bytes) -> None:
    """A grammar as text."""
    _grammar("grammar.txt", data)


def grammar_settings(data: bytes) -> None:
    """A grammar as the settings in XML."""
    _grammar("grammar.xml", data)


def _grammar(file: str, data: bytes) -> None:
    with suppress(BadOption):
        found = Substitution.options_of_file("grammar", file, text_of(data))
        assert Substitution.options_of_file("grammar", "a.txt", found["grammar"]).items() <= (
            found.items()
        )


def _of_every_game(word: str, read: Callable[[str, bytes], None]) -> list[Target]:
    return [Target(f"games.{name}_{word}", partial(read, name)) for name in GAMES]


TARGETS = (
    *_of_every_game("notation", notation),
    *_of_every_game("deals", deals),
    *_of_every_game("options", options),
    *_of_every_game("play", play),
    Target("games.grammar_text", grammar_text),
    Target("games.grammar_settings", grammar_settings),
)
