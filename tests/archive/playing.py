"""Games for the archive's tests."""

from __future__ import annotations

from igroteka.archive.models import MoveEntry, NewGame
from igroteka.basics.randomness import Stream, draw
from igroteka.contract import CHANCE, OVER
from igroteka.records.record import Record
from igroteka.registry import make_game

DRAUGHTS = {"variant": "russian"}
START = make_game("draughts", DRAUGHTS).deal(Stream(0)).deal


def new_game(*names: str, **fields: object) -> NewGame:
    """A game of draughts between people of these names."""
    players = tuple((name, "person") for name in names or ("Papa", "Masha"))
    return NewGame("draughts", DRAUGHTS, START, players, **fields)  # type: ignore[arg-type]


def entries(text: str) -> list[MoveEntry]:
    """Moves by turns."""
    return [MoveEntry(word, place % 2) for place, word in enumerate(text.split())]


def played(name: str = "draughts", seed: int = 1, length: int = 10_000) -> Record:
    """A game at random, to its end or to this length."""
    game, rng = make_game(name, {}), Stream(seed)
    state = game.deal(rng)
    actions: list[str] = []
    while state.turn != OVER and len(actions) < length:
        chosen = draw(state.chances(), rng) if state.turn == CHANCE else rng.choice(state.actions())
        actions.append(str(chosen))
        state = state.play(chosen)
    return Record(
        game=name,
        options=dict(game.options),
        players=tuple(f"guest {seat + 1}" for seat in range(game.seats)),
        deal=state.deal,
        actions=tuple(actions),
        scores=state.scores() if state.turn == OVER else None,
        started="2026-11-15T10:00:00+00:00",
    )
