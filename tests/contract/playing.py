"""What the contract suite plays with: every game and option set, and a random walk through it."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Iterator, Mapping

from igroteka.basics.randomness import Stream, draw
from igroteka.contract import CHANCE, OVER, Action, Game, State, View
from igroteka.records.record import Record
from igroteka.registry import game_class, game_names, make_game

TABLES: list[tuple[str, Mapping[str, str]]] = [
    (name, options) for name in game_names() for options in game_class(name).option_sets
]
"""Every game with each of its option sets."""


def own_games() -> list[str]:
    """The games of the house; one from outside has its recordings and its page elsewhere."""
    return [name for name in game_names() if game_class(name).__module__.startswith("igroteka.")]


def label(table: tuple[str, Mapping[str, str]]) -> str:
    """A readable name of a table for the test report."""
    name, options = table
    return f"{name}[{','.join(f'{k}={v}' for k, v in options.items())}]"


def make(table: tuple[str, Mapping[str, str]]) -> Game:
    """The game of a table."""
    return make_game(*table)


def step(state: State, rng: Stream) -> Action:
    """A random action or chance outcome."""
    return draw(state.chances(), rng) if state.turn == CHANCE else rng.choice(state.actions())


def walk(game: Game, seed: int) -> Iterator[tuple[State, Action | None]]:
    """A random game: every position with the action taken there, the last with None."""
    rng = Stream(seed)
    state = game.deal(rng)
    while state.turn != OVER:
        action = step(state, rng)
        yield state, action
        state = state.play(action)
    yield state, None


def random_record(game: Game, seed: int) -> Record:
    """The same as a record."""
    steps = list(walk(game, seed))
    actions = tuple(str(action) for _, action in steps if action is not None)
    players, scores = ("random",) * game.seats, steps[-1][0].scores()
    return Record(game.name, game.options, players, steps[0][0].deal, actions, scores)


def view_bytes(view: View) -> bytes:
    """Everything a view carries, its private fields included, as bytes.

    Without pickle's memo, so that equal contents give equal bytes whichever objects are shared;
    after the texts were made, so that values which a view caches are there in both.
    """
    texts = json.dumps(view.to_json(), ensure_ascii=False) + str(view)
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer)
    pickler.fast = True
    pickler.dump(view)
    return texts.encode() + buffer.getvalue()
