"""Games at random, and quick advisers for them."""

from __future__ import annotations

from igroteka.basics.randomness import Stream
from igroteka.contract import OVER
from igroteka.records.record import Record
from igroteka.registry import make_game
from tests.contract.playing import step

ADVISERS = {
    "draughts": "engine(depth=3)",
    "durak": "master(iterations=100)",
    "bridge": "monte-carlo(samples=3,calls=3)",
    "substitution": "planner",
}
OPTIONS = {"substitution": {"turns": "15"}}
BEGUN = {"bridge": "1NT pass pass pass"}
LENGTHS = {"bridge": 14, "durak": 24}


def a_game(name: str, seed: int = 5, length: int | None = None) -> Record:
    """A game at random, to its end or to a length."""
    game, rng = make_game(name, OPTIONS.get(name, {})), Stream(seed)
    state, actions = game.deal(rng), list[str]()
    begun = BEGUN.get(name, "").split()
    while state.turn != OVER and len(actions) < (length or LENGTHS.get(name, 1000)):
        action = game.read(begun.pop(0)) if begun else step(state, rng)
        actions.append(str(action))
        state = state.play(action)
    players = tuple(f"guest {seat}" for seat in range(game.seats))
    scores = state.scores() if state.turn == OVER else None
    return Record(name, dict(game.options), players, state.deal, tuple(actions), scores)
